// A reader of ripgrep's JSON events. A line of any length costs no more than MAX_EVENT_BYTES.
import { type RawPath, rawOf } from "../../workspace/raw-path.ts";
import type { Reader } from "./run.ts";

/** What ripgrep found in one file, in order. */
export type Event =
  | { readonly kind: "begin"; readonly path: RawPath }
  | LineEvent
  /** A matching line too long to be read; it must be looked up in the file. */
  | { readonly kind: "overlong"; readonly path: RawPath }
  | { readonly kind: "end"; readonly path: RawPath; readonly binary: boolean };

export interface LineEvent {
  readonly kind: "hit" | "context";
  readonly path: RawPath;
  /** 1-based number of the first line. */
  readonly line: number;
  /** Bytes before that line. */
  readonly offset: number;
  /** One line, or all lines of a match that spans several, with their ends. */
  readonly bytes: Buffer;
  /** Byte ranges in `bytes`. */
  readonly matches: readonly (readonly [number, number])[];
}

const MAX_EVENT_BYTES = 512 * 1024;
const NEWLINE = 10;

/** Reads events; the callback may stop the run. A line that grows too long is told of at once, and the rest of it passed over. */
export function readEvents(onEvent: (event: Event) => "stop" | undefined): Reader {
  let pieces: Buffer[] = [];
  let length = 0;
  let path: RawPath = "";

  const keep = (piece: Buffer): "stop" | undefined => {
    const wasOverlong = length > MAX_EVENT_BYTES;
    length += piece.length;
    if (wasOverlong) return undefined;
    pieces.push(piece);
    return length > MAX_EVENT_BYTES && isHit(pieces[0] as Buffer) ? onEvent({ kind: "overlong", path }) : undefined;
  };
  const finishLine = (): "stop" | undefined => {
    const event = length > MAX_EVENT_BYTES ? undefined : eventOf(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces));
    pieces = [];
    length = 0;
    if (event?.kind === "begin") path = event.path;
    return event === undefined ? undefined : onEvent(event);
  };
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (keep(chunk.subarray(start, end)) === "stop" || finishLine() === "stop") return "stop";
      start = end + 1;
    }
    return start < chunk.length ? keep(chunk.subarray(start)) : undefined;
  };
}

function isHit(line: Buffer): boolean {
  return line.subarray(0, 15).toString("latin1") === '{"type":"match"';
}

interface Text {
  readonly text?: string;
  readonly bytes?: string;
}

interface RawEvent {
  readonly type: "begin" | "match" | "context" | "end" | "summary";
  readonly data: {
    readonly path?: Text;
    readonly lines?: Text;
    readonly line_number?: number;
    readonly absolute_offset?: number;
    readonly submatches?: readonly { readonly start: number; readonly end: number }[];
    readonly binary_offset?: number | null;
  };
}

function eventOf(line: Buffer): Event | undefined {
  const { type, data } = JSON.parse(line.toString("utf8")) as RawEvent;
  const path = rawPathOf(data.path);
  switch (type) {
    case "begin":
      return { kind: "begin", path };
    case "end":
      return { kind: "end", path, binary: typeof data.binary_offset === "number" };
    case "match":
    case "context":
      return {
        kind: type === "match" ? "hit" : "context",
        path,
        line: data.line_number ?? 1,
        offset: data.absolute_offset ?? 0,
        bytes: bytesOf(data.lines),
        matches: (data.submatches ?? []).map(({ start, end }) => [start, end]),
      };
    case "summary":
      return undefined;
  }
}

function rawPathOf(path: Text | undefined): RawPath {
  const raw = path?.bytes === undefined ? rawOf(path?.text ?? "") : Buffer.from(path.bytes, "base64").toString("latin1");
  return raw.startsWith("./") ? raw.slice(2) : raw;
}

function bytesOf(lines: Text | undefined): Buffer {
  return lines?.bytes === undefined ? Buffer.from(lines?.text ?? "", "utf8") : Buffer.from(lines.bytes, "base64");
}
