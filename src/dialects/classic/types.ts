// boris' file types; any other name is looked up among ripgrep's.
import type { FileType } from "../../search/query.ts";

const TABLE: Readonly<Record<string, readonly string[]>> = {
  c: ["*.c", "*.h"],
  cpp: ["*.cpp", "*.cc", "*.cxx", "*.hpp", "*.hh", "*.hxx", "*.h", "*.inl"],
  css: ["*.css", "*.scss"],
  go: ["*.go"],
  html: ["*.html", "*.htm"],
  java: ["*.java"],
  js: ["*.js", "*.mjs", "*.cjs", "*.jsx"],
  json: ["*.json"],
  markdown: ["*.md", "*.markdown", "*.mdx"],
  py: ["*.py", "*.pyi"],
  rust: ["*.rs"],
  ts: ["*.ts", "*.tsx", "*.mts", "*.cts"],
  yaml: ["*.yml", "*.yaml"],
};

const ALIASES: Readonly<Record<string, string>> = { md: "markdown", python: "py", typescript: "ts" };

/** Every name of the table, aliases included. */
export const TYPE_NAMES: readonly string[] = [...Object.keys(TABLE), ...Object.keys(ALIASES)].sort();

export function fileType(name: string): FileType {
  const globs = TABLE[ALIASES[name] ?? name];
  return globs === undefined ? { name } : { name, globs };
}
