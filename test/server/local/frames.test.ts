import { expect, test } from "vitest";
import { FrameReader, framed } from "../../../src/server/local/frames.ts";

test.each([1, 2, 3, 5, 7, 100])("messages come out whole, in pieces of %i bytes", (size) => {
  const stream = Buffer.concat(["first", "x", "the third message"].map((text) => framed(Buffer.from(text))));
  const reader = new FrameReader(100);
  const read: string[] = [];
  for (let at = 0; at < stream.length; at += size) for (const body of reader.push(stream.subarray(at, at + size)) ?? []) read.push(body.toString());
  expect(read).toEqual(["first", "x", "the third message"]);
});

test.each([
  ["too long", Buffer.from([0, 0, 0, 101])],
  ["much too long", Buffer.from([255, 255, 255, 255])],
  ["empty", Buffer.from([0, 0, 0, 0])],
])("a message that would be %s is none", (_, head) => {
  expect(new FrameReader(100).push(head)).toBeUndefined();
});
