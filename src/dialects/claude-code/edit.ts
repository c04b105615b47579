// Edit: replace text in a file.
import { fail, ok, type Result } from "../../failure.ts";
import { type EditTextQuery, editText, type WrittenText } from "../../files/edit-text.ts";
import { type Arguments, type Context, type Reply, type ToolDefinition, writing } from "../../tool.ts";
import { artifactIdIn } from "../../workspace/artifacts.ts";
import { shown } from "../../workspace/raw-path.ts";
import { seenRule } from "../classic/seen-rule.ts";
import { isUnicode, onePath } from "../parameters.ts";
import { knowledgeText } from "./knowledge.ts";

interface EditArguments {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean;
}

export const edit: ToolDefinition<EditTextQuery, WrittenText> = {
  name: "Edit",
  description:
    "Replace text in a file you have Read. old_string must match exactly, without line numbers, and once unless replace_all. Empty old_string: create the file.",
  annotations: writing("Edit a file", { idempotent: false }),
  inputSchema: {
    type: "object",
    properties: {
      file_path: { type: "string" },
      old_string: { type: "string" },
      new_string: { type: "string" },
      replace_all: { type: "boolean" },
    },
    required: ["file_path", "old_string", "new_string"],
    additionalProperties: false,
  },
  parse: parseEdit,
  run: (query, { workspace, signal }) => editText(query, workspace, signal),
  render: renderEdit,
};

function parseEdit(args: Arguments, { settings }: Context): Result<EditTextQuery> {
  const { old_string: old, new_string: text, replace_all: all = false } = args as unknown as EditArguments;
  if (!isUnicode(old)) return fail({ code: "not-unicode", name: "old_string" });
  if (!isUnicode(text)) return fail({ code: "not-unicode", name: "new_string" });
  const path = onePath(args, "file_path");
  if (!path.ok) return path;
  if (artifactIdIn(path.value) !== undefined) return fail({ code: "not-a-file", path: path.value, kind: "kept result" });
  if (old === text) return fail({ code: "no-change" });
  return ok({
    path: path.value,
    replacement: { old, new: text, occurrences: all ? "all" : "one", quotes: "any", emptiedLines: "deleted" },
    seen: seenRule(settings, "Read"),
    maxBytes: settings.maxFileBytes,
  });
}

function renderEdit({ path, knows }: WrittenText, { replacement }: EditTextQuery): Reply {
  const done = replacement.occurrences === "all" ? "updated. All occurrences were successfully replaced." : "updated successfully.";
  return { text: `The file ${shown(path)} has been ${done}${knowledgeText(knows)}`, outcome: "found" };
}
