// The text of a grep result.
import type { Entry, Row, SearchQuery, SearchResult } from "../../search/query.ts";
import type { Context, Reply } from "../../tool.ts";
import { joined, rawOf, shown } from "../../workspace/raw-path.ts";
import { fitting } from "../wording/cap.ts";
import { grepLine } from "../wording/lines.ts";
import { amount, emptyReceipt, NOT_SEARCHED, standingReceipt } from "../wording/receipt.ts";
import { binaryNotes, incompleteNotes } from "../wording/search-notes.ts";
import { structuredSearch } from "../wording/structured.ts";

export interface GrepView {
  readonly mode: SearchQuery["mode"];
  readonly lineNumbers: "shown" | "hidden";
  readonly offset: number;
}

/** Room for the notes that follow a capped list. */
const NOTE_CHARS = 1_000;

export function renderGrep(result: SearchResult, view: GrepView, { settings }: Context): Reply {
  const structured = structuredSearch(result);
  const notes = [...binaryNotes(result), ...incompleteNotes(result, settings.searchTimeoutMs, "path, include or type")];
  if (result.page.shown === 0) return { text: [nothing(result, view), ...notes].join("\n"), outcome: isFruitless(result) ? "nothing" : "found", structured };
  const maxChars = settings.maxOutputChars - NOTE_CHARS;
  const lines = view.mode === "content" ? contentLines(result, view) : fitting(entryLines(result), maxChars);
  const kept = withAHit(lines, fitting(lines, maxChars).length, result, maxChars);
  const footer = [...pageNote(result, view, kept.end), ...notes, standingReceipt(result.skipped, NOT_SEARCHED)].filter((note) => note !== undefined);
  return {
    text: [trimGaps(lines.slice(kept.start, kept.end)).join("\n"), ...(footer.length === 0 ? [] : ["", ...footer])].join("\n"),
    outcome: "found",
    structured,
  };
}

/** The lines that are shown. Where context fills the answer before any hit, the lines nearest to the first hit are shown instead. */
function withAHit(lines: readonly string[], fits: number, { rows }: SearchResult, maxChars: number): { readonly start: number; readonly end: number } {
  const firstHit = rows.findIndex(isHit);
  if (firstHit < fits) return { start: 0, end: fits };
  const nearest = fitting(lines.slice(0, firstHit + 1).reverse(), maxChars).length;
  return { start: firstHit + 1 - nearest, end: firstHit + 1 };
}

/** "No matches found" is said of what was looked at; the receipt tells the rest. */
function nothing(result: SearchResult, { offset }: GrepView): string {
  const { total } = result.page;
  if (total.count > 0) return `No matches found at offset=${offset} (${amount(total)} in all)`;
  if (result.binaryMatches.length > 0) return "No text matches found";
  return ["No matches found", emptyReceipt(result.skipped, NOT_SEARCHED)].filter((line) => line !== undefined).join("\n");
}

function isFruitless(result: SearchResult): boolean {
  return result.page.total.count === 0 && result.binaryMatches.length === 0;
}

function contentLines({ rows, entries, ...result }: SearchResult, view: GrepView): readonly string[] {
  const labels = entries.map((entry) => label(entry, { ...result, rows, entries }));
  return rows.map((row) => (row.kind === "gap" ? "--" : grepLine(row, labels[row.entry], view.lineNumbers)));
}

function* entryLines(result: SearchResult): Generator<string> {
  for (const entry of result.entries) {
    const path = label(entry, result);
    yield entry.count === undefined ? path : `${path}:${entry.count}`;
  }
}

/** Relative to the searched directory; a file given as path is echoed, and of several roots each goes before its files. */
function label({ root, name }: Entry, { roots }: SearchResult): string {
  const { given, kind } = roots[root] as SearchResult["roots"][number];
  if (kind === "file") return shown(rawOf(given));
  return shown(roots.length === 1 || given === "." ? name : joined(rawOf(given), name));
}

/** A page that was cut, by the limit asked for or by the cap, says where the next begins. */
function pageNote({ rows, page }: SearchResult, { mode }: GrepView, keptLines: number): readonly string[] {
  const shownCount = mode === "content" ? rows.slice(0, keptLines).filter(isHit).length : keptLines;
  const end = page.first + shownCount;
  if (!page.more && shownCount === page.shown) return [];
  return [`[Showing ${page.first + 1}-${end} of ${amount(page.total)} ${unit(mode)}. Next page: offset=${end}]`];
}

function isHit(row: Row): boolean {
  return row.kind === "hit";
}

function unit(mode: GrepView["mode"]): string {
  return mode === "content" ? "matches" : "files";
}

function trimGaps(lines: readonly string[]): readonly string[] {
  return lines.at(-1) === "--" ? lines.slice(0, -1) : lines;
}
