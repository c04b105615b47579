import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyHunks, type Hunk } from "../../../src/files/hashline/apply.ts";
import { diffLines } from "../../../src/files/hashline/diff-lines.ts";
import { moveHunks } from "../../../src/files/hashline/merge.ts";
import { TextLines } from "../../../src/files/hashline/text-lines.ts";

const linesOf = (text: string): TextLines => new TextLines(Buffer.from(text));
const fileOf = (lines: readonly string[]): TextLines => linesOf(lines.map((line) => `${line}\n`).join(""));

function changes(old: string, made: string): readonly string[] {
  return diffLines(linesOf(old), linesOf(made)).map(({ start, end, newStart, newEnd }) => `${start}-${end} > ${newStart}-${newEnd}`);
}

describe("a diff of lines", () => {
  test.each([
    ["a\nb\n", "a\nb\n", []],
    ["a\nb\n", "a\r\nb", []],
    ["", "a\n", ["0-0 > 0-1"]],
    ["a\n", "", ["0-1 > 0-0"]],
    ["a\nb\nc\n", "a\nx\nc\n", ["1-2 > 1-2"]],
    ["a\nb\nc\nd\ne\n", "a\nx\nc\ny\ne\n", ["1-2 > 1-2", "3-4 > 3-4"]],
    ["a\na\na\n", "a\na\na\na\n", ["3-3 > 3-4"]],
    ["a\nb\nc\n", "c\na\nb\n", ["0-0 > 0-1", "2-3 > 3-3"]],
    ["b\nb\nc\nb\nb\n", "x\nb\nc\nb\ny\n", ["0-1 > 0-1", "4-5 > 4-5"]],
  ])("of %j and %j", (old, made, expected) => {
    expect(changes(old, made)).toEqual(expected);
  });

  test("makes the one text of the other, in order and apart", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f", ""), { maxLength: 20 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const found = diffLines(fileOf(before), fileOf(after));
        const made = [...before];
        for (const { start, end, newStart, newEnd } of [...found].reverse()) made.splice(start, end - start, ...after.slice(newStart, newEnd));
        expect(made).toEqual(after);
        for (const [index, change] of found.slice(1).entries()) expect(change.start).toBeGreaterThan(found[index]?.end ?? 0);
      }),
    );
  });
});

/** What a change makes of the base, merged onto what another made of it. */
function merged(base: readonly string[], ours: readonly string[], theirs: readonly string[]): readonly string[] | "conflict" {
  const moved = moveHunks(hunksBetween(base, ours), fileOf(base), fileOf(theirs));
  if (moved === undefined) return "conflict";
  const text = applyHunks(fileOf(theirs), moved).toString();
  return text === "" ? [] : text.slice(0, -1).split("\n");
}

function hunksBetween(base: readonly string[], made: readonly string[]): readonly Hunk[] {
  return diffLines(fileOf(base), fileOf(made)).map(({ start, end, newStart, newEnd }) => ({
    start,
    end,
    lines: made.slice(newStart, newEnd),
    anchors: { start, end },
  }));
}

const split = (text: string): readonly string[] => (text === "" ? [] : text.split(" "));

describe("a merge", () => {
  test.each([
    ["changes apart", "a b c d e", "a B c d e", "a b c D e", "a B c D e"],
    ["lines above", "a b c", "a b C", "x y a b c", "x y a b C"],
    ["lines gone above", "a b c", "a b C", "c", "C"],
    ["neighbours", "a b c d", "a B c d", "a b C d", "a B C d"],
    ["lines added right behind", "a b", "a B", "a b c", "a B c"],
    ["one line changed by both", "a b c", "a B c", "a X c", "conflict"],
    ["one line changed by both alike", "a b c", "a B c", "a B c", "conflict"],
    ["a line gone that is changed", "a b c", "a B c", "a c", "conflict"],
    ["lines added at one place", "a b", "a x b", "a y b", "conflict"],
    ["lines added inside what is replaced", "a b c d", "a X d", "a b y c d", "conflict"],
    ["one of several lines alike gone, perhaps the same", "a x x x b", "a x x b", "A x x b", "conflict"],
    ["one of several lines alike gone, and a neighbour changed", "a x x b", "a x x B", "a x b", "a x B"],
    ["a line alike added, perhaps above", "a x b", "a y b", "a x x b", "conflict"],
    ["a line alike added, perhaps at the same place", "a x b", "a x y b", "a x x b", "conflict"],
  ])("of %s", (_, base, ours, theirs, expected) => {
    const result = merged(split(base), split(ours), split(theirs));
    expect(result === "conflict" ? result : result.join(" ")).toBe(expected);
  });

  const text = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f", "g"), { maxLength: 15 });

  test("onto what did not change is what was asked for, and of nothing is what is there", () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(merged(base, other, base)).toEqual(other);
        expect(merged(base, base, other)).toEqual(other);
      }),
    );
  });

  test("of changes apart does not depend on who came first", () => {
    const part = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 5 });
    fc.assert(
      fc.property(part, part, part, part, (head, newHead, tail, newTail) => {
        const [base, ours, theirs] = [
          [...head, "middle", ...tail],
          [...newHead, "middle", ...tail],
          [...head, "middle", ...newTail],
        ];
        expect(merged(base, ours, theirs)).toEqual([...newHead, "middle", ...newTail]);
        expect(merged(base, theirs, ours)).toEqual([...newHead, "middle", ...newTail]);
      }),
    );
  });
});
