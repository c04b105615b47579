// create_file: write a file whole.
import { fail, ok, type Result } from "../../failure.ts";
import { type CreateQuery, type CreateResult, createFile as createAt } from "../../files/edit-file.ts";
import { type Arguments, type Context, type Reply, type ToolDefinition, writing } from "../../tool.ts";
import { shown } from "../../workspace/raw-path.ts";
import { isUnicode, onePath } from "../parameters.ts";
import { seenRule } from "./seen-rule.ts";

export const createFile: ToolDefinition<CreateQuery, CreateResult> = {
  name: "create_file",
  description: "Create a file and missing directories, or overwrite a file that was viewed and has not changed since.",
  annotations: writing("Create file", { idempotent: true }),
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string", description: "File" },
      content: { type: "string", description: "The whole content" },
    },
    required: ["path", "content"],
    additionalProperties: false,
  },
  parse: (args, context) => parseCreate(args, "content", context),
  run: (query, { workspace, signal }) => createAt(query, workspace, signal),
  render: renderCreate,
};

/** Also the `create` command of an editor, whose text has another name. */
export function parseCreate(args: Arguments, textName: string, { settings }: Context): Result<CreateQuery> {
  const text = args[textName] as string;
  if (!isUnicode(text)) return fail({ code: "not-unicode", name: textName });
  const path = onePath(args);
  if (!path.ok) return path;
  return ok({ path: path.value, text, seen: seenRule(settings), maxBytes: settings.maxFileBytes });
}

export function renderCreate({ path, size }: CreateResult): Reply {
  return { text: `Created ${shown(path)} (${size} bytes)`, outcome: "found" };
}
