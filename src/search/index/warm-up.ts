// Asks a few questions before anybody else does: code that has run some times is compiled, and answers several times faster.
import { wantedOf } from "./pattern.ts";
import type { Question } from "./protocol.ts";
import { provenOf } from "./proven.ts";
import type { Shape } from "./verify.ts";

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
const SHAPES: readonly Shape[] = [{ what: "names" }, { what: "counts" }, { what: "lines", before: 1, after: 1, maxBytes: 4_000, columns: 1_000 }];
const ROUNDS = 12;
const BUDGET_MS = 200;
const MAX_MS = 2_500;

/** Ends early when somebody asks in earnest. */
export async function warmUp(ask: (question: Question) => Promise<unknown>, isOver: () => boolean): Promise<void> {
  const end = performance.now() + MAX_MS;
  for (let round = 0; round < ROUNDS; round++) {
    for (const question of questions()) {
      if (isOver() || performance.now() > end) return;
      await ask(question);
      await new Promise(setImmediate);
    }
  }
}

function* questions(): Generator<Question> {
  const place = { below: "", filter: { globs: [] }, maxBytes: Number.MAX_SAFE_INTEGER, maxCandidates: 1_000, span: "piece" as const };
  for (const pattern of PATTERNS) {
    const query = { pattern, caseInsensitive: false, multiline: false };
    const [wanted, proven] = [wantedOf(query), provenOf(query)];
    if (wanted === undefined || proven === undefined) continue;
    for (const shape of SHAPES) {
      const question = { ...place, wanted, verification: { proven, shape, maxChars: 65_536, budgetMs: BUDGET_MS, isNewestFirst: true } };
      yield question;
      yield {
        ...question,
        reach: { order: shape.what === "lines" ? "path" : "newest", unit: shape.what === "lines" ? "hits" : "entries", least: 20, most: 20 },
      };
    }
  }
}
