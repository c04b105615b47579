// Asks a few questions before anybody else does: code that has run some times is compiled, and answers several times faster.
import type { Inquiry } from "./inquiry.ts";
import type { What } from "./verify.ts";

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
const WHATS: readonly What[] = ["names", "counts", "lines"];
const CONTENT = { before: 1, after: 1, columns: 1_000, onlyMatching: false, gaps: false, hitsPerFile: Number.POSITIVE_INFINITY };
const LIMITS = { timeMs: 0, receiptMs: 0, multilineBytes: 1, wholeBytes: 65_536, textChars: 1_000 };
const BUDGET = { maxCandidates: 1_000, trial: 1, budgetMs: 200, leftMs: 0, patienceMs: 0 };
const ROUNDS = 12;
const MAX_MS = 2_500;

/** Ends early when somebody asks in earnest. */
export async function warmUp(ask: (inquiry: Inquiry) => Promise<unknown>, isOver: () => boolean): Promise<void> {
  const end = performance.now() + MAX_MS;
  for (let round = 0; round < ROUNDS; round++) {
    for (const inquiry of inquiries()) {
      if (isOver() || performance.now() > end) return;
      await ask(inquiry);
      await new Promise(setImmediate);
    }
  }
}

function* inquiries(): Generator<Inquiry> {
  for (const pattern of PATTERNS) {
    const query = { pattern, caseInsensitive: false, multiline: false, order: "newest" as const, content: CONTENT, limits: LIMITS };
    for (const what of WHATS) {
      const isLines = what === "lines";
      const reach = { order: isLines ? ("path" as const) : ("newest" as const), unit: isLines ? ("hits" as const) : ("entries" as const), least: 20, most: 20 };
      for (const far of [undefined, reach]) yield { below: "", filter: { globs: [] }, query, what, reach: far, budget: BUDGET, isRipgrepKnown: true };
    }
  }
}
