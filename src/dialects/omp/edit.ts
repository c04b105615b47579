// edit in hashline mode: sections of operations on numbered lines, each under the tag of what was seen.
import { fail, ok, type Result } from "../../failure.ts";
import { type EditedFile, type EditFilesQuery, editFiles } from "../../files/hashline/edit-files.ts";
import { parseEdit } from "../../files/hashline/grammar.ts";
import { type Arguments, type Context, type ToolDefinition, writing } from "../../tool.ts";
import { isUnicode } from "../parameters.ts";
import { MAX_COLUMNS } from "./limits.ts";
import { meantPath } from "./paths.ts";
import { renderEdit } from "./render-edit.ts";

/** How much of a change an answer shows. */
export const DIFF_LIMITS: EditFilesQuery["diff"] = { context: 2, edge: 4, columns: MAX_COLUMNS, maxRows: 400 };

export const edit: ToolDefinition<EditFilesQuery, readonly EditedFile[]> = {
  name: "edit",
  offered: ({ editMode }) => editMode === "hashline",
  description:
    "Edit files by line number. input has one section per file: the header ¶PATH#TAG exactly as read, search, write or the last edit printed it, then operations:\n" +
    "replace N..M: | insert before N: | insert after N: | insert head: | insert tail: — each followed by body rows\n" +
    "delete N..M (or delete N) — no body\n" +
    "A body row is + and the literal line (+ alone: an empty line). Numbers are those of the tagged text, in every operation; do not adjust them for earlier ones. " +
    "No line may be replaced or deleted twice; there are no - rows. Nothing is written unless all sections are valid. " +
    "Returns the new header for further edits and a short diff. Example:\n¶src/a.ts#0A3B\nreplace 4..5:\n+const x = 1;\ninsert after 9:\n+\n+run(x);\ndelete 12",
  annotations: writing("Edit files", { idempotent: false }),
  inputSchema: {
    type: "object",
    properties: { input: { type: "string", description: "Sections of headers and operations" } },
    required: ["input"],
    additionalProperties: false,
  },
  parse,
  run: (query, { workspace, signal }) => editFiles(query, workspace, signal),
  render: renderEdit,
};

function parse({ input }: Arguments, { settings }: Context): Result<EditFilesQuery> {
  if (!isUnicode(input as string)) return fail({ code: "not-unicode", name: "input" });
  const sections = parseEdit(input as string);
  if (!sections.ok) return sections;
  const meant = sections.value.map((section) => ({ ...section, path: meantPath(section.path, settings) }));
  return ok({ sections: meant, maxBytes: settings.maxFileBytes, diff: DIFF_LIMITS });
}
