// The output of a command as it is shown: trimmed, and not too long.
import { countChars, firstChars, lastChars } from "../../shell/characters.ts";
import type { Captured } from "../../shell/query.ts";
import { artifactUrl } from "../../workspace/artifacts.ts";
import { sizeText } from "../wording/size.ts";

/** Of longer output the middle is cut … */
export const MAX_OUTPUT_CHARS = 30_000;
/** … so that so much is left on either side. */
const HALF_OUTPUT_CHARS = MAX_OUTPUT_CHARS / 2;
/** What has to be known of the end for that: there may be white space after it. */
export const LAST_CHARS = HALF_OUTPUT_CHARS + 1_000;

/** The output, and a line that says how to get at what was cut. Either may be missing. */
export function outputLines(captured: Captured): readonly string[] {
  const { text, keptChars, chars, last = "" } = captured;
  const between = chars - keptChars - countChars(last);
  const start = withoutBlankLines(between === 0 ? (text + last).trimEnd() : text);
  const end = between === 0 ? "" : last.trimEnd();
  if (between === 0 && countChars(start) <= MAX_OUTPUT_CHARS) return start === "" ? [] : [start];
  return [cutMiddle(start, between, end, HALF_OUTPUT_CHARS), cutNote(captured)];
}

/** What Claude Code shows of a command that failed: nothing beyond the first characters. */
export function failedOutput({ text }: Captured): readonly string[] {
  const output = withoutBlankLines(text.trimEnd());
  return output === "" ? [] : [output];
}

/** So much of the start and of the end; `between` characters were there between the two. */
export function cutMiddle(start: string, between: number, end: string, half: number): string {
  const head = firstChars(start, half);
  const rest = between === 0 ? start.slice(head.length) + end : end;
  const tail = lastChars(rest, half);
  const cut = countChars(start) + between + countChars(end) - countChars(head) - countChars(tail);
  return `${head}\n\n... [${cut} characters truncated] ...\n\n${tail}`;
}

function cutNote({ chars, artifact }: Captured): string {
  if (artifact === undefined) return `[The output has ${chars} characters. What is missing here was not kept.]`;
  const { keptBytes, totalBytes, id } = artifact;
  const part = keptBytes === totalBytes ? "All of it is" : `The first ${sizeText(keptBytes)} of ${sizeText(totalBytes)} are`;
  return `[The output has ${chars} characters. ${part} kept as ${artifactUrl(id)}: pass that to Read as file_path, with offset and limit.]`;
}

/** Without the blank lines it begins with; white space before the first word of a line stays. */
function withoutBlankLines(text: string): string {
  const first = text.search(/\S/);
  return first < 0 ? "" : text.slice(text.lastIndexOf("\n", first) + 1);
}
