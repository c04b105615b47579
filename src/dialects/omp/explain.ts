// Failures in omp's words: bare sentences.
import type { Failure, StaleLine } from "../../failure.ts";
import type { FailedCall } from "../../tool.ts";
import { type RawPath, rawOf } from "../../workspace/raw-path.ts";
import { shortened } from "../wording/cap.ts";
import { quote, sentence } from "../wording/sentences.ts";
import { explainEditFault } from "./edit-faults.ts";
import { shownPath } from "./paths.ts";

export function explain(failure: Failure, at: FailedCall): string {
  switch (failure.code) {
    case "missing-parameter":
      return `Missing required parameter: ${failure.name}`;
    case "unknown-parameter":
      return `Unknown parameter ${quote(failure.name)}; valid parameters: ${failure.known.join(", ")}`;
    case "wrong-type":
      return `${capitalised(failure.name)} must be ${/^[aeiou]/.test(failure.expected) ? "an" : "a"} ${failure.expected}, got ${failure.got}`;
    case "not-an-option":
      return `Invalid ${failure.name} ${quote(failure.value)}; valid values: ${failure.options.join(", ")}`;
    case "empty-parameter":
      return failure.name === "paths" ? "`paths` must contain non-empty paths or globs" : `${capitalised(failure.name)} must not be empty`;
    case "not-a-count":
      return `${capitalised(failure.name)} must be a ${failure.least === undefined ? "non-negative" : "positive"} number`;
    case "path-not-found":
      return `${missing(failure, at.tool)}${didYouMean(failure.near.map((path) => relative(path, at.directory)))}`;
    case "not-a-directory":
      return `Not a directory: ${relative(failure.path, at.directory)}`;
    case "is-a-directory":
      return at.tool === "read"
        ? `Line-range selector requires a single file: ${relative(failure.path, at.directory)} is a directory`
        : `${relative(failure.path, at.directory)} is a directory, not a file`;
    case "file-too-large":
      return `File ${relative(failure.path, at.directory)} is ${failure.size} bytes, exceeds maximum ${failure.limit} bytes${at.tool === "read" ? ". Read it by one range at a time, like :1-200." : ""}`;
    case "bad-range":
      return rangeFault(failure);
    case "range-past-end":
      return `Line ${failure.first} is beyond end of file (${failure.total} lines total).`;
    case "joined-paths":
    case "url-glob":
      return sentence(failure);
    case "unsearchable":
      return `Cannot search archive member(s): ${failure.paths.map(({ path, why }) => `${path} (${reasonText(why, at)})`).join(", ")}`;
    case "member-not-found":
      return `Path not found: ${relative(failure.path, at.directory)}:${failure.member}${didYouMean(failure.near)}`;
    case "range-needs-file":
      return RANGE_FAULTS[failure.found](failure.path);
    case "line-past-end":
      return `Line ${failure.line} does not exist (file has ${failure.total} lines)`;
    case "not-seen":
      return `Read ${relative(failure.path, at.directory)} before changing it.`;
    case "changed-since-seen":
      return `${relative(failure.path, at.directory)} has changed since it was read. Read it again.`;
    case "changed-meanwhile":
      return `${relative(failure.path, at.directory)} was changed by somebody else while it was being written; nothing was written. Read it again.`;
    case "text-not-found":
      return `Could not find the exact text in ${relative(failure.path, at.directory)}. The old text must match exactly including all whitespace and newlines.${closest(failure)}`;
    case "text-ambiguous":
      return `Found ${failure.count} occurrences in ${relative(failure.path, at.directory)} (lines ${failure.lines.join(", ")}${failure.more ? ", …" : ""}). Add more context lines to disambiguate, or set all.`;
    case "bad-pattern":
      return `Invalid regex: ${failure.detail}`;
    case "bad-glob":
      return `Invalid glob ${quote(failure.glob)}: ${failure.detail}`;
    case "unknown-type":
      return `Unknown file type ${quote(failure.type)}`;
    case "empty-command":
      return "Command must not be empty";
    case "task-limit":
      return `${failure.limit} background tasks are running already; wait until one is completed (read task://ID)`;
    case "task-not-found":
      return `Task not found: ${shortened(failure.id)}`;
    case "bad-edit":
      return explainEditFault(failure.fault, (path) => relative(path, at.directory));
    case "stale-edit":
      return [...rejection(failure, relative(failure.path, at.directory)), ...staleLines(failure.lines)].join("\n");
    case "partly-written":
      return partly(failure, at);
    case "unknown-tool":
    case "too-busy":
    case "not-absolute":
    case "not-text":
    case "artifact-gone":
    case "archive-damaged":
    case "archive-encrypted":
    case "archive-too-large":
    case "member-unreadable":
    case "no-change":
    case "file-exists":
    case "is-a-link":
    case "not-editable":
    case "not-readable":
    case "too-long":
    case "too-many":
    case "path-outside":
    case "path-denied":
    case "path-refused":
    case "not-a-file":
    case "dangling-link":
    case "content-too-large":
    case "not-unicode":
    case "file-busy":
    case "time-limit":
    case "ripgrep-missing":
    case "ripgrep-failed":
    case "command-refused":
    case "command-not-started":
    case "io":
      return capitalised(sentence(failure));
  }
}

