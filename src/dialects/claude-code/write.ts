// Write: write a file whole.
import { fail, ok, type Result } from "../../failure.ts";
import { type WriteTextQuery, type WrittenText, writeText } from "../../files/edit-text.ts";
import { type Arguments, type Context, type Reply, type ToolDefinition, writing } from "../../tool.ts";
import { artifactIdIn } from "../../workspace/artifacts.ts";
import { shown } from "../../workspace/raw-path.ts";
import { seenRule } from "../classic/seen-rule.ts";
import { isUnicode, onePath } from "../parameters.ts";
import { knowledgeText } from "./knowledge.ts";

export const write: ToolDefinition<WriteTextQuery, WrittenText> = {
  name: "Write",
  description: "Create a file and its directories, or overwrite one you have Read. Prefer Edit for changes.",
  annotations: writing("Write a file", { idempotent: true }),
  inputSchema: {
    type: "object",
    properties: {
      file_path: { type: "string" },
      content: { type: "string" },
    },
    required: ["file_path", "content"],
    additionalProperties: false,
  },
  parse: parseWrite,
  run: (query, { workspace, signal }) => writeText(query, workspace, signal),
  render: renderWrite,
};

function parseWrite(args: Arguments, { settings }: Context): Result<WriteTextQuery> {
  const text = args.content as string;
  if (!isUnicode(text)) return fail({ code: "not-unicode", name: "content" });
  const path = onePath(args, "file_path");
  if (!path.ok) return path;
  if (artifactIdIn(path.value) !== undefined) return fail({ code: "not-a-file", path: path.value, kind: "kept result" });
  return ok({ path: path.value, text, seen: seenRule(settings, "Read"), maxBytes: settings.maxFileBytes });
}

function renderWrite({ path, existed, knows }: WrittenText): Reply {
  const done = existed ? `The file ${shown(path)} has been updated successfully.` : `File created successfully at: ${shown(path)}`;
  return { text: `${done}${knowledgeText(knows)}`, outcome: "found" };
}
