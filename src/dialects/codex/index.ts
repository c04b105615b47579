// codex: the tools that OpenAI's Codex gives its models to look around, in its names, shapes and words.
import type { Dialect } from "../../tool.ts";
import { explain } from "./explain.ts";
import { grepFiles } from "./grep-files.ts";
import { listDir } from "./list-dir.ts";
import { readFile } from "./read-file.ts";

export const codex: Dialect = {
  name: "codex",
  purpose: "Search the contents of files, list directories, read files.",
  tools: [grepFiles, listDir, readFile],
  explain,
};
