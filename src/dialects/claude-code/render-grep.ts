// The text of a Grep result: a body for the mode, a page note in that mode's own place, and what a caller must know besides.
import type { SearchResult } from "../../search/query.ts";
import type { Context, Reply } from "../../tool.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import { fitting } from "../wording/cap.ts";
import { grepLine } from "../wording/lines.ts";
import { nameFrom } from "../wording/names.ts";
import { amount, emptyReceipt, NOT_SEARCHED, standingReceipt } from "../wording/receipt.ts";
import { binaryNotes, incompleteNotes } from "../wording/search-notes.ts";
import { structuredSearch } from "../wording/structured.ts";
import type { GrepQuery } from "./grep-query.ts";
import { nextPage, pageWords } from "./page-words.ts";

/** Room for the notes that follow a capped list. */
const NOTE_CHARS = 1_000;

type Mode = GrepQuery["search"]["mode"];

export function renderGrep(result: SearchResult, query: GrepQuery, { settings, directory }: Context): Reply {
  const { mode } = query.search;
  const lines = mode === "content" ? contentLines(result, query, directory) : entryLines(result, directory);
  const kept = fitting(lines, settings.maxOutputChars - NOTE_CHARS);
  const count = mode === "content" ? result.rows.length : result.entries.length;
  const page = { ...result.page, shown: kept.length, more: result.page.more || kept.length < count };
  const isFruitless = result.page.total.count === 0 && result.binaryMatches.length === 0;
  const isOnlyBinary = kept.length === 0 && result.binaryMatches.length > 0; // the note says it all
  const body = kept.length > 0 ? [PAGES[mode](kept, { ...result, page })] : isOnlyBinary ? [] : [EMPTY[mode](result)];
  const receipt = isFruitless ? emptyReceipt(result.skipped, NOT_SEARCHED) : standingReceipt(result.skipped, NOT_SEARCHED);
  const notes = [...binaryNotes(result, directory), ...incompleteNotes(result, settings.searchTimeoutMs, "path, glob or type"), receipt, ...nextPage(page)];
  return {
    text: [...body, ...notes.filter((note) => note !== undefined)].join("\n"),
    outcome: isFruitless ? "nothing" : "found",
    structured: structuredSearch(result),
  };
}

const PAGES: Readonly<Record<Mode, (lines: readonly string[], result: SearchResult) => string>> = {
  files: (lines, { page }) => `Found ${counted(lines.length, "file")}${prefixed(" ", pageWords(page))}\n${lines.join("\n")}`,
  content: (lines, { page }) => `${lines.join("\n")}${paginationNote(pageWords(page), "\n\n")}`,
  count: (lines, result) => `${lines.join("\n")}\n\n${summary(result)}`,
};

/** Nothing to show: there is nothing, or the page begins behind the end. */
const EMPTY: Readonly<Record<Mode, (result: SearchResult) => string>> = {
  files: (result) => (isPastEnd(result) ? `No entries at this offset.${paginationNote(pageWords(result.page), " ")}` : "No files found"),
  content: (result) => (isPastEnd(result) ? `No entries at this offset${paginationNote(pageWords(result.page), "\n\n")}` : "No matches found"),
  count: (result) => `${isPastEnd(result) ? "No entries at this offset" : "No matches found"}\n\n${summary(result)}`,
};

function isPastEnd({ page }: SearchResult): boolean {
  return page.total.count > 0;
}

/** Totals of everything, whatever the page shows. */
function summary({ totals: { entries, hits = entries }, page }: SearchResult): string {
  const occurrences = `${amount(hits)} total ${hits.count === 1 ? "occurrence" : "occurrences"}`;
  const note = isEmptyResult(page) ? "" : prefixed(" with pagination = ", pageWords(page));
  return `Found ${occurrences} across ${amount(entries)} ${entries.count === 1 ? "file" : "files"}.${note}`;
}

function isEmptyResult({ total }: SearchResult["page"]): boolean {
  return total.count === 0;
}

function paginationNote(words: string, before: string): string {
  return words === "" ? "" : `${before}[Showing results with pagination = ${words}]`;
}

function prefixed(before: string, words: string): string {
  return words === "" ? "" : `${before}${words}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

/** A file given as path needs no name before its lines. */
function contentLines({ rows, entries, roots }: SearchResult, { lineNumbers }: GrepQuery, directory: RawPath): readonly string[] {
  const isOneFile = roots.length === 1 && roots[0]?.kind === "file";
  const labels = entries.map((entry) => (isOneFile ? undefined : nameFrom(directory, entry, roots)));
  return rows.map((row) => (row.kind === "gap" ? "--" : grepLine(row, labels[row.entry], lineNumbers)));
}

function* entryLines({ entries, roots }: SearchResult, directory: RawPath): Generator<string> {
  for (const entry of entries) {
    const name = nameFrom(directory, entry, roots);
    yield entry.count === undefined ? name : `${name}:${entry.count}`;
  }
}
