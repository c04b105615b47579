// Inserting lines: the editor's `insert` command.
import { fail, ok, type Result } from "../../failure.ts";
import type { EditResult, InsertQuery } from "../../files/edit-file.ts";
import type { Arguments, Context, Reply } from "../../tool.ts";
import { shown } from "../../workspace/raw-path.ts";
import { isUnicode, onePath } from "../parameters.ts";
import { seenRule } from "./seen-rule.ts";
import { CONTEXT_LINES, contextText } from "./str-replace.ts";
import { MAX_COLUMNS } from "./view.ts";

/** The text may come as new_str, as older models have it. */
export function parseInsert(args: Arguments, { settings }: Context): Result<InsertQuery> {
  const { insert_line: afterLine, insert_text: text = args.new_str } = args as { insert_line?: number; insert_text?: unknown };
  if (afterLine === undefined) return fail({ code: "missing-parameter", name: "insert_line" });
  if (typeof text !== "string") return fail({ code: "missing-parameter", name: "insert_text" });
  if (!isUnicode(text)) return fail({ code: "not-unicode", name: "insert_text" });
  const path = onePath(args);
  if (!path.ok) return path;
  const context = { lines: CONTEXT_LINES, columns: MAX_COLUMNS, textChars: settings.maxOutputChars };
  return ok({ path: path.value, afterLine, text, context, seen: seenRule(settings), maxBytes: settings.maxFileBytes });
}

export function renderInsert({ path, context }: EditResult, { afterLine }: InsertQuery, { settings }: Context): Reply {
  return { text: `Inserted after line ${afterLine} in ${shown(path)}\n\n${contextText(context, settings.maxOutputChars)}`, outcome: "found" };
}
