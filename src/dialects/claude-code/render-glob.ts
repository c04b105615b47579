// The text of a Glob result: bare paths, and how many there are.
import type { FindResult } from "../../search/query.ts";
import type { Context, Reply } from "../../tool.ts";
import { fitting } from "../wording/cap.ts";
import { nameFrom } from "../wording/names.ts";
import { amount, emptyReceipt, standingReceipt } from "../wording/receipt.ts";
import { structuredFind } from "../wording/structured.ts";
import type { GlobQuery } from "./glob-query.ts";
import { nextPage } from "./page-words.ts";

const NOT_LISTED = { verb: "Not listed", include: "Pass no_ignore to include them." };
/** Room for the notes that follow a capped list. */
const NOTE_CHARS = 1_000;

export function renderGlob(result: FindResult, _query: GlobQuery, { settings, directory }: Context): Reply {
  const lines = result.entries.map((entry) => nameFrom(directory, entry, result.roots));
  const kept = fitting(lines, settings.maxOutputChars - NOTE_CHARS);
  const page = { ...result.page, shown: kept.length, more: result.page.more || kept.length < lines.length };
  const late =
    result.incomplete === undefined ? [] : [`[Incomplete: the walk was stopped after ${settings.searchTimeoutMs / 1000} s. Narrow pattern or path.]`];
  const notes = kept.length === 0 ? [nothing(result)] : [...shortNote(page), standingReceipt(result.skipped, NOT_LISTED), ...nextPage(page)];
  const told = notes.filter((note) => note !== undefined);
  return {
    text: (kept.length === 0 ? [...told, ...late] : [...kept, ...late, ...told]).join("\n"),
    outcome: result.total.count === 0 ? "nothing" : "found",
    structured: structuredFind(result),
  };
}

function nothing({ total, skipped, page }: FindResult): string {
  if (total.count > 0) return `No files at offset=${page.first} (${amount(total)} in all)`;
  return ["No files found", emptyReceipt(skipped, NOT_LISTED)].filter((line) => line !== undefined).join("\n");
}

function shortNote({ first, shown, total, more }: FindResult["page"]): readonly string[] {
  if (!more) return [];
  const left = amount({ ...total, count: total.count - first - shown });
  return [`(Showing ${shown} of ${amount(total)} matching files; ${left} more are not listed. Narrow the pattern or path to see the rest.)`];
}
