// Failures in Claude Code's words.
import type { Failure } from "../../failure.ts";
import type { FailedCall } from "../../tool.ts";
import { shown } from "../../workspace/raw-path.ts";
import { shortened } from "../wording/cap.ts";
import { sentence } from "../wording/sentences.ts";

export function explain(failure: Failure, { tool, directory }: FailedCall): string {
  switch (failure.code) {
    case "missing-parameter":
      return invalid(tool, `The required parameter \`${failure.name}\` is missing`);
    case "unknown-parameter":
      return `${invalid(tool, `An unexpected parameter \`${shortened(failure.name)}\` was provided`)}\nValid parameters: ${failure.known.join(", ")}`;
    case "wrong-type":
      return invalid(tool, `The parameter \`${failure.name}\` type is expected as \`${failure.expected}\` but provided as \`${failure.got}\``);
    case "not-an-option":
      return invalid(tool, `The parameter \`${failure.name}\` is \`${shortened(failure.value)}\` but must be one of: ${failure.options.join(", ")}`);
    case "empty-parameter":
      return invalid(tool, `The parameter \`${failure.name}\` must not be empty`);
    case "not-a-count":
      return `${failure.name} must be a whole number of 0 or more, got ${failure.value}.${failure.name === "head_limit" ? " Pass 0 for unlimited." : ""}`;
    case "path-not-found":
      return missing(failure, tool, shown(directory));
    case "not-a-directory":
      return `Path is not a directory: ${failure.path}`;
    case "is-a-directory":
      return tool === "Write"
        ? `${failure.path} is a directory, not a file. To create a file inside it, include the file name in file_path.`
        : `EISDIR: illegal operation on a directory, read '${failure.path}'\nUse Glob to list the files in it.`;
    case "file-too-large":
      return `File ${failure.path} is ${failure.size} bytes, which exceeds the maximum of ${failure.limit} bytes.`;
    case "bad-range":
    case "range-past-end":
    case "line-past-end":
      return "The range lies outside the file.";
    case "not-seen":
      return "File has not been read yet. Read it first before writing to it.";
    case "changed-since-seen":
    case "changed-meanwhile":
      return "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";
    case "text-not-found":
      return "String to replace not found in file.";
    case "text-ambiguous":
      return `Found ${failure.count} matches of the string to replace, but replace_all is false.`;
    case "bad-pattern":
      return rejected(failure.detail);
    case "bad-glob":
      return rejected(`error parsing glob '${shortened(failure.glob)}': ${failure.detail}`);
    case "unknown-type":
      return rejected(`unrecognized file type: ${shortened(failure.type)}`);
    case "empty-command":
      return "The command is empty. Pass the shell command to run.";
    case "task-limit":
      return `${failure.limit} background commands are running already. Stop one with TaskStop, or wait until one is completed (see TaskOutput).`;
    case "task-not-found":
      return `No task found with ID: ${shortened(failure.id)}`;
    case "unknown-tool":
    case "too-busy":
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
    case "archive-damaged":
    case "archive-encrypted":
    case "archive-too-large":
    case "member-not-found":
    case "member-unreadable":
    case "io":
      return capitalised(sentence(failure));
  }
}

function invalid(tool: string, issue: string): string {
  return `InputValidationError: ${tool} failed due to the following issue:\n${issue}`;
}

/** What ripgrep would not take, in its own words. */
function rejected(detail: string): string {
  return `Search failed — ripgrep rejected the pattern, glob, or file type without searching:\nrg: ${detail}`;
}

function missing(failure: Extract<Failure, { code: "path-not-found" }>, tool: string, directory: string): string {
  const where = `Note: your current working directory is ${directory}.`;
  const meant = suggestion(failure, tool);
  const near = meant === "" && failure.near.length > 0 ? `\nSimilar: ${failure.near.join(", ")}` : "";
  switch (tool) {
    case "Grep":
      return `Path does not exist: ${failure.given}. ${where}${meant}${near}`;
    case "Glob":
      return `Directory does not exist: ${failure.given}. ${where}${meant}${near}`;
    default:
      return `File does not exist. ${where}${meant}${near}`;
  }
}

/** For files the same stem with another extension comes first; then the same path below the directory. */
function suggestion({ path, near, below }: Extract<Failure, { code: "path-not-found" }>, tool: string): string {
  const twin = tool === "Grep" || tool === "Glob" ? undefined : near.find((candidate) => isTwin(candidate, path));
  if (twin !== undefined) return ` Did you mean ${nameIn(twin)}?`;
  return below === undefined ? "" : ` Did you mean ${below}?`;
}

function isTwin(candidate: string, path: string): boolean {
  return candidate !== path && stem(candidate) === stem(path);
}

/** The whole path without its extension. */
function stem(path: string): string {
  return path.replace(/(?<=[^/])\.[^./]*$/, "");
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
