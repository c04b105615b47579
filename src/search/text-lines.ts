// Lines of texts that are in memory, found by ripgrep on its stdin, as it would find them in files: regexes run in linear time, and mean the same.
import { ok, type Result } from "../failure.ts";
import type { LinesQuery } from "./long-rows.ts";
import type { ContentQuery } from "./query.ts";
import { lineArguments, matchArguments, STDIN } from "./ripgrep/arguments.ts";
import { type Hit, readHits } from "./ripgrep/hits.ts";
import { type RunOutcome, type Runs, runRipgrep } from "./ripgrep/run.ts";
import type { Line } from "./rows.ts";

/** Gets a line and the index of its text; texts come in order, and so do their lines. */
export type TextSink = (text: number, line: Line) => void;

const [NEWLINE, RETURN] = [10, 13];
/** Starting a process for each of a few texts costs less than looking for those that are worth it. */
const FEW_TEXTS = 4;
/** `\A`, `\z`, or `(?-m)`, which makes them of `^` and `$`: such a pattern sees where a text begins and ends. */
const SEES_ENDS = /\\[Az]|\(\?[a-zA-Z]*-/;
/** Hits without their text. */
export const NUMBERS_ONLY: ContentQuery = { before: 0, after: 0, columns: 1, onlyMatching: false, gaps: false, hitsPerFile: Number.POSITIVE_INFINITY };

/**
 * Finds the lines, hits and context, of texts (UTF-8, no NUL, no byte order mark), of which all but the last must be `canBeJoined`. Context
 * may reach over from a neighbouring text; such lines are near no hit of their own, and whoever shows lines leaves them out (rows.ts).
 */
export async function readTexts(runs: Runs, query: LinesQuery, texts: readonly Buffer[], sink: TextSink): Promise<Result<RunOutcome["ended"]>> {
  if (!query.multiline || texts.length <= 1) return read(runs, query, joined(texts, { blankLines: 0 }), sink);
  const possible = await mayMatch(runs, query, texts);
  if (!possible.ok) return possible;
  for (const index of possible.value) {
    const ended = await read(runs, query, joined([texts[index] as Buffer], { blankLines: 0 }), (_, line) => sink(index, line));
    if (!ended.ok || ended.value !== "exit") return ended;
  }
  return ok("exit");
}

/** Whether another text may follow in the same run: a newline is added where there is none at the end, and some matches would see it. */
export function canBeJoined(text: Buffer, { pattern }: Pick<LinesQuery, "pattern">): boolean {
  const last = text.at(-1);
  return last === undefined || last === NEWLINE || (last !== RETURN && !SEES_ENDS.test(pattern));
}

/**
 * The texts in which a match over several lines is possible, in order. All are searched as one: a match in one of them is also one there,
 * unless another begins before it and covers it, or, if it is empty, ends right before it: then the blank line between them is a hit.
 */
async function mayMatch(runs: Runs, query: LinesQuery, texts: readonly Buffer[]): Promise<Result<readonly number[]>> {
  const all = [...texts.keys()];
  if (texts.length <= FEW_TEXTS || SEES_ENDS.test(query.pattern)) return ok(all);
  const whole = joined(texts, { blankLines: 1 });
  const possible = new Set([texts.length - 1]); // the last one's end is not as it would be alone
  const ended = await read(runs, { ...query, content: NUMBERS_ONLY }, whole, (index, { line }) => {
    possible.add(index);
    if (line > (whole.texts[index]?.lines ?? 0)) possible.add(index + 1);
  });
  return ended.ok ? ok(all.filter((index) => possible.has(index))) : ended;
}

/** Texts one behind the other. */
interface Joined {
  readonly bytes: Buffer;
  /** Where each begins, and how many lines it has. */
  readonly texts: readonly { readonly offset: number; readonly linesBefore: number; readonly lines: number }[];
}

function joined(texts: readonly Buffer[], { blankLines }: { readonly blankLines: number }): Joined {
  if (texts.length === 1) return { bytes: texts[0] as Buffer, texts: [{ offset: 0, linesBefore: 0, lines: Number.POSITIVE_INFINITY }] };
  const parts: Buffer[] = [];
  const placed: Joined["texts"][number][] = [];
  let [offset, linesBefore] = [0, 0];
  for (const [index, text] of texts.entries()) {
    const lines = linesIn(text);
    const isOpen = text.length > 0 && text.at(-1) !== NEWLINE && index < texts.length - 1;
    const between = Buffer.alloc((isOpen ? 1 : 0) + blankLines, NEWLINE);
    parts.push(text, between);
    placed.push({ offset, linesBefore, lines });
    offset += text.length + between.length;
    linesBefore += lines + blankLines;
  }
  return { bytes: Buffer.concat(parts, offset), texts: placed };
}

function linesIn(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) count++;
  return text.length > 0 && text.at(-1) !== NEWLINE ? count + 1 : count;
}

/** One run of ripgrep; each line is given to the text it is in, with its number and offset there. */
async function read(runs: Runs, query: LinesQuery, { bytes, texts }: Joined, sink: TextSink): Promise<Result<RunOutcome["ended"]>> {
  const args = [...matchArguments(query), ...lineArguments(query.content), ...STDIN];
  const outcome = await runRipgrep({ ...runs, args, cwd: "/", stdin: () => [bytes] }, () => {
    let at = 0;
    return readHits((hit: Hit) => {
      if (hit.kind === "binary") return undefined; // there is no NUL in a text
      while (hit.line > (texts[at + 1]?.linesBefore ?? Number.POSITIVE_INFINITY)) at++;
      const { offset, linesBefore } = texts[at] as Joined["texts"][number];
      sink(at, { kind: hit.kind, line: hit.line - linesBefore, offset: hit.offset - offset, raw: hit.raw });
      return undefined;
    });
  });
  return outcome.ok ? ok(outcome.value.ended) : outcome;
}
