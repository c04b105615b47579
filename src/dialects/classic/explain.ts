// Failures in boris' words: `[CODE] message`.
import type { Failure } from "../../failure.ts";
import { TYPE_NAMES } from "./types.ts";

export function explain(failure: Failure, tool: string): string {
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
      return invalid(`unknown tool ${quote(failure.name)}; valid tools: ${failure.known.join(", ")}`);
    case "missing-parameter":
      return invalid(`${failure.name} is required`);
    case "empty-parameter":
      return invalid(`${failure.name} must not be empty`);
    case "unknown-parameter":
      return invalid(`unknown parameter ${quote(failure.name)}; valid parameters: ${failure.known.join(", ")}`);
    case "wrong-type":
      return invalid(`${failure.name} must be a ${failure.expected}, got ${failure.got}`);
    case "not-an-option":
      return { code: optionCode(tool, failure.name), message: `invalid ${failure.name} ${quote(failure.value)}; valid values: ${failure.options.join(", ")}` };
    case "not-a-count":
      return invalid(`${failure.name} must be a whole number of 0 or more, got ${failure.value}`);
    case "too-long":
      return invalid(`${failure.name} has ${failure.length} characters; the limit is ${failure.limit}`);
    case "path-not-found":
      return { code: "PATH_NOT_FOUND", message: `path not found: ${failure.path}${didYouMean(failure.near)}` };
    case "path-outside":
      return { code: "ACCESS_DENIED", message: `path ${failure.path} is outside the allowed directories` };
    case "path-denied":
      return { code: "ACCESS_DENIED", message: `path ${failure.path} matches deny pattern ${quote(failure.pattern)}` };
    case "path-refused":
      return failure.reason === "unc"
        ? { code: "ACCESS_DENIED", message: `network path ${failure.path} is refused` }
        : invalid("path must not contain NUL bytes");
    case "not-a-directory":
      return invalid(`path ${failure.path} is not a directory`);
    case "not-a-file":
      return invalid(`path ${failure.path} is a ${failure.kind}, not a regular file or directory`);
    case "file-too-large":
      return { code: "FILE_TOO_LARGE", message: `file ${failure.path} is ${failure.size} bytes, exceeds maximum ${failure.limit} bytes` };
    case "bad-pattern":
      return { code: "GREP_INVALID_PATTERN", message: `invalid regex pattern: ${failure.detail}` };
    case "bad-glob":
      return { code: "GLOB_INVALID_PATTERN", message: `invalid glob pattern: ${failure.glob}: ${failure.detail}` };
    case "unknown-type":
      return invalid(`invalid file type: unknown file type ${quote(failure.type)}; valid types: ${TYPE_NAMES.join(", ")} (and any other type ripgrep knows)`);
    case "ripgrep-missing":
      return { code: "IO_ERROR", message: `ripgrep is not available: ${failure.detail}. Reinstall fossick, or set FOSSICK_RIPGREP to a path.` };
    case "ripgrep-failed":
      return { code: "IO_ERROR", message: `search failed: ${failure.detail}` };
    case "empty-command":
      return { code: "BASH_EMPTY_COMMAND", message: "command must not be empty" };
    case "command-refused":
      return invalid("command must not contain NUL bytes");
    case "command-not-started":
      return { code: "BASH_START_FAILED", message: `the command could not be started: ${failure.detail}` };
    case "task-limit":
      return { code: "BASH_TASK_LIMIT", message: `${failure.limit} background tasks are running already; wait until one is completed (see task_output)` };
    case "task-not-found":
      return { code: "BASH_TASK_NOT_FOUND", message: `task not found: ${failure.id}` };
    case "io":
      return { code: "IO_ERROR", message: `${failure.path}: ${failure.detail}` };
  }
}

function invalid(message: string): Worded {
  return { code: "INVALID_INPUT", message };
}

function optionCode(tool: string, parameter: string): string {
  if (parameter === "output_mode") return "GREP_INVALID_OUTPUT_MODE";
  return tool === "glob" && parameter === "type" ? "GLOB_INVALID_TYPE" : "INVALID_INPUT";
}

function didYouMean(near: readonly string[]): string {
  return near.length === 0 ? "" : `\nDid you mean: ${near.join(", ")}?`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
