// The ways to ask: what Grep is told, and what of it ripgrep does alone.

export const PAGE_LINES = 250;
export const NEWEST = 100;

export const MODES = [
  { name: "all files", group: "list", args: { output_mode: "files_with_matches", head_limit: 0 } },
  { name: "newest 100 files", group: "list", args: { output_mode: "files_with_matches", head_limit: NEWEST } },
  { name: "count", group: "count", args: { output_mode: "count", head_limit: 0 } },
  { name: "first page", group: "content", args: { output_mode: "content", head_limit: PAGE_LINES }, lines: PAGE_LINES },
  { name: "tenth page", group: "content", args: { output_mode: "content", head_limit: PAGE_LINES, offset: 9 * PAGE_LINES }, lines: 10 * PAGE_LINES },
];

export function grepArguments({ pattern, caseInsensitive, multiline }, { args }) {
  return { pattern, ...args, ...(caseInsensitive ? { "-i": true } : {}), ...(multiline ? { multiline: true } : {}) };
}
