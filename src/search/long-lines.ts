// Hits on lines too long to be read whole: ripgrep says where they are, we read a window of the file there.
import fs from "node:fs";
import { withFile } from "../workspace/open-file.ts";
import { type RawPath, textOf } from "../workspace/raw-path.ts";
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
  let lastLine = 0;
  // With an empty replacement, -o prints nothing but `line:offset:` for each match.
  const args = [...matchArguments(query), "--no-filename", "--line-number", "--byte-offset", "--only-matching", "--replace=", ...inOrder([textOf(file.real)])];
  await runRipgrep({ ...plan, args, cwd: "/" }, () => (chunk) => {
    const parts = (rest + chunk.toString("latin1")).split("\n");
    rest = parts.pop() as string;
    for (const part of parts) {
      const [line, offset] = part.split(":", 2).map(Number) as [number, number];
      if (!(line > lastLine)) continue;
      lastLine = line;
      if (isInRanges(line, ranges)) lines.push({ kind: "hit", line, show: () => windowAt(plan, file.real, offset, query.content.columns) });
    }
    return lines.length >= MAX_HITS ? "stop" : undefined;
  });
  return lines;
}

/** A file that went away, or out of the fence, since ripgrep read it has nothing to show. */
function windowAt({ workspace }: Plan, file: RawPath, offset: number, columns: number): ReturnType<Line["show"]> {
  const window = withFile(file, workspace, ({ fd }) => readWindow(fd, offset, columns));
  return window.ok ? window.value : { text: "", cut: { left: true, right: true } };
}

function readWindow(fd: number, offset: number, columns: number): ReturnType<Line["show"]> {
  const around = columns * BYTES_PER_CHARACTER;
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
