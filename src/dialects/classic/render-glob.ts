// The text of a glob result.
import type { FindResult } from "../../search/query.ts";
import type { Context, Reply } from "../../tool.ts";
import { shown } from "../../workspace/raw-path.ts";
import { nameFrom } from "../wording/names.ts";
import { emptyReceipt, standingReceipt } from "../wording/receipt.ts";
import { structuredFind } from "../wording/structured.ts";
import type { GlobQuery } from "./glob-query.ts";

const MAX_CHARS = 30_000;
const NOT_LISTED = { verb: "Not listed", include: "Pass no_ignore to include them." };

export function renderGlob(result: FindResult, { namesFrom }: GlobQuery, { settings, directory }: Context): Reply {
  const structured = structuredFind(result);
  const notes =
    result.incomplete === undefined ? [] : [`[Incomplete: the walk was stopped after ${settings.searchTimeoutMs / 1000} s. Narrow pattern or path.]`];
  if (result.entries.length === 0) {
    const lines = ["No files found", emptyReceipt(result.skipped, NOT_LISTED), ...notes].filter((line) => line !== undefined);
    return { text: lines.join("\n"), outcome: "nothing", structured };
  }
  const lines = result.entries.map((entry) => (namesFrom === "root" ? shown(entry.name) : nameFrom(directory, entry, result.roots)));
  const footer = [...notes, standingReceipt(result.skipped, NOT_LISTED)].filter((line) => line !== undefined);
  return { text: [cut(lines), ...(footer.length === 0 ? [] : ["", ...footer])].join("\n"), outcome: "found", structured };
}

function cut(lines: readonly string[]): string {
  let chars = 0;
  for (const [index, line] of lines.entries()) {
    chars += line.length + 1;
    if (chars > MAX_CHARS + 1) return `${lines.slice(0, index).join("\n")}\n... output truncated (exceeded 30,000 characters)`;
  }
  return lines.join("\n");
}
