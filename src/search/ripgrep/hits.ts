// A reader of ripgrep's lines: `path NUL number:offset:text` for hits, `-` instead of `:` for context. Long lines do not come
// (--max-columns), so nothing here grows; JSON would bring them, and a list of every match on them.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Reader } from "./run.ts";

/** One line of the output. */
export type Hit = LineHit | { readonly kind: "binary"; readonly path: RawPath };

export interface LineHit {
  readonly kind: "hit" | "context";
  readonly path: RawPath;
  readonly line: number;
  /** Bytes before the line (with `onlyMatching`, before the match). */
  readonly offset: number;
  /** One character per byte, without the line's end; undefined if it was too long to be printed. */
  readonly raw: string | undefined;
}

/** Reads lines; the callback may stop the run. */
export function readHits(onHit: (hit: Hit) => "stop" | undefined): Reader & { end(): void } {
  let rest = "";
  const read = (chunk: Buffer): "stop" | undefined => {
    const text = rest + chunk.toString("latin1");
    let start = 0;
    for (;;) {
      const zero = text.indexOf("\0", start);
      const end = zero === -1 ? -1 : text.indexOf("\n", zero);
      if (end === -1) break;
      const nameStart = passNotices(text, start, zero, onHit);
      if (onHit(lineHit(pathAt(text, nameStart, zero), text.slice(zero + 1, end))) === "stop") return "stop";
      start = end + 1;
    }
    rest = text.slice(start);
    return undefined;
  };
  return Object.assign(read, { end: () => void passNotices(rest, 0, rest.length, onHit) });
}

const NOTICE = /^([^\0]*?): (WARNING: stopped searching binary file after match|binary file matches) \(found .*? around offset \d+\)\n/;

/** Notices about binary files have no NUL and stand before the next path; where that begins. */
function passNotices(text: string, start: number, end: number, onHit: (hit: Hit) => unknown): number {
  let at = start;
  while (text.indexOf("\n", at) !== -1 && text.indexOf("\n", at) < end) {
    const notice = NOTICE.exec(text.slice(at, end));
    if (notice === null) break; // a path with a newline in it
    if (notice[2] === "binary file matches") onHit({ kind: "binary", path: withoutDot(notice[1] as string) });
    at += notice[0].length;
  }
  return at;
}

function pathAt(text: string, start: number, end: number): RawPath {
  return withoutDot(text.slice(start, end));
}

function withoutDot(path: RawPath): RawPath {
  return path.startsWith("./") ? path.slice(2) : path;
}

const OMITTED = /^\[Omitted long (matching line|context line|line with \d+ matches)\]$/;

function lineHit(path: RawPath, text: string): LineHit {
  const first = text.search(/[:-]/);
  const mark = text[first] as ":" | "-";
  const second = text.indexOf(mark, first + 1);
  const raw = text.slice(second + 1).replace(/\r$/, "");
  return {
    kind: mark === ":" ? "hit" : "context",
    path,
    line: Number(text.slice(0, first)),
    offset: Number(text.slice(first + 1, second)),
    raw: OMITTED.test(raw) ? undefined : raw,
  };
}
