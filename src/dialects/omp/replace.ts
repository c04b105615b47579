// edit in replace mode: texts to find and what to put in their place.
import { fail, ok, type Result } from "../../failure.ts";
import { type ReplacedFile, type ReplaceSeveralQuery, replaceSeveral } from "../../files/replace-several.ts";
import type { Replacement } from "../../files/replace-text.ts";
import { type Arguments, type Context, type Reply, type ToolDefinition, writing } from "../../tool.ts";
import { isUnicode, onePath } from "../parameters.ts";
import { DIFF_LIMITS } from "./edit.ts";
import { MAX_TEXT_BYTES } from "./limits.ts";
import { meantPath, shownPath } from "./paths.ts";
import { diffLines } from "./render-edit.ts";

/** More would only wait for each other. */
const MAX_EDITS = 200;

interface EditArguments {
  readonly old_text: string;
  readonly new_text: string;
  readonly all?: boolean;
}

export const replace: ToolDefinition<ReplaceSeveralQuery, ReplacedFile> = {
  name: "edit",
  offered: ({ editMode }) => editMode === "replace",
  description:
    "Replace texts in a file, in order, all or none. Each old_text must match exactly, white space included, and only once unless all is true. Returns a short diff.",
  annotations: writing("Edit a file", { idempotent: false }),
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string", description: "File to edit" },
      edits: {
        type: "array",
        description: "Replacements",
        items: {
          type: "object",
          properties: {
            old_text: { type: "string", description: "Text to find" },
            new_text: { type: "string", description: "Text to put in its place" },
            all: { type: "boolean", description: "Replace every occurrence" },
          },
          required: ["old_text", "new_text"],
          additionalProperties: false,
        },
      },
    },
    required: ["path", "edits"],
    additionalProperties: false,
  },
  parse,
  run: (query, { workspace, signal }) => replaceSeveral(query, workspace, signal),
  render,
};

function parse(args: Arguments, { settings }: Context): Result<ReplaceSeveralQuery> {
  const given = onePath(args);
  if (!given.ok) return given;
  const path = meantPath(given.value, settings);
  const edits = args.edits as readonly EditArguments[];
  if (path === "" || edits.length === 0) return fail({ code: "empty-parameter", name: path === "" ? "path" : "edits" });
  if (edits.length > MAX_EDITS) return fail({ code: "too-many", name: "edits", count: edits.length, limit: MAX_EDITS });
  const replacements: Replacement[] = [];
  for (const { old_text: old, new_text: text, all = false } of edits) {
    if (old === "") return fail({ code: "empty-parameter", name: "old_text" });
    if (!isUnicode(old) || !isUnicode(text)) return fail({ code: "not-unicode", name: isUnicode(old) ? "new_text" : "old_text" });
    replacements.push({ old, new: text, occurrences: all ? "all" : "one" });
  }
  return ok({ path, replacements, maxBytes: settings.maxFileBytes, diff: DIFF_LIMITS });
}

function render({ path, diff }: ReplacedFile, _: ReplaceSeveralQuery, { directory }: Context): Reply {
  const name = shownPath(path, directory);
  if (diff === undefined) return { text: `Edits to ${name} produced no change: the new text is what is there already.`, outcome: "nothing" };
  return { text: [`Updated ${name}`, ...diffLines(diff, "replace", MAX_TEXT_BYTES)].join("\n"), outcome: "found" };
}
