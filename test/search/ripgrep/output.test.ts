// How a list that was printed into a file reaches its reader.
import fs from "node:fs";
import { expect, test } from "vitest";
import { type Output, openOutput } from "../../../src/search/ripgrep/output.ts";

const PIECES = 12;

/** A list that is all there, and a reader that is slow. */
function slowly(): { readonly output: Output; readonly pieces: () => number } {
  const output = openOutput(true);
  let pieces = 0;
  fs.writeSync(output.stdio as number, "a".repeat(PIECES * 32_768));
  output.begin(null, () => {
    pieces++;
    for (const end = performance.now() + 6; performance.now() < end; );
  });
  return { output, pieces: () => pieces };
}

test("while a long list is read to its end, others have their turn after each slow piece", async () => {
  const { output, pieces } = slowly();
  const seen: number[] = [];
  const beat = (): unknown => seen.push(pieces()) < PIECES && setImmediate(beat);
  setImmediate(beat);
  await output.finish(() => true);
  output.close();
  expect(seen).toEqual(Array.from({ length: PIECES }, (_, index) => index + 1));
  expect(pieces()).toBe(PIECES);
});

test("a list that is not wanted any more is not read to its end", async () => {
  const { output, pieces } = slowly();
  await output.finish(() => pieces() < 3);
  output.close();
  expect(pieces()).toBe(3);
});

test("what is there when the time is over is given, but not for long", () => {
  const { output, pieces } = slowly();
  output.catchUp();
  output.close();
  expect(pieces()).toBe(1);
});

test("what can wait is read when all of it is there, not before", async () => {
  const output = openOutput(true);
  const pieces: string[] = [];
  output.begin(null, (chunk) => pieces.push(chunk.toString()), "in the end");
  fs.writeSync(output.stdio as number, "one");
  await new Promise((resolve) => setTimeout(resolve, 50));
  fs.writeSync(output.stdio as number, "two");
  await output.finish(() => true);
  output.close();
  expect(pieces).toEqual(["onetwo"]);
});
