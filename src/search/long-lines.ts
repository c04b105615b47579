// Hits on lines too long to be read whole: ripgrep says where they are, we read a window of the file there.
import fs from "node:fs";
import { fsPath, type RawPath, textOf } from "../workspace/raw-path.ts";
import type { Found } from "./found.ts";
import { isInRanges, type Line } from "./lines.ts";
import type { Plan } from "./plan.ts";
import type { SearchQuery } from "./query.ts";
import { inOrder, matchArguments } from "./ripgrep/arguments.ts";
import { runRipgrep } from "./ripgrep/run.ts";
import { windowAround } from "./window.ts";

/** More hits than this of one such file are not listed. */
const MAX_HITS = 100_000;
const BYTES_PER_CHARACTER = 4;

/** The hits of a file, without context. Their text is read when it is shown. */
export async function longLinesOf(plan: Plan, query: SearchQuery, file: Found<unknown>): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const ranges = query.roots[file.root]?.ranges;
  let rest = "";
  // One row for each line, `line:column:offset:…`: where its first match begins, and where the line does.
  const args = [...matchArguments(query), "--no-filename", "--line-number", "--column", "--byte-offset", "--max-columns=1", ...inOrder([textOf(file.real)])];
  await runRipgrep({ ...plan, args, cwd: "/" }, () => (chunk) => {
    const parts = (rest + chunk.toString("latin1")).split("\n");
    rest = parts.pop() as string;
    for (const part of parts) {
      const [line, column, offset] = part.split(":", 3).map(Number) as [number, number, number];
      if (isInRanges(line, ranges)) lines.push({ kind: "hit", line, show: () => readWindow(file.real, offset + column - 1, query.content.columns) });
    }
    return lines.length >= MAX_HITS ? "stop" : undefined;
  });
  return lines;
}

function readWindow(file: RawPath, offset: number, columns: number): ReturnType<Line["show"]> {
  const around = columns * BYTES_PER_CHARACTER;
  const fd = fs.openSync(fsPath(file), fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  try {
    const encoding = encodingOf(fd);
    // ripgrep's offsets are those of the text as UTF-8; in UTF-16 each (ASCII) character takes two bytes, after the mark.
    const at = encoding === "utf8" ? offset : 2 + 2 * offset;
    const start = Math.max(0, at - around);
    const bytes = Buffer.alloc(2 * around);
    const length = fs.readSync(fd, bytes, 0, bytes.length, start);
    const decode = (from: number, to: number): string => decoded(bytes.subarray(from, to), encoding);
    const before = lastPart(decode(0, at - start));
    const after = firstPart(decode(at - start, length));
    const window = windowAround(before.text + after.text, [before.text.length, before.text.length], columns);
    return { text: window.text, cut: { left: window.left || (before.isCut && start > 0), right: window.right || (after.isCut && length === bytes.length) } };
  } finally {
    fs.closeSync(fd);
  }
}

type Encoding = "utf8" | "utf16le" | "utf16be";

function encodingOf(fd: number): Encoding {
  const mark = Buffer.alloc(2);
  fs.readSync(fd, mark, 0, 2, 0);
  if (mark.readUInt16BE(0) === 0xfffe) return "utf16le";
  return mark.readUInt16BE(0) === 0xfeff ? "utf16be" : "utf8";
}

function decoded(bytes: Buffer, encoding: Encoding): string {
  if (encoding !== "utf16be") return bytes.toString(encoding);
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString("utf16le");
}

function lastPart(text: string): { text: string; isCut: boolean } {
  const newline = text.lastIndexOf("\n");
  return { text: text.slice(newline + 1), isCut: newline === -1 };
}

function firstPart(text: string): { text: string; isCut: boolean } {
  const newline = text.indexOf("\n");
  return { text: newline === -1 ? text : text.slice(0, newline).replace(/\r$/, ""), isCut: newline === -1 };
}
