// The rows of a page of texts. Texts whose lines were not kept, and those with long lines on the page, are asked for once more.
import { ok, type Result } from "../failure.ts";
import type { RawPath } from "../workspace/raw-path.ts";
import { lineInText } from "./line-source.ts";
import { showLongRows } from "./long-rows.ts";
import type { LineRow, SearchResult } from "./query.ts";
import type { Runs } from "./ripgrep/run.ts";
import { type Line, RowCollector } from "./rows.ts";
import { readTexts } from "./text-lines.ts";
import { type FoundText, KeptLines } from "./text-scan.ts";
import type { TextQuery, TextSource, VirtualText } from "./text-source.ts";

/** When the time is over before a page was read, reading it gets this much more. */
const PAGE_GRACE_MS = 1_000;

export async function readPage(
  runs: Runs,
  query: TextQuery,
  page: readonly FoundText[],
  source: TextSource,
): Promise<Result<Pick<SearchResult, "entries" | "rows">>> {
  const names = new Set(page.filter(({ lines }) => lines === undefined || collect(query, [lines]).longRows.length > 0).map(({ name }) => name));
  const again = await readAgain({ ...runs, deadline: Math.max(runs.deadline, performance.now() + PAGE_GRACE_MS) }, query, names, source);
  if (!again.ok) return again;
  const collector = collect(
    query,
    page.map(({ name, lines }) => again.value.get(name)?.lines ?? lines ?? []),
  );
  for (const { index, line } of collector.longRows) {
    const row = collector.rows[index] as LineRow;
    const window = again.value.get(page[row.entry]?.name ?? "")?.windows.get(line.line);
    collector.rows[index] = { ...row, text: window?.text ?? "", cut: window?.cut ?? { left: true, right: true } };
  }
  return ok({ entries: page.map(({ name, count }) => ({ root: 0, name, kind: "file", count })), rows: collector.rows });
}

/** Rows of texts in order, as those of files. */
function collect({ content, limits }: TextQuery, texts: readonly (readonly Line[])[]): RowCollector {
  const collector = new RowCollector({ content, page: { unit: "entries", skip: 0, take: texts.length }, textChars: limits.textChars });
  for (const [index, lines] of texts.entries()) {
    collector.openFile(index);
    for (const line of lines) collector.add(line);
  }
  return collector;
}

interface ReadText {
  readonly lines: readonly Line[];
  /** Rows of long lines, by line number. */
  readonly windows: ReadonlyMap<number, LineRow>;
}

async function readAgain(runs: Runs, query: TextQuery, names: ReadonlySet<RawPath>, source: TextSource): Promise<Result<ReadonlyMap<RawPath, ReadText>>> {
  const read = new Map<RawPath, ReadText>();
  if (names.size === 0) return ok(read);
  let failed: Result<never> | undefined;
  const brought = await source(
    (name) => names.has(name),
    async (text) => {
      const one = await readText(runs, query, text);
      if (!one.ok) failed = one;
      else if (one.value !== undefined) read.set(text.name, one.value);
      return failed === undefined ? undefined : "stop";
    },
    runs,
  );
  return failed ?? (brought.ok ? ok(read) : brought);
}

async function readText(runs: Runs, query: TextQuery, { bytes, ranges }: VirtualText): Promise<Result<ReadText | undefined>> {
  if (bytes === undefined) return ok(undefined);
  const kept = new KeptLines(query.content, ranges);
  const ended = await readTexts(runs, query, [bytes], { add: (_, line) => void kept.add(line, { keep: true }), forget: () => {} });
  if (!ended.ok) return ended;
  const collector = collect(query, [kept.lines ?? []]);
  await showLongRows(runs, query, collector, (_, offset) => ok(lineInText(bytes, offset)));
  const windows = new Map(collector.longRows.map(({ index, line }) => [line.line, collector.rows[index] as LineRow]));
  return ok({ lines: kept.lines ?? [], windows });
}
