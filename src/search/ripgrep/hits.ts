// A reader of ripgrep's lines: `path NUL number:offset:text` for hits, `-` instead of `:` for context. Long lines do not come
// (--max-columns), so nothing here grows; JSON would bring them, and a list of every match on them.
import type { RawPath } from "../../workspace/raw-path.ts";
import { readRecords, withoutDot } from "./listing.ts";
import type { Reader } from "./run.ts";

/** One line of the output. */
export type Hit = LineHit | Notice;

/** A file that was named turned out to be binary, and matches; or the search of one that a walk met was stopped at a NUL, after matches. */
export type Notice = { readonly kind: "binary"; readonly path: RawPath } | { readonly kind: "stopped"; readonly path: RawPath };

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
export function readHits(onHit: (hit: Hit) => "stop" | undefined): Reader {
  const passNotices = (text: string): string => withoutNotices(text, onHit);
  return readRecords((head, rest) => onHit(lineHit(withoutDot(passNotices(head)), rest)), passNotices);
}

const NOTICE = /^([^\0]*?): (WARNING: stopped searching binary file after match|binary file matches) \(found .*? around offset \d+\)\n/;

/** Notices about binary files have no NUL and stand before the next path; what is left is that path, which may have a newline in it, too. */
function withoutNotices(text: string, onNotice: (notice: Notice) => unknown): string {
  if (!text.includes("\n")) return text; // nearly always
  let left = text;
  for (let notice = NOTICE.exec(left); notice !== null; notice = NOTICE.exec(left)) {
    onNotice({ kind: notice[2] === "binary file matches" ? "binary" : "stopped", path: withoutDot(notice[1] as string) });
    left = left.slice(notice[0].length);
  }
  return left;
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
