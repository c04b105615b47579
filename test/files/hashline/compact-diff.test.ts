import { expect, test } from "vitest";
import { compactDiff } from "../../../src/files/hashline/compact-diff.ts";
import { diffLines } from "../../../src/files/hashline/diff-lines.ts";
import { TextLines } from "../../../src/files/hashline/text-lines.ts";

const SIGNS = { removed: "-", added: "+", same: " " } as const;

function diff(before: string, after: string, maxRows = 100): readonly string[] {
  const [old, made] = [before, after].map((text) => new TextLines(Buffer.from(text))) as [TextLines, TextLines];
  const { rows, isCut } = compactDiff(old, made, diffLines(old, made), { context: 2, edge: 2, columns: 5, maxRows });
  const texts = rows.map((row) => (row.kind === "gap" ? "..." : `${SIGNS[row.kind]}${row.number}:${row.text}${row.isCut ? "…" : ""}`));
  return isCut ? [...texts, "cut"] : texts;
}

const numbers = (from: number, to: number): string => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join("");

test.each([
  ["nothing", numbers(1, 3), numbers(1, 3), []],
  ["a line in the middle", numbers(1, 9), numbers(1, 9).replace("5", "x"), [" 3:3", " 4:4", "-5:5", "+5:x", " 6:6", " 7:7"]],
  ["a line at the top", numbers(1, 4), `x\n${numbers(1, 4)}`, ["+1:x", " 2:1", " 3:2"]],
  ["a line at the end", numbers(1, 4), numbers(1, 3), [" 2:2", " 3:3", "-4:4"]],
  [
    "changes far apart, with new numbers",
    numbers(1, 30),
    numbers(1, 30).replace("3\n", "").replace("\n25\n", "\nx\n"),
    [" 1:1", " 2:2", "-3:3", " 3:4", " 4:5", "...", " 22:23", " 23:24", "-25:25", "+24:x", " 25:26", " 26:27"],
  ],
  [
    "changes that share their context",
    numbers(1, 9),
    numbers(1, 9).replace("3", "x").replace("6", "y"),
    [" 1:1", " 2:2", "-3:3", "+3:x", " 4:4", " 5:5", "-6:6", "+6:y", " 7:7", " 8:8"],
  ],
  ["many lines", "a\n", `a\n${numbers(1, 8)}`, [" 1:a", "+2:1", "+3:2", "...", "+8:7", "+9:8"]],
  ["long lines", "a\n", "ääääää\n", ["-1:a", "+1:äääää…"]],
])("a diff of %s", (_, before, after, rows) => {
  expect(diff(before, after)).toEqual(rows);
});

test("more changes than there is room for are not all shown", () => {
  expect(diff(numbers(1, 30), numbers(1, 30).replace("3\n", "x\n").replace("\n25\n", "\ny\n"), 4)).toEqual([" 1:1", " 2:2", "-3:3", "+3:x", "cut"]);
});
