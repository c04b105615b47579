// write: a file as a whole.
import { fail, ok, type Result } from "../../failure.ts";
import { isInArchive } from "../../files/archive/locate.ts";
import { type WriteTaggedQuery, type WrittenFile, writeTagged } from "../../files/hashline/write-tagged.ts";
import { type Arguments, type Context, type Reply, type ToolDefinition, writing } from "../../tool.ts";
import { isUnicode, onePath } from "../parameters.ts";
import { meantPath, shownPath } from "./paths.ts";
import { isResource } from "./resources/index.ts";
import { header } from "./tagged-text.ts";

export const write: ToolDefinition<WriteTaggedQuery, WrittenFile> = {
  name: "write",
  description: "Create a file, or replace an existing one whole; directories are made. Prefer edit to change a file.",
  annotations: writing("Write a file", { idempotent: true }),
  inputSchema: {
    type: "object",
    properties: { path: { type: "string", description: "File to write" }, content: { type: "string", description: "The whole content" } },
    required: ["path", "content"],
    additionalProperties: false,
  },
  parse,
  run: async (query, { workspace, signal }) => {
    if (await isInArchive(query.path, workspace)) return fail({ code: "not-a-file", path: query.path, kind: "member of an archive, which can only be read" });
    return writeTagged(query, workspace, signal);
  },
  render,
};

function parse(args: Arguments, { settings }: Context): Result<WriteTaggedQuery> {
  const text = args.content as string;
  if (!isUnicode(text)) return fail({ code: "not-unicode", name: "content" });
  const given = onePath(args);
  if (!given.ok) return given;
  const path = meantPath(given.value, settings);
  if (isResource(path)) return fail({ code: "not-a-file", path, kind: "text that can only be read" });
  return path === "" ? fail({ code: "empty-parameter", name: "path" }) : ok({ path, text, maxBytes: settings.maxFileBytes });
}

function render({ path, size, tag }: WrittenFile, _: WriteTaggedQuery, { settings, directory }: Context): Reply {
  const said = `Successfully wrote ${size} bytes to ${shownPath(path, directory)}`;
  return { text: settings.editMode === "hashline" ? `${header(path, tag, directory)}\n${said}` : said, outcome: "found" };
}
