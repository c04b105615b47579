import fc from "fast-check";
import { expect, test } from "vitest";
import { Contents, type Keeper, type Kept } from "../../../../src/search/index/texts/contents.ts";

/** Who has a name, the same each time it is asked for. */
function keepers(): (name: string | number) => Keeper {
  const all = new Map<string | number, Keeper>();
  return (name) => {
    const keeper = all.get(name) ?? { kept: undefined };
    all.set(name, keeper);
    return keeper;
  };
}

test("what is given is what was kept, of that version, however often the ring goes round", () => {
  const offer = fc.record({ key: fc.nat(30), version: fc.nat(2), bytes: fc.uint8Array({ maxLength: 40 }) });
  fc.assert(
    fc.property(fc.array(offer, { maxLength: 300 }), (offers) => {
      const contents = new Contents(Buffer.alloc(700));
      const of = keepers();
      const last = new Map<number, { version: number; bytes: Buffer }>();
      for (const { key, version, bytes } of offers) {
        contents.offer(of(key), version, Buffer.from(bytes));
        last.set(key, { version, bytes: Buffer.from(bytes) });
        for (const [each, wanted] of last) {
          expect([undefined, wanted.bytes]).toContainEqual(contents.get(of(each), wanted.version));
          expect(contents.get(of(each), wanted.version + 1)).toBeUndefined();
        }
      }
    }),
    { numRuns: 200 },
  );
});

test("without room, what is offered for the second time takes the place of the oldest", () => {
  const contents = new Contents(Buffer.alloc(160));
  const of = keepers();
  const bytes = (text: string): Buffer => Buffer.from(text.repeat(10));
  for (const key of "abcdefghijklmnop") contents.offer(of(key), 1, bytes(key));
  contents.offer(of("q"), 1, bytes("q"));
  expect([contents.get(of("a"), 1), contents.get(of("q"), 1)]).toEqual([bytes("a"), undefined]);
  contents.offer(of("q"), 1, bytes("q"));
  expect([contents.get(of("a"), 1), contents.get(of("b"), 1), contents.get(of("q"), 1)]).toEqual([undefined, bytes("b"), bytes("q")]);
});

test("what would take much of the room is not kept", () => {
  const contents = new Contents(Buffer.alloc(160));
  const of = keepers();
  contents.offer(of("a"), 1, Buffer.alloc(11));
  contents.offer(of("a"), 1, Buffer.alloc(11));
  expect(contents.get(of("a"), 1)).toBeUndefined();
});

test("what another thread has a hand on stays as it is, until it is released", () => {
  const contents = new Contents(Buffer.alloc(160));
  const of = keepers();
  const bytes = (text: string): Buffer => Buffer.from(text.repeat(10));
  for (const key of "abcdefghijklmnop") contents.offer(of(key), 1, bytes(key));
  const kept = contents.get(of("a"), 1) as Buffer;
  const span = contents.hold(kept);
  for (const _ of "twice") contents.offer(of("q"), 1, bytes("q"));
  expect([contents.get(of("q"), 1), kept]).toEqual([undefined, bytes("a")]);
  contents.release(span);
  contents.offer(of("q"), 1, bytes("q"));
  expect([contents.get(of("q"), 1), kept]).toEqual([bytes("q"), bytes("q")]);
});

test("a place is another's to fill, and counts when that is said", () => {
  const contents = new Contents(Buffer.alloc(160));
  const of = keepers();
  const place = contents.reserve(of("a"), 3) as Buffer;
  expect(contents.get(of("a"), 1)).toBeUndefined();
  place.write("abc");
  contents.commit(of("a"), 1, place);
  expect(contents.get(of("a"), 1)).toEqual(Buffer.from("abc"));
  contents.offer(of("a"), 2, Buffer.from("def"));
  contents.commit(of("a"), 1, place); // too late
  expect([contents.get(of("a"), 1), contents.get(of("a"), 2)]).toEqual([undefined, Buffer.from("def")]);
});

test("of what is kept it is known whether it is ASCII or UTF-8 without a mark, and has carriage returns", () => {
  const contents = new Contents(Buffer.alloc(160));
  const of = keepers();
  const told = ["abc\n", "é\n", "abc\r\n", "\ufeffabc\n"].map((text) => {
    contents.offer(of(text), 1, Buffer.from(text));
    const { isAscii, isUtf8, hasReturns } = of(text).kept as Kept;
    return [isAscii, isUtf8, hasReturns];
  });
  expect(told).toEqual([
    [true, true, false],
    [false, true, false],
    [true, true, true],
    [false, false, false],
  ]);
});

test("what is kept elsewhere by now stays there when its old place is given to others", () => {
  const [small, large] = [new Contents(Buffer.alloc(160)), new Contents(Buffer.alloc(160))];
  const of = keepers();
  small.offer(of("a"), 1, Buffer.alloc(10));
  large.offer(of("a"), 2, Buffer.from("abc"));
  for (const round of [1, 2]) for (const key of "bcdefghijklmnopq") small.offer(of(key), round, Buffer.alloc(10));
  expect(large.get(of("a"), 2)).toEqual(Buffer.from("abc"));
});
