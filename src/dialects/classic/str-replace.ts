// str_replace: replace text in a file.
import { fail, ok, type Result } from "../../failure.ts";
import { type EditResult, type ReplaceQuery, replaceInFile } from "../../files/edit-file.ts";
import { type Arguments, type Context, type Reply, type ToolDefinition, writing } from "../../tool.ts";
import { shown } from "../../workspace/raw-path.ts";
import { isUnicode, onePath } from "../parameters.ts";
import { fitting } from "../wording/cap.ts";
import { numberedLines } from "../wording/numbered-lines.ts";
import { seenRule } from "./seen-rule.ts";
import { MAX_COLUMNS } from "./view.ts";

/** Lines shown before and after a change. */
export const CONTEXT_LINES = 4;

interface StrReplaceArguments {
  readonly old_str: string;
  readonly new_str?: string;
  readonly replace_all?: boolean;
}

export const strReplace: ToolDefinition<ReplaceQuery, EditResult> = {
  name: "str_replace",
  description:
    "Replace text in a file that was viewed and has not changed since. " +
    "old_str must match exactly, white space included, and only once unless replace_all is true.",
  annotations: writing("Replace text", { idempotent: false }),
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string", description: "File" },
      old_str: { type: "string", description: "Text to find" },
      new_str: { type: "string", description: "Text to put in its place (default: none)" },
      replace_all: { type: "boolean", description: "Replace every occurrence" },
    },
    required: ["path", "old_str"],
    additionalProperties: false,
  },
  parse: parseReplace,
  run: (query, { workspace, signal }) => replaceInFile(query, workspace, signal),
  render: renderReplace,
};

/** Also the `str_replace` command of an editor. */
export function parseReplace(args: Arguments, { settings }: Context): Result<ReplaceQuery> {
  const { old_str: old, new_str: text = "", replace_all: all = false } = args as unknown as StrReplaceArguments;
  if (old === "") return fail({ code: "empty-parameter", name: "old_str" });
  if (!isUnicode(old)) return fail({ code: "not-unicode", name: "old_str" });
  if (!isUnicode(text)) return fail({ code: "not-unicode", name: "new_str" });
  const path = onePath(args);
  if (!path.ok) return path;
  return ok({
    path: path.value,
    replacement: { old, new: text, occurrences: all ? "all" : "one" },
    context: { lines: CONTEXT_LINES, columns: MAX_COLUMNS, textChars: settings.maxOutputChars },
    seen: seenRule(settings),
    maxBytes: settings.maxFileBytes,
  });
}

export function renderReplace({ path, count, context }: EditResult, { replacement }: ReplaceQuery, { settings }: Context): Reply {
  if (replacement.occurrences === "all") return { text: `Replaced ${count} occurrences in ${shown(path)}`, outcome: "found" };
  return { text: `Replaced in ${shown(path)}\n\n${contextText(context, settings.maxOutputChars)}`, outcome: "found" };
}

/** The lines around an edit; of a long one, as many as fit. */
export function contextText({ first, lines, isCut }: EditResult["context"], maxOutputChars: number): string {
  const kept = fitting(numberedLines(first, lines), maxOutputChars - 500);
  const text = kept.map((line) => `${line}\n`).join("");
  return isCut || kept.length < lines.length ? `${text}\n[Truncated: use view_range from line ${first + kept.length} to see the rest of the change.]` : text;
}
