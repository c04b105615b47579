// Readers of what ripgrep prints with --null: names, names with counts, and any records of that form.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Reader } from "./run.ts";

const DOT = 0x2e;
const SLASH = 0x2f;

/** Reads `path NUL path NUL …` (--files, -l). Each name is a string of its own: a part of a longer one is slower to compare. */
export function readNames(onName: (name: RawPath) => unknown): Reader {
  let rest = "";
  const read = (chunk: Buffer): undefined => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      onName(rest === "" ? nameIn(chunk, start, end) : withoutDot(rest + chunk.toString("latin1", start, end)));
      rest = "";
      start = end + 1;
    }
    rest += chunk.toString("latin1", start);
    return undefined;
  };
  const all = (printed: string): void => {
    const names = printed.split("\0");
    names.pop(); // what comes after the last one's end
    for (const name of names) onName(withoutDot(name));
  };
  return Object.assign(read, { viaFile: true, all });
}

function nameIn(chunk: Buffer, start: number, end: number): RawPath {
  const hasDot = chunk[start] === DOT && chunk[start + 1] === SLASH;
  return chunk.toString("latin1", hasDot ? start + 2 : start, end);
}

/** Reads `path NUL count NEWLINE …` (-c). */
export function readCounts(onCount: (name: RawPath, count: number) => unknown): Reader {
  const onRecord = (path: RawPath, count: string): undefined => {
    onCount(withoutDot(path), Number(count));
  };
  return Object.assign(readRecords(onRecord), { viaFile: true, all: (printed: string) => void eachRecord(printed, onRecord) });
}

type OnRecord = (head: string, rest: string) => "stop" | undefined;

/** Reads `head NUL rest NEWLINE …`; what is not finished when nothing more comes goes to `onRest`. */
export function readRecords(onRecord: OnRecord, onRest: (text: string) => unknown = () => {}): Reader {
  let unfinished = "";
  const read = (chunk: Buffer): "stop" | undefined => {
    const rest = eachRecord(unfinished + chunk.toString("latin1"), onRecord);
    if (rest === undefined) return "stop";
    unfinished = rest;
    return undefined;
  };
  return Object.assign(read, { end: () => void onRest(unfinished) });
}

/** Gives what is not finished; undefined if it was stopped. */
function eachRecord(text: string, onRecord: OnRecord): string | undefined {
  let start = 0;
  for (;;) {
    const zero = text.indexOf("\0", start);
    const end = zero === -1 ? -1 : text.indexOf("\n", zero);
    if (end === -1) return text.slice(start);
    if (onRecord(text.slice(start, zero), text.slice(zero + 1, end)) === "stop") return undefined;
    start = end + 1;
  }
}

/** ripgrep prints the `./` it was given. */
export function withoutDot(path: RawPath): RawPath {
  return path.startsWith("./") ? path.slice(2) : path;
}
