// What ripgrep says on stderr: files it could not read, entries it left out and by which rule (with --debug), and refusals.
import { type RawPath, textOf } from "../../workspace/raw-path.ts";
import { withoutDot } from "./listing.ts";

export interface Messages {
  /** Files and directories it complained about. */
  readonly faults: readonly { readonly path: RawPath; readonly reason: string }[];
  /** With --debug: files that the walk left out because of their size, without a leading `./`. Invalid bytes of a name come as U+FFFD. */
  readonly tooLarge: readonly RawPath[];
  /** With --debug: files that the walk met, of which a NUL behind the first buffer was the end; named likewise. ripgrep prints the lines before it, but does not count them. */
  readonly stopped: readonly RawPath[];
  /** Everything else, without ripgrep's own prefix; bounded. */
  readonly other: string;
}

/** Why the walk left an entry out. */
export type LeftOut =
  | { readonly why: "rule"; readonly file: string; readonly glob: string }
  | { readonly why: "override"; readonly glob: string }
  | { readonly why: "hidden" | "type" | "kind" };

const BEGIN = "rg: ";
const MAX_OTHER_CHARS = 16_384;
const MAX_LINE_BYTES = 65_536;
const MAX_FAULTS = 10_000;
const MAX_LEFT_OUT = 1_000_000;

/** Reads the stream as it comes and fills `leftOut`, if anybody wants to know what else was left out, and why; `end` gives the sum. */
export function makeMessageReader(leftOut?: Map<RawPath, LeftOut>): { write(chunk: Buffer): void; end(): Messages } {
  const faults: { path: RawPath; reason: string }[] = [];
  const tooLarge: RawPath[] = [];
  const stopped: RawPath[] = [];
  let other = "";
  let rest = "";
  /** What it says begins with its name. A name with a line feed in it goes on in the next line, and so does what is wrong with a pattern. */
  let message = "";
  const readLine = (line: string): void => {
    const goesOn = message.startsWith(BEGIN) && !line.startsWith(BEGIN) && message.length < MAX_LINE_BYTES;
    if (!goesOn && message !== "") readMessage(message);
    message = goesOn ? `${message}\n${line}` : line;
  };
  const readMessage = (line: string): void => {
    if (line.startsWith("rg: DEBUG|") || line.startsWith("rg: TRACE|")) readDebug(line);
    else readComplaint(line);
  };
  const readComplaint = (line: string): void => {
    const fault = FAULT.exec(line);
    if (fault !== null && faults.length < MAX_FAULTS) faults.push({ path: withoutDot(fault[1] as string), reason: textOf(fault[2] as string) });
    else if (fault === null && other.length < MAX_OTHER_CHARS) other += `${line}\n`;
  };
  const readDebug = (line: string): void => {
    const binary = line.startsWith(OF_CONTENTS) ? FOUND_BINARY.exec(line) : null;
    if (binary !== null && Number(binary[2]) >= FIRST_BUFFER_BYTES && stopped.length < MAX_LEFT_OUT) stopped.push(withoutDot(binary[1] as string));
    const ignored = ignoredIn(line);
    const large = ignored === undefined ? null : TOO_LARGE.exec(ignored);
    if (large !== null && tooLarge.length < MAX_LEFT_OUT) tooLarge.push(nameBefore(large));
    else if (ignored !== undefined && leftOut !== undefined && leftOut.size < MAX_LEFT_OUT) explain(ignored, leftOut);
  };
  return {
    write: (chunk) => {
      const lines = (rest + chunk.toString("latin1")).split("\n");
      rest = (lines.pop() as string).slice(0, MAX_LINE_BYTES);
      for (const line of lines) readLine(line);
    },
    end: () => {
      if (rest !== "") readLine(rest);
      if (message !== "") readMessage(message);
      return { faults, tooLarge, stopped, other: textOf(other).replace(/^rg: /, "").trimEnd() };
    },
  };
}

/** `rg: ./a/b: Permission denied (os error 13)`; a loop of links is no fault of anybody's. */
const FAULT = /^rg: (.+?): ((?:IO error for operation on .*: )?[^:]*\(os error \d+\))$/s;

/** It says of each binary file that it ignores that, too; but the walk did not leave it out. */
const OF_CONTENTS = "rg: DEBUG|grep_printer::";
const FOUND_BINARY = /: ignoring (.*): found binary data at offset (\d+)$/s;
/** What ripgrep reads first of a file; of one with a NUL in there it prints nothing. */
const FIRST_BUFFER_BYTES = 65_536;

/** What is told of an entry that the walk left out. */
function ignoredIn(line: string): string | undefined {
  const start = line.startsWith(OF_CONTENTS) ? -1 : line.indexOf(": ignoring ");
  return start === -1 ? undefined : line.slice(start + ": ignoring ".length);
}

const TOO_LARGE = /: \d+ bytes$/;

function explain(ignored: string, leftOut: Map<RawPath, LeftOut>): void {
  for (const [end, read] of ENDINGS) {
    const match = end.exec(ignored);
    if (match === null) continue;
    leftOut.set(nameBefore(match), read(match));
    return;
  }
}

function nameBefore({ input, index }: RegExpExecArray): RawPath {
  return withoutDot(input.slice(0, index));
}

const ENDINGS: readonly (readonly [RegExp, (match: RegExpExecArray) => LeftOut])[] = [
  [
    /: Ignore\(IgnoreMatch\(Gitignore\(Glob \{ from: Some\((".*?[^\\]")\), original: (".*"), actual: .*$/,
    (m) => ({ why: "rule", file: debugString(m[1]), glob: debugString(m[2]) }),
  ],
  [/: Ignore\(IgnoreMatch\(Override\(.*?original: (".*"), actual: .*$/, (m) => ({ why: "override", glob: debugString(m[1]) })],
  [/: Ignore\(IgnoreMatch\(Override\(.*$/, () => ({ why: "override", glob: "" })],
  [/: Ignore\(IgnoreMatch\(Types\(.*$/, () => ({ why: "type" })],
  [/: Ignore\(IgnoreMatch\(Hidden\)\)$/, () => ({ why: "hidden" })],
  [/: failed to pass haystack filter: .*$/, () => ({ why: "kind" })],
];

/** Rust's Debug form of a string differs from JSON's only in \u{…} and \'. */
function debugString(quoted: string | undefined): string {
  const json = textOf(quoted ?? '""')
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\'/g, "'");
  try {
    return JSON.parse(json) as string;
  } catch {
    return json.slice(1, -1); // shown to a person as it is
  }
}
