// The text of a Read.
import type { FileText, ReadQuery, ReadResult } from "../../files/read-file.ts";
import type { Reply } from "../../tool.ts";
import { sizeText } from "../wording/size.ts";

/** Room for the notes that may follow the lines. */
export const NOTE_CHARS = 600;

export function renderRead(found: ReadResult, query: ReadQuery): Reply {
  if (found.kind === "image") return { text: `Image (${found.mimeType}, ${sizeText(found.data.length)})`, outcome: "found", image: found };
  return { text: warning(found) ?? [numbered(found), ...notes(found, query)].join("\n\n"), outcome: "found" };
}

/** Instead of lines where there are none. */
function warning({ first, lines, total }: FileText): string | undefined {
  if (lines.length > 0 || total === undefined) return undefined;
  const fault = total === 0 ? "the contents are empty." : `is shorter than the provided offset (${first}). The file has ${total} lines.`;
  return `<system-reminder>Warning: the file exists but ${fault}</system-reminder>`;
}

function numbered({ first, lines }: FileText): string {
  return lines.map(({ text }, index) => `${first + index}\t${text}`).join("\n");
}

/** What a reader of the lines must know; a paragraph, if there is anything. */
function notes(found: FileText, query: ReadQuery): readonly string[] {
  const said = [...cutLines(found), ...cutRange(found, query), ...faults(found)];
  return said.length === 0 ? [] : [said.map((note) => `[${note}]`).join("\n")];
}

function cutLines({ first, lines }: FileText): readonly string[] {
  return lines.flatMap(({ text, chars, isCut }, index) =>
    isCut ? [`Line ${first + index} has ${chars} characters; only the first ${[...text].length} are shown. Search it with Grep for the rest.`] : [],
  );
}

function cutRange({ first, lines, total, isCut }: FileText, { last }: ReadQuery): readonly string[] {
  if (!isCut) return [];
  const next = first + lines.length;
  const range = lines.length === 1 ? `line ${first}` : `lines ${first}-${next - 1}`;
  const limit = Number.isFinite(last) ? `, limit=${last - next + 1}` : "";
  return [`The answer is full: it shows ${range}${total === undefined ? "" : ` of ${total}`}. Go on with offset=${next}${limit}.`];
}

function faults({ isValid, hasNul }: FileText): readonly string[] {
  return [
    ...(hasNul ? ["This file has NUL bytes in its first 8 KB: it may not be a text. Edit and Write refuse it."] : []),
    ...(isValid ? [] : ["This file is not valid UTF-8: bytes that are no characters are shown as \uFFFD. Edit and Write refuse it."]),
  ];
}
