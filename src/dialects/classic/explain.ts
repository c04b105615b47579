// Failures in boris' words: `[CODE] message`.
import type { Failure } from "../../failure.ts";
import type { FailedCall } from "../../tool.ts";
import { shortened } from "../wording/cap.ts";
import { closestText } from "../wording/closest-text.ts";
import { quote, sentence } from "../wording/sentences.ts";
import { TYPE_NAMES } from "./types.ts";

export function explain(failure: Failure, { tool }: FailedCall): string {
  const { code, message } = worded(failure, tool);
  return `[${code}] ${message}`;
}

interface Worded {
  readonly code: string;
  readonly message: string;
}

function worded(failure: Failure, tool: string): Worded {
  switch (failure.code) {
    case "unknown-tool":
      return invalid(sentence(failure));
    case "too-busy":
      return { code: "IO_ERROR", message: sentence(failure) };
    case "missing-parameter":
      return invalid(`${failure.name} is required`);
    case "empty-parameter":
      return invalid(`${failure.name} must not be empty`);
    case "unknown-parameter":
      return invalid(`unknown parameter ${quote(failure.name)}; valid parameters: ${failure.known.join(", ")}`);
    case "wrong-type":
      return invalid(`${failure.name} must be ${/^[aeiou]/.test(failure.expected) ? "an" : "a"} ${failure.expected}, got ${failure.got}`);
    case "not-an-option":
      return { code: optionCode(tool, failure.name), message: `invalid ${failure.name} ${quote(failure.value)}; valid values: ${failure.options.join(", ")}` };
    case "not-a-count":
      return invalid(`${failure.name} must be a whole number of 0 or more, got ${failure.value}`);
    case "not-absolute":
      return invalid(sentence(failure));
    case "too-long":
      return invalid(sentence(failure));
    case "too-many":
      return invalid(sentence(failure));
    case "path-not-found":
      return { code: "PATH_NOT_FOUND", message: `path not found: ${failure.path}${didYouMean(failure.near)}` };
    case "artifact-gone":
      return { code: "PATH_NOT_FOUND", message: sentence(failure) };
    case "path-outside":
      return { code: "ACCESS_DENIED", message: sentence(failure) };
    case "path-denied":
      return { code: "ACCESS_DENIED", message: sentence(failure) };
    case "path-refused":
      return failure.reason === "unc" ? { code: "ACCESS_DENIED", message: sentence(failure) } : invalid(sentence(failure));
    case "not-a-directory":
      return invalid(`path ${failure.path} is not a directory`);
    case "not-a-file":
      return invalid(sentence(failure));
    case "not-text":
      return invalid(sentence(failure));
    case "file-too-large":
      return { code: "FILE_TOO_LARGE", message: `file ${failure.path} is ${failure.size} bytes, exceeds maximum ${failure.limit} bytes` };
    case "is-a-directory":
      return invalid(`path ${failure.path} is a directory, not a file`);
    case "dangling-link":
      return { code: "ACCESS_DENIED", message: sentence(failure) };
    case "content-too-large":
      return { code: "FILE_TOO_LARGE", message: sentence(failure) };
    case "not-unicode":
      return invalid(sentence(failure));
    case "no-change":
    case "file-exists":
    case "is-a-link":
    case "not-editable":
    case "not-readable":
      return invalid(sentence(failure));
    case "bad-range":
      return invalid(`invalid ${failure.name}: ${rangeFault(failure.range)}`);
    case "range-past-end":
      return invalid(`invalid view_range: start ${failure.first} exceeds total lines ${failure.total}`);
    case "line-past-end":
      return invalid(`invalid insert_line: ${failure.line} exceeds total lines ${failure.total}`);
    case "not-seen":
      return {
        code: "FILE_NOT_VIEWED",
        message: `file ${failure.path} must be viewed before ${failure.before === "edit" ? "editing" : "overwriting"}. Use the view tool first.`,
      };
    case "changed-since-seen":
      return { code: "FILE_CHANGED", message: `file ${failure.path} has changed since it was last viewed. View it again before editing.` };
    case "changed-meanwhile":
      return {
        code: "FILE_CHANGED",
        message: `file ${failure.path} was changed by somebody else while it was being written; nothing was written. View it again.`,
      };
    case "text-not-found":
      return { code: "STR_REPLACE_NOT_FOUND", message: `old_str not found in ${failure.path}${closestText(failure.near)}` };
    case "text-ambiguous":
      return {
        code: "STR_REPLACE_AMBIGUOUS",
        message: `found ${failure.count} occurrences in ${failure.path}; match must be unique (use replace_all to replace all): ${places(failure.lines, failure.more)}`,
      };
    case "file-busy":
      return { code: "IO_ERROR", message: sentence(failure) };
    case "time-limit":
      return { code: "IO_ERROR", message: sentence(failure) };
    case "bad-pattern":
      return { code: "GREP_INVALID_PATTERN", message: `invalid regex pattern: ${inOurWords(failure.detail)}` };
    case "bad-glob":
      return { code: "GLOB_INVALID_PATTERN", message: `invalid glob pattern: ${shortened(failure.glob)}: ${failure.detail}` };
    case "unknown-type":
      return invalid(`invalid file type: unknown file type ${quote(failure.type)}; valid types: ${TYPE_NAMES.join(", ")} (and any other type ripgrep knows)`);
    case "ripgrep-missing":
      return { code: "IO_ERROR", message: sentence(failure) };
    case "ripgrep-failed":
      return { code: "IO_ERROR", message: sentence(failure) };
    case "empty-command":
      return { code: "BASH_EMPTY_COMMAND", message: "command must not be empty" };
    case "command-refused":
      return invalid(sentence(failure));
    case "command-not-started":
      return { code: "BASH_START_FAILED", message: sentence(failure) };
    case "archive-damaged":
    case "archive-encrypted":
      return { code: "IO_ERROR", message: sentence(failure) };
    case "archive-too-large":
      return { code: "FILE_TOO_LARGE", message: sentence(failure) };
    case "member-not-found":
      return { code: "PATH_NOT_FOUND", message: sentence(failure) };
    case "joined-paths":
    case "url-glob":
    case "unsearchable":
    case "range-needs-file":
    case "member-unreadable":
      return invalid(sentence(failure));
    case "task-limit":
      return { code: "BASH_TASK_LIMIT", message: `${failure.limit} background tasks are running already; wait until one is completed (see task_output)` };
    case "task-not-found":
      return { code: "BASH_TASK_NOT_FOUND", message: `task not found: ${failure.id}` };
    case "bad-edit":
      return invalid(sentence(failure));
    case "stale-edit":
      return { code: "FILE_CHANGED", message: sentence(failure) };
    case "partly-written":
      return { code: "IO_ERROR", message: sentence(failure) };
    case "io":
      return { code: "IO_ERROR", message: sentence(failure) };
  }
}

