// Readers of what ripgrep prints with --null: names, names with counts, and any records of that form.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Reader } from "./run.ts";

/** Reads `path NUL path NUL …` (--files, -l). */
export function readNames(onName: (name: RawPath) => unknown): Reader {
  let rest = "";
  return (chunk) => {
    const text = rest + chunk.toString("latin1");
    let start = 0;
    for (let end = text.indexOf("\0"); end !== -1; end = text.indexOf("\0", start)) {
      onName(withoutDot(text.slice(start, end)));
      start = end + 1;
    }
    rest = text.slice(start);
    return undefined;
  };
}

/** Reads `path NUL count NEWLINE …` (-c). */
export function readCounts(onCount: (name: RawPath, count: number) => unknown): Reader {
  return readRecords((path, count) => {
    onCount(withoutDot(path), Number(count));
    return undefined;
  });
}

/** Reads `head NUL rest NEWLINE …`; what is not finished when nothing more comes goes to `onRest`. */
export function readRecords(onRecord: (head: string, rest: string) => "stop" | undefined, onRest: (text: string) => unknown = () => {}): Reader {
  let unfinished = "";
  const read = (chunk: Buffer): "stop" | undefined => {
    const text = unfinished + chunk.toString("latin1");
    let start = 0;
    for (;;) {
      const zero = text.indexOf("\0", start);
      const end = zero === -1 ? -1 : text.indexOf("\n", zero);
      if (end === -1) break;
      if (onRecord(text.slice(start, zero), text.slice(zero + 1, end)) === "stop") return "stop";
      start = end + 1;
    }
    unfinished = text.slice(start);
    return undefined;
  };
  return Object.assign(read, { end: () => void onRest(unfinished) });
}

/** ripgrep prints the `./` it was given. */
export function withoutDot(path: RawPath): RawPath {
  return path.startsWith("./") ? path.slice(2) : path;
}
