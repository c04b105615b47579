// find: files by name, grouped by directory.
import { type FilesFound, type FilesQuery, findFiles } from "../../search/mixed/find-files.ts";
import { type Context, type Reply, readOnly, type ToolDefinition } from "../../tool.ts";
import { textOf } from "../../workspace/raw-path.ts";
import { amount, emptyReceipt, standingReceipt } from "../wording/receipt.ts";
import { cutText } from "./cut-text.ts";
import { parseFind } from "./find-query.ts";
import { shownPath } from "./paths.ts";

const NOT_LISTED = { verb: "Not listed", include: "Pass gitignore: false to include them." };

export const find: ToolDefinition<FilesQuery, FilesFound> = {
  name: "find",
  role: "find",
  roleArguments: ({ pattern, path, no_ignore }) => ({
    paths: path === undefined ? pattern : `${path}/${pattern}`,
    ...(no_ignore === undefined ? {} : { gitignore: !no_ignore }),
  }),
  description: "Find files by name, newest first, grouped by directory. *.ts matches at any depth, src/*.ts only in src, src/**/*.ts below it.",
  annotations: readOnly("Find files"),
  inputSchema: {
    type: "object",
    properties: {
      paths: { type: "array", items: { type: "string" }, description: "Globs, directories or files" },
      hidden: { type: "boolean", description: "Hidden files, too (default true)" },
      gitignore: { type: "boolean", description: "Leave out ignored files and node_modules (default true)" },
      limit: { type: "integer", minimum: 0, description: "At most so many (default and maximum 200)" },
    },
    required: ["paths"],
    additionalProperties: false,
  },
  parse: parseFind,
  run: (query, { workspace, signal }) => findFiles(query, workspace, signal),
  render,
};

function render(found: FilesFound, _: FilesQuery, { settings, directory }: Context): Reply {
  const { files, page, missing, skipped, incomplete } = found;
  const structured = { files: files.map(textOf), fileCount: files.length, truncated: page.more, ...(missing.length === 0 ? {} : { missingPaths: missing }) };
  const notes = [
    ...(missing.length === 0 ? [] : [`Skipped missing paths: ${missing.join(", ")}`]),
    ...(incomplete === undefined ? [] : [`[Incomplete: the walk was stopped after ${settings.searchTimeoutMs / 1000} s. Narrow paths.]`]),
  ];
  if (files.length === 0) {
    const lines = ["No files found matching pattern", emptyReceipt(skipped, NOT_LISTED), ...notes].filter((line) => line !== undefined);
    return { text: lines.join("\n"), outcome: "nothing", structured };
  }
  const receipt = standingReceipt(skipped, NOT_LISTED);
  const cut = page.more ? [`Showing ${page.shown} of ${amount(page.total)} files. Narrow paths to see the rest.`] : [];
  const lines = byDirectory(files.map((path) => shownPath(path, directory)));
  return { ...cutText(lines, [...notes, ...(receipt === undefined ? [] : [receipt]), ...cut]), outcome: "found", structured };
}

/** `# dir/` and its names, the directory of the newest file first; files of the working directory stand alone. */
function byDirectory(paths: readonly string[]): readonly string[] {
  const directories = new Map<string, string[]>();
  for (const path of paths) {
    const directory = path.slice(0, path.lastIndexOf("/") + 1);
    directories.set(directory, [...(directories.get(directory) ?? []), path.slice(directory.length)]);
  }
  return [...directories].flatMap(([directory, names], index) => [...(index === 0 ? [] : [""]), ...(directory === "" ? [] : [`# ${directory}`]), ...names]);
}
