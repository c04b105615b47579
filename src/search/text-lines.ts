// Lines of texts that are in memory, found by ripgrep on its stdin, as it would find them in files: regexes run in linear time, and mean the same.
import { ok, type Result } from "../failure.ts";
import type { LinesQuery } from "./long-rows.ts";
import type { ContentQuery } from "./query.ts";
import { lineArguments, matchArguments, STDIN } from "./ripgrep/arguments.ts";
import { type Hit, readHits } from "./ripgrep/hits.ts";
import { type RunOutcome, type Runs, runRipgrep } from "./ripgrep/run.ts";
import type { Line } from "./rows.ts";

export interface TextSink {
  /** Gets a line and the index of its text; the lines of a text come in order. */
  add(text: number, line: Line): void;
  /** What came of this text does not count: it comes again. */
  forget(text: number): void;
}

const [NEWLINE, RETURN] = [10, 13];
/** Stands between texts where matches may span lines: no character of a pattern matches a byte that is not UTF-8, so no match gets past it. */
const FENCE = Buffer.from([0xff, NEWLINE]);
const NOTHING = Buffer.alloc(0);
const TWO_FENCES = Buffer.concat([FENCE, FENCE]);
const NEWLINE_AND_FENCE = Buffer.from([NEWLINE, ...FENCE]);
/** `\A`, `\z`, or flags taken away: `(?-m)` makes them of `^` and `$`, `(?-u)` matches any byte. Such a pattern sees whether a text is alone. */
const SEES_NEIGHBOURS = /\\[Az]|\(\?[a-zA-Z]*-/;
/** What is true at the end of a text, and not before a fence. */
const SEES_END = /\$|\\B|\\b\{/;
/** Hits without their text. */
export const NUMBERS_ONLY: ContentQuery = { before: 0, after: 0, columns: 1, onlyMatching: false, gaps: false, hitsPerFile: Number.POSITIVE_INFINITY };

/**
 * Finds the lines, hits and context, of texts (UTF-8, no NUL, no byte order mark), of which all but the last must be `canBeJoined`. Context
 * may reach over from a neighbouring text; such lines are near no hit of their own, and whoever shows lines leaves them out (rows.ts).
 */
export function readTexts(runs: Runs, query: LinesQuery, texts: readonly Buffer[], sink: TextSink): Promise<Result<RunOutcome["ended"]>> {
  return query.multiline && texts.length > 1 ? readAcrossLines(runs, query, texts, sink) : read(runs, query, joined(texts, endOf), sink.add);
}

/** Whether another text may follow in the same run: a newline is added where there is none at the end, and some patterns see that. */
export function canBeJoined(text: Buffer, { pattern }: Pick<LinesQuery, "pattern">): boolean {
  const last = text.at(-1);
  return last === undefined || last === NEWLINE || (last !== RETURN && !SEES_NEIGHBOURS.test(pattern));
}

/**
 * One run for all texts, with a fence behind each. Where that may show a text otherwise than it is, the run only tells in which texts a match
 * is possible, and those get a run of their own. Nothing is missed: what matches in a text alone matches also when a newline follows.
 */
async function readAcrossLines(runs: Runs, query: LinesQuery, texts: readonly Buffer[], sink: TextSink): Promise<Result<RunOutcome["ended"]>> {
  if (SEES_NEIGHBOURS.test(query.pattern)) return readAlone(runs, query, texts, texts.keys(), sink);
  const seesEnd = SEES_END.test(query.pattern);
  const whole = joined(texts, (text) => (seesEnd ? NEWLINE_AND_FENCE : isOpen(text) ? TWO_FENCES : FENCE));
  const again = new Set<number>();
  const doubt = (index: number): void => {
    again.add(index);
    sink.forget(index);
  };
  const ended = await read(runs, query, whole, (index, line) => {
    const { lines } = whole.texts[index] as Placed;
    const isFenced = line.line === lines && index < texts.length - 1 && isOpen(texts[index] as Buffer); // its newline is not the text's
    if (line.line > lines) {
      if (line.kind === "hit") doubt(index + 1); // a match that begins in a fence's newline may go on behind it
    } else if (line.kind === "hit" && (seesEnd || isFenced)) doubt(index);
    else if (!again.has(index)) sink.add(index, isFenced ? { ...line, raw: line.raw?.replace(/\xff$/, "") } : line);
  });
  return ended.ok && ended.value === "exit" ? readAlone(runs, query, texts, again, sink) : ended;
}

/** The newline that a text's last line has not. */
function endOf(text: Buffer): Buffer {
  return Buffer.alloc(isOpen(text) ? 1 : 0, NEWLINE);
}

async function readAlone(
  runs: Runs,
  query: LinesQuery,
  texts: readonly Buffer[],
  which: Iterable<number>,
  sink: TextSink,
): Promise<Result<RunOutcome["ended"]>> {
  for (const index of which) {
    const ended = await read(runs, query, joined([texts[index] as Buffer], endOf), (_, line) => sink.add(index, line));
    if (!ended.ok || ended.value !== "exit") return ended;
  }
  return ok("exit");
}

/** Texts one behind the other. */
interface Joined {
  readonly bytes: Buffer;
  readonly texts: readonly Placed[];
}

/** Where a text begins, and how many lines it has. */
interface Placed {
  readonly offset: number;
  readonly linesBefore: number;
  readonly lines: number;
}

/** Puts something between the texts; behind the last there is nothing, as if it were alone. */
function joined(texts: readonly Buffer[], behind: (text: Buffer) => Buffer): Joined {
  if (texts.length === 1) return { bytes: texts[0] as Buffer, texts: [{ offset: 0, linesBefore: 0, lines: Number.POSITIVE_INFINITY }] };
  const parts: Buffer[] = [];
  const placed: Placed[] = [];
  let [offset, linesBefore] = [0, 0];
  for (const [index, text] of texts.entries()) {
    const between = index === texts.length - 1 ? NOTHING : behind(text);
    const newlines = newlinesIn(text);
    parts.push(text, between);
    placed.push({ offset, linesBefore, lines: newlines + (isOpen(text) ? 1 : 0) });
    offset += text.length + between.length;
    linesBefore += newlines + newlinesIn(between);
  }
  return { bytes: Buffer.concat(parts, offset), texts: placed };
}

/** Its last line has no newline. */
function isOpen(text: Buffer): boolean {
  return text.length > 0 && text.at(-1) !== NEWLINE;
}

function newlinesIn(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/** One run of ripgrep; each line is given to the text it is in, with its number and offset there. */
async function read(runs: Runs, query: LinesQuery, { bytes, texts }: Joined, add: TextSink["add"]): Promise<Result<RunOutcome["ended"]>> {
  const args = [...matchArguments(query), ...lineArguments(query.content), ...STDIN];
  const outcome = await runRipgrep({ ...runs, args, cwd: "/", stdin: () => [bytes] }, () => {
    let at = 0;
    return readHits((hit: Hit) => {
      if (hit.kind === "binary" || hit.kind === "stopped") return undefined; // there is no NUL in a text
      while (hit.line > (texts[at + 1]?.linesBefore ?? Number.POSITIVE_INFINITY)) at++;
      const { offset, linesBefore } = texts[at] as Placed;
      add(at, { kind: hit.kind, line: hit.line - linesBefore, offset: hit.offset - offset, raw: hit.raw });
      return undefined;
    });
  });
  return outcome.ok ? ok(outcome.value.ended) : outcome;
}
