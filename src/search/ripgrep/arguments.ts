// What is asked of ripgrep, as arguments. User text never becomes a flag: patterns follow -e, paths follow --.
import type { ContentQuery, SearchLimits, SearchQuery, WalkQuery } from "../query.ts";

/** A pattern may compile to this much; ripgrep's own default is five times that. */
const REGEX_SIZE_LIMIT = "20M";

/** How files are walked. `exclude` are globs below the root; `narrow` are base name globs that may spare work. */
export interface WalkArguments {
  readonly walk: WalkQuery;
  readonly exclude: readonly string[];
  readonly narrow: readonly string[];
  /** Say what was left out and why. */
  readonly explain: boolean;
}

/** Files that an edit under way has for some milliseconds (files/owner.ts); nobody means to find them. */
const OUR_TEMPORARIES: readonly string[] = [".fossick-*-*.tmp", ".fossick-*-*.bak"]; // each by its ending, which ripgrep looks up instead of trying

/** Arguments of any walk. */
export function walkArguments({ walk, exclude, narrow, explain }: WalkArguments): readonly string[] {
  return [
    "--no-config",
    "--color=never",
    "--no-require-git", // ignore files count outside a repository, too
    ...(walk.hidden ? ["--hidden"] : []),
    ...(walk.ignoreFiles ? [] : ["--no-ignore"]),
    ...[...OUR_TEMPORARIES, ...walk.skipNames, ...walk.bulkNames, ...exclude].map((glob) => `--glob=!${glob}`),
    // A type never un-ignores a file, as --glob would.
    ...narrow.map((glob) => `--type-add=fossick:${glob.replace(/^include:/, "[i]nclude:")}`),
    ...(narrow.length > 0 ? ["--type=fossick"] : []),
    ...(explain ? ["--debug"] : []),
  ];
}

/** What a match is. */
export interface MatchQuery extends Pick<SearchQuery, "pattern" | "caseInsensitive" | "multiline"> {
  readonly limits: Pick<SearchLimits, "multilineBytes">;
}

/** Arguments that say what a match is. */
export function matchArguments(query: MatchQuery): readonly string[] {
  return [
    "--no-config",
    "--color=never",
    // \r before \n is not part of a line, unless it is what is looked for: with --crlf ripgrep refuses such a pattern.
    ...(mentionsCarriageReturn(query.pattern) ? [] : ["--crlf"]),
    `--regex-size-limit=${REGEX_SIZE_LIMIT}`,
    query.caseInsensitive ? "--ignore-case" : "--case-sensitive",
    ...(query.multiline ? ["--multiline", "--multiline-dotall", `--max-filesize=${query.limits.multilineBytes}`] : []),
    `--regexp=${query.pattern.replaceAll("\0", "\\x00")}`,
  ];
}

/** Whether a pattern may look for \r itself; such a one is matched without --crlf. */
export function mentionsCarriageReturn(pattern: string): boolean {
  return /\\r|\\x0d|\\u000d|\r/i.test(pattern);
}

export const COUNTS: readonly string[] = ["--count", "--with-filename", "--null"];
export const NAMES: readonly string[] = ["--files-with-matches", "--null"];
export const FILES: readonly string[] = ["--files", "--null"];

/** A character takes at most this many bytes. */
const BYTES_PER_CHARACTER = 4;
/** ripgrep remembers every match of a line for -o; on lines of a larger file that may be more than there is memory. */
export const ONLY_MATCHING_MAX_BYTES = 64 * 1024 * 1024;

/** Hits and context as `number:offset:text`, after `path NUL` and before an empty line; longer lines come without their text. A walk leaves out files of more than `maxBytes`. */
export function lineArguments(content: ContentQuery, maxBytes = Number.POSITIVE_INFINITY): readonly string[] {
  const { before, after, columns, onlyMatching } = content;
  return [
    "--heading",
    "--with-filename",
    "--null",
    "--line-number",
    "--byte-offset",
    "--no-context-separator",
    `--before-context=${before}`,
    `--after-context=${after}`,
    ...(Number.isFinite(columns) ? [`--max-columns=${maxLineBytes(content)}`] : []),
    ...(onlyMatching ? ["--only-matching", `--max-filesize=${Math.min(ONLY_MATCHING_MAX_BYTES, maxBytes)}`] : []),
  ];
}

/** Longer lines come without their text. */
export function maxLineBytes({ columns }: ContentQuery): number {
  return columns * BYTES_PER_CHARACTER;
}

/** Text from stdin that is UTF-8 without a mark: what looks like one at its start is text, too. */
export const STDIN: readonly string[] = ["--encoding=none", "--", "-"];

/** ripgrep maps files into memory if it is given so few and nothing else. */
const MAX_MAPPED = 10;

/** How files are read that it is given, as if it had been given so many, or as if a walk had met them: up to a buffer with a NUL in it. In a map of a file, lines behind that are found, too. */
export function readAs(files: number | "met"): string {
  return files !== "met" && files <= MAX_MAPPED ? "--mmap" : "--no-mmap";
}

/** Explicit paths, one thread: they come out in the order they go in. */
export function inOrder(paths: readonly string[]): readonly string[] {
  return ["--threads=1", "--", ...paths];
}
