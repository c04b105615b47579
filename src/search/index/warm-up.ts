// Asks a few questions before anybody else does: code that has run some times is compiled, and answers several times faster. While it is
// compiled, that takes time from both threads.
import { type Inquiry, patternOf } from "./inquiry.ts";
import type { What } from "./verify/verify.ts";

/** Some are rare in any tree, some are not; too common ones cost nothing. */
const PATTERNS: readonly string[] = [
  "deprecated",
  "obsolete",
  "TODO",
  "\\bunicode_\\w+",
  "raise.*error",
  "(?i)copyright notice",
  "timeout|deadline",
  "\\bget_\\w+\\(",
  "[A-Z]{14,}",
  "nowhere_zq",
];
/** Patterns that are only read, one of each kind that people ask for most. */
const READ: readonly string[] = ["some_name", "some_\\w+", "one.*other", "one|another|third"];
/** Where there are blocks, these are common. */
const OVER_LINES: readonly string[] = ["\\{\\n\\s+return ", ":\\n\\s+return "];
const WHATS: readonly What[] = ["names", "counts", "lines"];
const CONTENT = { before: 1, after: 1, columns: 1_000, onlyMatching: false, gaps: false, hitsPerFile: Number.POSITIVE_INFINITY };
const LIMITS = { timeMs: 0, receiptMs: 0, multilineBytes: 1_000_000, wholeBytes: 65_536, textChars: 1_000 };
const BUDGET = { maxCandidates: 1_000, trial: 1, budgetMs: 10_000, leftMs: 0, patienceMs: 0 };
const ROUNDS = 12;
/** All of it, and each question. */
const MAX_MS = 2_500;
const MAX_EACH_MS = 60;

/** One question after the other, as long as nobody asks in earnest. */
export class WarmUp {
  readonly #questions = questions();
  readonly #ask: (inquiry: Inquiry) => Promise<unknown>;
  #spentMs = 0;
  #startMs = 0;
  isDone = false;

  constructor(ask: (inquiry: Inquiry) => Promise<unknown>) {
    this.#ask = ask;
  }

  /** An answer is not worth waiting for any longer. */
  get isLong(): boolean {
    return performance.now() - this.#startMs > MAX_EACH_MS;
  }

  async goOn(): Promise<void> {
    const question = this.#questions.next();
    this.#startMs = performance.now();
    readPatterns();
    if (!question.done) await this.#ask(question.value);
    this.#spentMs += performance.now() - this.#startMs;
    this.isDone = question.done === true || this.#spentMs > MAX_MS;
  }
}

/** All of them, so that none is the one that was read last, and remembered. */
function readPatterns(): void {
  for (const pattern of READ) for (const caseInsensitive of [false, true]) patternOf({ pattern, caseInsensitive, multiline: false });
}

function* questions(): Generator<Inquiry> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const pattern of PATTERNS) yield* questionsAbout(pattern, false);
    for (const pattern of OVER_LINES) yield* questionsAbout(pattern, true);
  }
}

function* questionsAbout(pattern: string, multiline: boolean): Generator<Inquiry> {
  const query = { pattern, caseInsensitive: false, multiline, order: "newest" as const, content: CONTENT, limits: LIMITS };
  for (const what of WHATS) {
    const isLines = what === "lines";
    const reach = { order: isLines ? ("path" as const) : ("newest" as const), unit: isLines ? ("hits" as const) : ("entries" as const), least: 20, most: 20 };
    for (const far of [undefined, reach])
      yield { below: "", filter: { globs: [] }, hidden: true, query, what, reach: far, budget: BUDGET, isRipgrepKnown: true, isAnnounced: false };
  }
}
