// A reader of ripgrep's lines: `number:offset:text` for hits, `-` instead of `:` for context. Before a file's first line stands `path NUL`, which may stand
// before its others, too; an empty line may follow its last. No path begins with a digit: they are absolute, or begin with `./`. Long lines do not come
// (--max-columns), so nothing here grows; JSON would bring them, and a list of every match on them.
import { detached, type RawPath } from "../../workspace/raw-path.ts";
import { withoutDot } from "./listing.ts";
import type { Reader } from "./run.ts";

/** One line of the output. */
export type Hit = LineHit | Notice;

/** A file that was named turned out to be binary, and matches; or the search of one that a walk met was stopped at a NUL, after matches. */
export type Notice = { readonly kind: "binary"; readonly path: RawPath } | { readonly kind: "stopped"; readonly path: RawPath };

export interface Line {
  readonly kind: "hit" | "context";
  readonly line: number;
  /** Bytes before the line (with `onlyMatching`, before the match). */
  readonly offset: number;
  /** One character per byte, without the line's end; undefined if it was too long to be printed. */
  readonly raw: string | undefined;
}

export interface LineHit extends Line {
  readonly path: RawPath;
}

/** Takes lines as they are printed: of most, nobody wants to know more than that they are there. */
export interface PrintedLines {
  /** What stands from `begin` to `end` in a text is a line of the file; `lineIn` understands it. A file's path comes as one and the same string. */
  take(path: RawPath, text: string, begin: number, end: number): "stop" | undefined;
  notice(notice: Notice): void;
}

/** Reads lines; the callback may stop the run. */
export function readHits(onHit: (hit: Hit) => "stop" | undefined): Reader {
  return readPrinted({
    take: (path, text, begin, end) => onHit({ path, ...lineIn(text.slice(begin, end)) }),
    notice: onHit,
  });
}

export function readPrinted(lines: PrintedLines): Reader {
  let unfinished = "";
  /** The last path as it was printed, and as it is. */
  let printed = "";
  let path: RawPath = "";
  const consume = (text: string): "stop" | undefined => {
    let start = 0;
    for (;;) {
      const isNamed = !isDigit(text.charCodeAt(start));
      const zero = isNamed ? text.indexOf("\0", start) : start - 1;
      const end = isNamed && zero === -1 ? -1 : text.indexOf("\n", zero + 1);
      if (end === -1) break;
      if (isNamed && !isAt(text, start, zero, printed)) {
        printed = detached(withoutNotices(text.slice(start, zero), lines));
        path = withoutDot(printed);
      }
      if (lines.take(path, text, zero + 1, end) === "stop") return "stop";
      start = end + 1;
    }
    unfinished = text.slice(start);
    return undefined;
  };
  const read = (chunk: Buffer): "stop" | undefined => {
    // To put something before a long text is to copy it.
    const first = unfinished === "" ? 0 : chunk.indexOf("\n") + 1;
    if (first > 0 && consume(unfinished + chunk.toString("latin1", 0, first)) === "stop") return "stop";
    return consume(unfinished + chunk.toString("latin1", first));
  };
  return Object.assign(read, { end: () => void withoutNotices(unfinished, lines) });
}

function isDigit(char: number): boolean {
  return char >= 0x30 && char <= 0x39;
}

/** Whether just this stands there. A slice is compared faster than `startsWith` looks. */
function isAt(text: string, start: number, end: number, wanted: string): boolean {
  return end - start === wanted.length && text.slice(start, end) === wanted;
}

const NOTICE = /^([^\0]*?): (WARNING: stopped searching binary file after match|binary file matches) \(found .*? around offset \d+\)\n/;
const EMPTY_LINE = /^\r?\n/;

/** Notices about binary files have no NUL and stand before the next path; what is left is that path, which may have a newline in it, too. */
function withoutNotices(text: string, { notice: tell }: PrintedLines): string {
  let left = text.replace(EMPTY_LINE, "");
  for (let notice = left.includes("\n") ? NOTICE.exec(left) : null; notice !== null; notice = NOTICE.exec(left)) {
    tell({ kind: notice[2] === "binary file matches" ? "binary" : "stopped", path: withoutDot(notice[1] as string) });
    left = left.slice(notice[0].length).replace(EMPTY_LINE, "");
  }
  return left;
}

const OMITTED = /^\[Omitted long (matching line|context line|line with \d+ matches)\]$/;
const COLON = 0x3a;
const HYPHEN = 0x2d;

/** Whether the line that begins there is a hit: what follows its number says so. */
export function isHitAt(text: string, begin: number): boolean {
  for (let at = begin; ; at++) {
    const char = text.charCodeAt(at);
    if (char === COLON) return true;
    if (char === HYPHEN || Number.isNaN(char)) return false;
  }
}

/** The line, from `number:offset:text`. */
export function lineIn(printed: string): Line {
  const first = printed.search(/[:-]/);
  const mark = printed[first] as ":" | "-";
  const second = printed.indexOf(mark, first + 1);
  const raw = printed.slice(second + 1).replace(/\r$/, "");
  return {
    kind: mark === ":" ? "hit" : "context",
    line: Number(printed.slice(0, first)),
    offset: Number(printed.slice(first + 1, second)),
    raw: OMITTED.test(raw) ? undefined : raw,
  };
}
