// The text of a search: lines under headers, directory by directory, and every cap told.
import type { Group, GroupPlace, MixedResult } from "../../search/mixed/query.ts";
import type { LineRow, Row } from "../../search/query.ts";
import type { Context, Reply } from "../../tool.ts";
import { windowText } from "../wording/lines.ts";
import { amount, emptyReceipt, type ReceiptWords, standingReceipt } from "../wording/receipt.ts";
import { binaryNotes } from "../wording/search-notes.ts";
import { archiveNotes } from "./archive-notes.ts";
import { cutText, fitsWhole } from "./cut-text.ts";
import { grouped, type NamedLines } from "./grouped.ts";
import { MAX_COLUMNS } from "./limits.ts";
import { shownPath } from "./paths.ts";
import type { SearchFound } from "./search.ts";
import { searchDetails } from "./search-details.ts";
import type { SearchQuery } from "./search-query.ts";
import { header } from "./tagged-text.ts";

const NOT_SEARCHED: ReceiptWords = { verb: "Not searched", include: "Pass gitignore: false to include them.", noun: "match" };

export function renderSearch(found: SearchFound, query: SearchQuery, context: Context): Reply {
  const { result } = found;
  const structured = searchDetails(result, context);
  const notes = notesOf(found, query, context);
  if (result.groups.length === 0) return { text: nothing(result, notes), outcome: result.page.total.count > 0 ? "found" : "nothing", structured };
  const files = result.groups.map((group) => namedLines(group, found, context));
  const isCut = result.groups.some(({ rows }) => rows.some((row) => row.kind !== "gap" && row.cut !== undefined));
  const footer = [
    ...(isCut ? [`[Some lines truncated to ${MAX_COLUMNS} chars]`] : []),
    ...notes,
    ...[standingReceipt(result.skipped, NOT_SEARCHED)].filter((note) => note !== undefined),
  ];
  if (result.scope === "one") return { ...cutText(oneFile(files[0] as NamedLines, found, context), footer), outcome: "found", structured };
  const fits = filesThatFit(files, footer);
  const page = fits < files.length ? { ...result.page, shown: fits, more: true } : result.page;
  return { ...cutText(grouped(files), [...footer, ...pageNote(page)], grouped(files.slice(0, fits)).length), outcome: "found", structured };
}

/** Without lines to show: there are none, they are in binary files, or the page begins behind the last. */
function nothing(result: MixedResult, notes: readonly string[]): string {
  const { page, binaryMatches, skipped } = result;
  if (page.shown === 0 && page.total.count > 0) return [pastEnd(result), ...notes].join("\n");
  if (binaryMatches.length > 0) return notes.join("\n");
  return ["No matches found", emptyReceipt(skipped, NOT_SEARCHED), ...notes].filter((line) => line !== undefined).join("\n");
}

/** How many whole files an answer has room for; one at least, and then not whole. */
function filesThatFit(files: readonly NamedLines[], footer: readonly string[]): number {
  let count = files.length;
  while (count > 1 && !fitsWhole(grouped(files.slice(0, count)), footer)) count--;
  return count;
}

/** Lines that cannot be edited, because of the mode or of what they are, need no header: there is one file only. */
function oneFile({ lines }: NamedLines, { result, tags }: SearchFound, { directory }: Context): readonly string[] {
  const { place } = result.groups[0] as Group;
  const tag = place.kind === "file" ? tags.get(place.path) : undefined;
  return place.kind === "file" && tag !== undefined ? [header(place.path, tag, directory), ...lines] : lines;
}

function namedLines({ place, rows, shown, hits }: Group, { tags }: SearchFound, { directory }: Context): NamedLines {
  const tag = place.kind === "file" ? tags.get(place.path) : undefined;
  const more = hits.count - shown;
  const rest = more > 0 ? [`... ${amount({ ...hits, count: more })} more ${more === 1 ? "match" : "matches"} in this file`] : [];
  return {
    name: nameOf(place, directory),
    isUrl: place.kind === "text",
    suffix: tag === undefined ? "" : `#${tag}`,
    lines: [...rows.map((row) => rowText(row, tag === undefined ? "|" : ":")), ...rest],
  };
}

function nameOf(place: GroupPlace, directory: string): string {
  switch (place.kind) {
    case "file":
      return shownPath(place.path, directory);
    case "member":
      return `${shownPath(place.archive, directory)}:${shownPath(place.name, directory)}`;
    case "text":
      return place.name;
  }
}

/** `*12:match`, ` 11:context`, `...` */
function rowText(row: Row, mark: ":" | "|"): string {
  return row.kind === "gap" ? "..." : `${row.kind === "hit" ? "*" : " "}${row.line}${mark}${lineText(row)}`;
}

function lineText(row: LineRow): string {
  return windowText(row).trimEnd();
}

function notesOf({ result, pattern }: SearchFound, query: SearchQuery, { settings, directory }: Context): readonly string[] {
  return [
    ...(pattern === query.pattern ? [] : [`[Searched for ${pattern}: what could not be syntax was taken literally]`]),
    ...(result.missing.length === 0 ? [] : [`Skipped missing paths: ${result.missing.join(", ")}`]),
    ...archiveNotes(result, directory),
    ...binaryNotes(result, directory),
    ...(result.incomplete === undefined ? [] : [`[Incomplete: the search was stopped after ${settings.searchTimeoutMs / 1000} s. Narrow paths or pattern.]`]),
  ];
}

function pageNote({ first, shown, total, more }: MixedResult["page"]): readonly string[] {
  if (!more) return [];
  return [`Showing files ${first + 1}-${first + shown} of ${amount(total)}. Use skip=${first + shown} for the next page, or narrow paths/pattern.`];
}

function pastEnd({ page: { first, total } }: MixedResult): string {
  return `No more results (${amount(total)} files in all; skip=${first} is past the end).`;
}