const RANGE_FAULTS: Readonly<Record<"glob" | "directory" | "nothing", (path: string) => string>> = {
  glob: (path) => `Line-range selector requires a single file, not a glob: ${path}`,
  directory: (path) => `Line-range selector requires a single file: ${path} is a directory`,
  nothing: (path) => `Path not found for line-range selector: ${path}`,
};

function didYouMean(near: readonly string[]): string {
  return near.length === 0 ? "" : `\nDid you mean: ${near.join(", ")}?`;
}

/** Why a member cannot be searched, in a word where there is one. */
function reasonText(why: Failure, at: FailedCall): string {
  return why.code === "member-unreadable" ? why.why : explain(why, at);
}

function missing({ given }: Extract<Failure, { code: "path-not-found" }>, tool: string): string {
  return tool === "edit" ? `File not found: ${given}. Use the write tool to create new files.` : `Path not found: ${given}`;
}

/** Inside the session's directory, paths are told from there. */
function relative(path: string, directory: RawPath): string {
  return path.startsWith("/") ? shownPath(rawOf(path), directory) : path;
}

function rangeFault({ name, range }: Extract<Failure, { code: "bad-range" }>): string {
  if ((range[0] ?? 0) < 1) return "Line selector 0 is invalid; lines are 1-indexed. Use :1.";
  return `Invalid range ${name}: ${name.includes("+") ? "count must be >= 1" : "end must be >= start"}.`;
}

function closest({ near }: Extract<Failure, { code: "text-not-found" }>): string {
  return near === undefined ? "" : `\nThe closest text is at line ${near.line}:\n${near.lines.map((text, index) => `${near.line + index}|${text}`).join("\n")}`;
}

function rejection({ tag, current, known }: Extract<Failure, { code: "stale-edit" }>, path: string): readonly string[] {
  if (!known)
    return [
      `Edit rejected for ${path}: hash #${tag} is not from this session.`,
      `The current file hashes to #${current}. Re-read the file with \`read\` to copy a current ¶path#tag header — never invent the tag and never reuse one from a prior session.`,
    ];
  return [
    `Edit rejected for ${path}: file changed between read and edit.`,
    `Section is bound to #${tag}, but the current file hashes to #${current}. If a prior edit in this session modified this file, copy the ¶path#newhash header from that edit's response; otherwise re-read the file with \`read\` to refresh the tag before retrying.`,
  ];
}

/** The lines the edit was about as they are now, `*` before those it named. */
function staleLines(lines: readonly StaleLine[]): readonly string[] {
  const rows = lines.flatMap(({ line, text, isAnchor }, index) => {
    const isApart = index > 0 && lines[index - 1]?.line !== line - 1;
    return [...(isApart ? ["..."] : []), `${isAnchor ? "*" : " "}${line}:${text}`];
  });
  return rows.length === 0 ? [] : ["", ...rows];
}

function partly({ path, written, left, cause }: Extract<Failure, { code: "partly-written" }>, at: FailedCall): string {
  const names = (paths: readonly string[]): string => paths.map((each) => relative(each, at.directory)).join(", ");
  const rest = left.length === 0 ? "" : ` Sections not written: ${names(left)}.`;
  return `Failed to write ${relative(path, at.directory)}: ${explain(cause, at)}\nSections already written: ${names(written)}.${rest}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