/** ripgrep's hints name flags that callers of a tool do not have. */
function inOurWords(detail: string): string {
  return detail
    .replace(/Consider enabling multiline mode with the --multiline flag[\s\S]*$/, "Pass multiline: true to let matches span lines.")
    .replace(/Consider enabling PCRE2 with the --pcre2 flag[\s\S]*$/, "Look-around and backreferences are not supported; match more and filter the results.");
}

function invalid(message: string): Worded {
  return { code: "INVALID_INPUT", message };
}

function optionCode(tool: string, parameter: string): string {
  if (parameter === "output_mode") return "GREP_INVALID_OUTPUT_MODE";
  return tool === "glob" && parameter === "type" ? "GLOB_INVALID_TYPE" : "INVALID_INPUT";
}

function rangeFault(range: readonly number[]): string {
  const [first, last] = range as [number, number];
  if (range.length !== 2) return `expected [start, end], got ${range.length} ${range.length === 1 ? "number" : "numbers"}`;
  return first < 1 ? `start must be >= 1, got ${first}` : `start ${first} > end ${last}`;
}

function places(lines: readonly number[], more: boolean): string {
  return `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}${more ? ", …" : ""}`;
}

function didYouMean(near: readonly string[]): string {
  return near.length === 0 ? "" : `\nDid you mean: ${near.join(", ")}?`;
}
