// Search in texts that are not files. The rows are those of the same texts as files.
//
// A source may hold more than fits into memory and brings its texts one by one. Their lines are kept while there is room; of a large
// result only the counts, and the texts of the page are asked for once more, as they are for windows into long lines.
import { setMaxListeners } from "node:events";
import { ok, type Result } from "../failure.ts";
import { untilClosed } from "../workspace/until-closed.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { pageAt } from "./page.ts";
import { resolveRipgrep } from "./ripgrep/resolve.ts";
import type { Runs } from "./ripgrep/run.ts";
import { MAX_RUNS } from "./search.ts";
import { readPage } from "./text-page.ts";
import { TextScan } from "./text-scan.ts";
import type { TextQuery, TextResult, TextSource, VirtualText } from "./text-source.ts";

/** Answers a query about some texts. */
export function searchTexts(query: TextQuery, texts: readonly VirtualText[], workspace: Workspace, signal: AbortSignal): Promise<Result<TextResult>> {
  const source: TextSource = async (wanted, take) => {
    for (const text of texts) if (wanted(text.name) && (await take(text)) === "stop") return ok({ ended: "stopped", isOne: false });
    return ok({ ended: "end", isOne: texts.length === 1 });
  };
  return inTurn(query, workspace, signal, (runs) => searchSource(query, source, runs));
}

/** Lets a search wait for its turn among the workspace's searches; then its time begins. */
export async function inTurn<T>(
  { limits }: TextQuery,
  workspace: Workspace,
  signal: AbortSignal,
  search: (runs: Runs) => Promise<Result<T>>,
): Promise<Result<T>> {
  const both = untilClosed(signal, workspace);
  setMaxListeners(MAX_RUNS, both);
  return workspace.searches.run(async () => {
    const ripgrep = await resolveRipgrep(workspace.settings.ripgrep, workspace.settings.workdir);
    return ripgrep.ok ? search({ ripgrep: ripgrep.value, signal: both, deadline: performance.now() + limits.timeMs }) : ripgrep;
  }, both);
}

/** Answers a query about all texts of a source. */
export async function searchSource(query: TextQuery, source: TextSource, runs: Runs): Promise<Result<TextResult>> {
  const scan = new TextScan(runs, query);
  const brought = await source(
    () => true,
    (text) => scan.take(text),
    runs,
  );
  if (!brought.ok) return brought;
  const scanned = await scan.end();
  if (!scanned.ok) return scanned;
  const { isOne, ended } = brought.value;
  const texts = scan.found(query.order);
  const page = texts.slice(query.page.skip, query.page.skip + query.page.take);
  const asked = { ...query, content: { ...query.content, hitsPerFile: isOne ? query.hitsOfOne : query.content.hitsPerFile } };
  const shown = await readPage(runs, asked, page, source);
  if (!shown.ok) return shown;
  const exact = ended === "end" && scanned.value === "exit";
  const total = { count: texts.length, exact };
  return ok({
    ...shown.value,
    page: pageAt(query.page.skip, page.length, total),
    totals: { entries: total, hits: { count: texts.reduce((sum, { count }) => sum + count, 0), exact } },
    tooLarge: scan.tooLarge,
    ...(exact ? {} : { incomplete: "time" }),
  });
}
