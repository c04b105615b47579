// From what a search asks to what the index is asked: reads the pattern, and says how candidates are verified, and how many may be.
import type { ContentQuery, SearchQuery } from "../query.ts";
import { maxLineBytes, ONLY_MATCHING_MAX_BYTES } from "../ripgrep/arguments.ts";
import { type AcrossLines, acrossLinesOf } from "./pattern/across-lines.ts";
import { wantedOf } from "./pattern/pattern.ts";
import { type Proven, type ProvenQuery, provenOf } from "./pattern/proven.ts";
import type { Wanted } from "./pattern/wanted.ts";
import type { Place, Question } from "./protocol.ts";
import type { Reach } from "./verify/in-order.ts";
import { canVerify, type Shape, type What } from "./verify/verify.ts";
import type { Budget } from "./worth.ts";

/** What a search asks about a directory. */
export interface Inquiry extends Place {
  readonly query: Pick<SearchQuery, "pattern" | "caseInsensitive" | "multiline" | "order" | "content" | "limits">;
  /** What is to be printed, and how far it is needed. */
  readonly what: What;
  readonly reach: Reach | undefined;
  readonly budget: Budget;
  /** ripgrep's ways are those that were learned. */
  readonly isRipgrepKnown: boolean;
  /** It was announced after the call had come: all that was learned of the tree since then counts. */
  readonly isAnnounced: boolean;
}

/** Why the index is no use. */
export type Useless = "pattern says nothing to look up" | "pattern is not understood" | "plain is as fast";

/** Candidates that are listed at a time, after a first few. */
const MAX_BATCH = 1_000;
/** Without a text to look for, be it a single letter, ripgrep takes about so many times as long: that is measured for all patterns together. */
export const WITHOUT_TEXT = 1.5;

export function questionOf({ below, filter, hidden, query, what, reach, budget, isRipgrepKnown }: Inquiry): Question | Useless {
  const { wanted, proven, isAcross } = patternOf(query);
  const { maxCandidates, trial, budgetMs, leftMs } = budget;
  const isProven = isRipgrepKnown && isVerifiable(proven, query, what);
  // Where ripgrep verifies, to look at the first few is a try, which must not cost much. In order, files can be looked at whatever is in them.
  const isInOrder = reach !== undefined && (isProven || trial >= 1);
  if (!isInOrder && !isProven && wanted === undefined) return "pattern is not understood";
  if (!isInOrder && !isProven && wanted === "anything") return "pattern says nothing to look up";
  if (!isProven && maxCandidates < 1) return "plain is as fast";
  const maxChars = what === "lines" ? query.limits.wholeBytes : Number.POSITIVE_INFINITY;
  return {
    below,
    filter,
    hidden,
    wanted: wanted ?? "anything",
    span: isAcross ? "owner" : "piece",
    maxBytes: maxBytesOf(query, what),
    maxCandidates: isProven || !isInOrder ? maxCandidates : reach.isTrial ? trial : Math.min(maxCandidates, MAX_BATCH),
    ...(isInOrder ? { reach: reachFor(reach, isAcross) } : {}),
    ...(isProven
      ? {
          verification: {
            proven,
            shape: shapeOf(what, query.content),
            maxChars,
            budgetMs: budgetMs * (hasText(proven) ? 1 : WITHOUT_TEXT),
            leftMs,
            isNewestFirst: query.order === "newest",
          },
        }
      : {}),
  };
}

export interface Pattern {
  readonly wanted: Wanted | undefined;
  readonly proven: Proven | AcrossLines | undefined;
  /** Matches may run over the ends of lines. */
  readonly isAcross: boolean;
}

/** What was read last: who asked for names often asks for lines of the same next. */
let last: { readonly query: ProvenQuery; readonly pattern: Pattern } | undefined;

export function patternOf(query: ProvenQuery): Pattern {
  if (last === undefined || !isSame(last.query, query)) last = { query, pattern: readPattern(query) };
  return last.pattern;
}

function isSame(one: ProvenQuery, other: ProvenQuery): boolean {
  return one.pattern === other.pattern && one.caseInsensitive === other.caseInsensitive && one.multiline === other.multiline;
}

function readPattern(query: ProvenQuery): Pattern {
  const onLines = provenOf(query);
  return { wanted: wantedOf(query), proven: onLines ?? acrossLinesOf(query), isAcross: query.multiline && onLines === undefined };
}

function hasText(proven: Proven | AcrossLines): boolean {
  if ("match" in proven || proven.needles.length > 0) return true;
  return proven.row === undefined ? proven.automata === undefined : proven.row.letters.length > 0;
}

/** What is counted of matches across lines is not how many lines they have. */
function reachFor(reach: Reach, isAcross: boolean): Reach {
  return isAcross ? { ...reach, skipped: 0, isRestCounted: false } : reach;
}

function isVerifiable(proven: Pattern["proven"], { content }: Inquiry["query"], what: What): proven is Proven | AcrossLines {
  return proven !== undefined && !(what === "lines" && content.onlyMatching) && canVerify(proven, what);
}

/** Larger files are left out, as ripgrep leaves them out. */
function maxBytesOf({ multiline, content, limits }: Inquiry["query"], what: What): number {
  const sizes = [...(multiline ? [limits.multilineBytes] : []), ...(content.onlyMatching && what === "lines" ? [ONLY_MATCHING_MAX_BYTES] : [])];
  return Math.min(Number.MAX_SAFE_INTEGER, ...sizes);
}

function shapeOf(what: What, content: ContentQuery): Shape {
  return what === "lines" ? { what, before: content.before, after: content.after, maxBytes: maxLineBytes(content), columns: content.columns } : { what };
}
