// Readers of ripgrep's NUL-separated lists: names, and names with counts.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Reader } from "./run.ts";

/** Reads `path NUL path NUL …` (--files, -l). */
export function readNames(onName: (name: RawPath) => unknown): Reader {
  let rest = "";
  return (chunk) => {
    const text = rest + chunk.toString("latin1");
    let start = 0;
    for (let end = text.indexOf("\0"); end !== -1; end = text.indexOf("\0", start)) {
      onName(withoutDot(text, start, end));
      start = end + 1;
    }
    rest = text.slice(start);
    return undefined;
  };
}

/** Reads `path NUL count NEWLINE …` (-c). */
export function readCounts(onCount: (name: RawPath, count: number) => unknown): Reader {
  let rest = "";
  return (chunk) => {
    const text = rest + chunk.toString("latin1");
    let start = 0;
    for (;;) {
      const zero = text.indexOf("\0", start);
      const end = zero === -1 ? -1 : text.indexOf("\n", zero);
      if (end === -1) break;
      onCount(withoutDot(text, start, zero), Number(text.slice(zero + 1, end)));
      start = end + 1;
    }
    rest = text.slice(start);
    return undefined;
  };
}

function withoutDot(text: string, start: number, end: number): RawPath {
  return text.startsWith("./", start) ? text.slice(start + 2, end) : text.slice(start, end);
}
