import fc from "fast-check";
import { expect, test } from "vitest";
import { Contents } from "../../../src/search/index/contents.ts";

test("what is given is what was kept, of that version, however often the ring goes round", () => {
  const offer = fc.record({ key: fc.nat(30), version: fc.nat(2), bytes: fc.uint8Array({ maxLength: 40 }) });
  fc.assert(
    fc.property(fc.array(offer, { maxLength: 300 }), (offers) => {
      const contents = new Contents<number>(Buffer.alloc(700));
      const last = new Map<number, { version: number; bytes: Buffer }>();
      for (const { key, version, bytes } of offers) {
        contents.offer(key, version, Buffer.from(bytes));
        last.set(key, { version, bytes: Buffer.from(bytes) });
        for (const [each, wanted] of last) {
          expect([undefined, wanted.bytes]).toContainEqual(contents.get(each, wanted.version));
          expect(contents.get(each, wanted.version + 1)).toBeUndefined();
        }
      }
    }),
    { numRuns: 200 },
  );
});

test("without room, what is offered for the second time takes the place of the oldest", () => {
  const contents = new Contents<string>(Buffer.alloc(160));
  const bytes = (text: string): Buffer => Buffer.from(text.repeat(10));
  for (const key of "abcdefghijklmnop") contents.offer(key, 1, bytes(key));
  contents.offer("q", 1, bytes("q"));
  expect([contents.get("a", 1), contents.get("q", 1)]).toEqual([bytes("a"), undefined]);
  contents.offer("q", 1, bytes("q"));
  expect([contents.get("a", 1), contents.get("b", 1), contents.get("q", 1)]).toEqual([undefined, bytes("b"), bytes("q")]);
});

test("what would take much of the room is not kept", () => {
  const contents = new Contents<string>(Buffer.alloc(160));
  contents.offer("a", 1, Buffer.alloc(11));
  contents.offer("a", 1, Buffer.alloc(11));
  expect(contents.get("a", 1)).toBeUndefined();
});

test("what another thread has a hand on stays as it is, until it is released", () => {
  const contents = new Contents<string>(Buffer.alloc(160));
  const bytes = (text: string): Buffer => Buffer.from(text.repeat(10));
  for (const key of "abcdefghijklmnop") contents.offer(key, 1, bytes(key));
  const kept = contents.get("a", 1) as Buffer;
  const span = contents.hold(kept);
  for (const _ of "twice") contents.offer("q", 1, bytes("q"));
  expect([contents.get("q", 1), kept]).toEqual([undefined, bytes("a")]);
  contents.release(span);
  contents.offer("q", 1, bytes("q"));
  expect([contents.get("q", 1), kept]).toEqual([bytes("q"), bytes("q")]);
});

test("a place is another's to fill, and counts when that is said", () => {
  const contents = new Contents<string>(Buffer.alloc(160));
  const place = contents.reserve("a", 3) as Buffer;
  expect(contents.get("a", 1)).toBeUndefined();
  place.write("abc");
  contents.commit("a", 1, place);
  expect(contents.get("a", 1)).toEqual(Buffer.from("abc"));
  contents.offer("a", 2, Buffer.from("def"));
  contents.commit("a", 1, place); // too late
  expect([contents.get("a", 1), contents.get("a", 2)]).toEqual([undefined, Buffer.from("def")]);
});
