// str_replace_editor: the file tools in one, told apart by `command`.
import { fail, ok, type Result } from "../../failure.ts";
import {
  type CreateQuery,
  type CreateResult,
  createFile,
  type EditResult,
  type InsertQuery,
  insertIntoFile,
  type ReplaceQuery,
  replaceInFile,
} from "../../files/edit-file.ts";
import { type ViewQuery, type ViewResult, view } from "../../files/view.ts";
import { type Arguments, type CallContext, type Context, type Reply, type ToolDefinition, writing } from "../../tool.ts";
import { parseCreate, renderCreate } from "../classic/create-file.ts";
import { parseInsert, renderInsert } from "../classic/insert.ts";
import { renderView } from "../classic/render-view.ts";
import { parseReplace, renderReplace } from "../classic/str-replace.ts";
import { parseView } from "../classic/view.ts";

type EditorQuery =
  | { readonly command: "view"; readonly query: ViewQuery }
  | { readonly command: "str_replace"; readonly query: ReplaceQuery }
  | { readonly command: "create"; readonly query: CreateQuery }
  | { readonly command: "insert"; readonly query: InsertQuery };

type EditorResult =
  | { readonly command: "view"; readonly result: ViewResult }
  | { readonly command: "str_replace" | "insert"; readonly result: EditResult }
  | { readonly command: "create"; readonly result: CreateResult };

export const strReplaceEditor: ToolDefinition<EditorQuery, EditorResult> = {
  name: "str_replace_editor",
  role: "view",
  roleArguments: (asked) => ({ command: "view", ...asked }),
  goesWith: ["view", "str_replace", "create_file"],
  description:
    "View, create and edit files. view shows a file with line numbers, an image, or a directory as a tree; str_replace replaces text that must match exactly and only once; " +
    "create writes a file whole; insert puts text after a line (0 = top). View a file before changing it. Long files are cut after 2,000 lines: go on with view_range.",
  annotations: writing("View and edit files", { idempotent: false }),
  inputSchema: {
    type: "object",
    properties: {
      command: { type: "string", enum: ["view", "str_replace", "create", "insert"], description: "What to do" },
      path: { type: "string", description: "File, or for view a directory" },
      view_range: { type: "array", items: { type: "integer" }, description: "view: [start, end], lines from 1; -1 as end is the last" },
      old_str: { type: "string", description: "str_replace: text to find" },
      new_str: { type: "string", description: "str_replace: text to put in its place (default: none)" },
      replace_all: { type: "boolean", description: "str_replace: replace every occurrence" },
      file_text: { type: "string", description: "create: the whole content" },
      insert_line: { type: "integer", minimum: 0, description: "insert: after this line; 0 is the top" },
      insert_text: { type: "string", description: "insert: the text" },
    },
    required: ["command", "path"],
    additionalProperties: false,
  },
  parse,
  run,
  render,
};

function parse(args: Arguments, context: Context): Result<EditorQuery> {
  const command = args.command as EditorQuery["command"];
  switch (command) {
    case "view":
      return as(command, parseView(args, context));
    case "str_replace":
      return args.old_str === undefined ? fail({ code: "missing-parameter", name: "old_str" }) : as(command, parseReplace(args, context));
    case "create":
      return args.file_text === undefined ? fail({ code: "missing-parameter", name: "file_text" }) : as(command, parseCreate(args, "file_text", context));
    case "insert":
      return as(command, parseInsert(args, context));
  }
}

async function run({ command, query }: EditorQuery, { workspace, signal }: CallContext): Promise<Result<EditorResult>> {
  switch (command) {
    case "view":
      return done(command, await view(query, workspace, signal));
    case "str_replace":
      return done(command, await replaceInFile(query, workspace, signal));
    case "create":
      return done(command, await createFile(query, workspace, signal));
    case "insert":
      return done(command, await insertIntoFile(query, workspace, signal));
  }
}

function render({ command, result }: EditorResult, { query }: EditorQuery, context: Context): Reply {
  switch (command) {
    case "view":
      return renderView(result, query as ViewQuery, context);
    case "str_replace":
      return renderReplace(result, query as ReplaceQuery, context);
    case "create":
      return renderCreate(result);
    case "insert":
      return renderInsert(result, query as InsertQuery, context);
  }
}

function as<C extends EditorQuery["command"], Q>(command: C, query: Result<Q>): Result<{ readonly command: C; readonly query: Q }> {
  return query.ok ? ok({ command, query: query.value }) : query;
}

function done<C extends EditorQuery["command"], R>(command: C, result: Result<R>): Result<{ readonly command: C; readonly result: R }> {
  return result.ok ? ok({ command, result: result.value }) : result;
}
