import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Utf8Check } from "../../src/files/utf8-check.ts";

test("bytes are valid in pieces as they are in one", () => {
  const part = fc.oneof(
    fc.string({ unit: "grapheme" }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), fc.integer({ min: 1, max: 5 }), (parts, size) => {
      const bytes = Buffer.concat(parts);
      const check = new Utf8Check();
      for (let at = 0; at < bytes.length; at += size) check.write(bytes.subarray(at, at + size));
      expect(check.end()).toBe(isUtf8(bytes));
    }),
    { numRuns: 1_000 },
  );
});

test("an unfinished character is valid until the end", () => {
  const check = new Utf8Check();
  check.write(Buffer.from("€").subarray(0, 2));
  expect([check.isValid, check.end()]).toEqual([true, false]);
});
