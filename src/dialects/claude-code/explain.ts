// Failures in Claude Code's words.
import type { Failure } from "../../failure.ts";
import type { FailedCall } from "../../tool.ts";
import { shown } from "../../workspace/raw-path.ts";
import { shortened } from "../wording/cap.ts";
import { closestText } from "../wording/closest-text.ts";
import { sentence } from "../wording/sentences.ts";
import { tightSize } from "../wording/size.ts";

/** Of a text that is quoted whole; with what follows it a refusal stays in its bounds. */
const MAX_STRING_CHARS = 4_000;

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
    case "not-unicode":
      return invalid(tool, `The parameter \`${failure.name}\` holds half of a surrogate pair, which is not a character`);
    case "not-a-count":
      return `${failure.name} must be a whole number of ${failure.least ?? 0} or more, got ${failure.value}.${hintFor(failure)}`;
    case "path-not-found":
      return missing(failure, tool, shown(directory));
    case "not-a-directory":
      return `Path is not a directory: ${failure.path}`;
    case "is-a-directory":
      return tool === "Write"
        ? `${failure.path} is a directory, not a file. To create a file inside it, include the file name in file_path.`
        : `EISDIR: illegal operation on a directory, read '${failure.path}'\nUse Glob to list the files in it.`;
    case "file-too-large":
      if (tool === "Read") return tooLargeToRead(failure.size, failure.limit);
      return `File ${failure.path} is ${failure.size} bytes, which exceeds the maximum of ${failure.limit} bytes.`;
    case "bad-range":
      return `${failure.name} must be [start, end] with 1 <= start <= end, or -1 as end for the end of the file.`;
    case "range-past-end":
    case "line-past-end":
      return "The range lies outside the file.";
    case "not-readable":
      return notReadable(failure);
    case "not-a-file":
      return tool === "Read" ? `Cannot read '${failure.path}': it is a ${failure.kind}, not a regular file.` : capitalised(sentence(failure));
    case "path-outside":
      return tool === "Read" ? `Cannot read '${failure.path}': it is outside the allowed directories.` : capitalised(sentence(failure));
    case "no-change":
      return "No changes to make: old_string and new_string are exactly the same.";
    case "file-exists":
      return "Cannot create new file - file already exists.";
    case "is-a-link":
      return `Refusing to write ${failure.path}: it is a symbolic link. Write to the link's target path instead: ${failure.target}.`;
    case "not-editable":
      return notEditable(failure);
    case "not-seen":
      return "File has not been read yet. Read it first before writing to it.";
    case "changed-since-seen":
    case "changed-meanwhile":
      return "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";
    case "text-not-found":
      return `String to replace not found in file.\nString: ${shortened(failure.text, MAX_STRING_CHARS)}${closestText(failure.near)}`;
    case "text-ambiguous":
      return `Found ${failure.count} matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the instance.\nString: ${shortened(failure.text, MAX_STRING_CHARS)}`;
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
    case "not-absolute":
    case "too-long":
    case "too-many":
    case "artifact-gone":
    case "path-denied":
    case "path-refused":
    case "not-text":
    case "dangling-link":
    case "content-too-large":
    case "file-busy":
    case "time-limit":
    case "ripgrep-missing":
    case "ripgrep-failed":
    case "command-refused":
    case "command-not-started":
    case "bad-edit":
    case "stale-edit":
    case "partly-written":
    case "joined-paths":
    case "url-glob":
    case "unsearchable":
    case "range-needs-file":
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

function hintFor({ name }: Extract<Failure, { code: "not-a-count" }>): string {
  return name === "head_limit" ? " Pass 0 for unlimited." : "";
}

function tooLargeToRead(size: number, limit: number): string {
  return (
    `File content (${tightSize(size)}) exceeds maximum allowed size (${tightSize(limit)}). ` +
    "Use offset and limit parameters to read specific portions of the file, or search for specific content instead of reading the whole file."
  );
}

function notReadable({ path, reason, extension }: Extract<Failure, { code: "not-readable" }>): string {
  switch (reason) {
    case "binary":
      return (
        `This tool cannot read binary files. The file appears to be a binary .${extension} file. ` +
        "Use a program that knows its format, for example with Bash, and read what it prints."
      );
    case "bad-image":
      return "File has an image extension but its content is not a valid PNG/JPEG/GIF/WebP. Find out with Bash what it is (file, head -c).";
    case "empty-image":
      return `Image file is empty: ${path}`;
  }
}

function notEditable({ reason }: Extract<Failure, { code: "not-editable" }>): string {
  const fault = reason === "not-utf-8" ? "File is not valid UTF-8" : "File has NUL bytes in its first 8 KB";
  return `${fault}: written as text it would be damaged. Change it with a program that knows its encoding or format, for example with Bash.`;
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
    case "Write":
      return `Cannot create ${failure.path}: its name is too long, or a directory on the way is missing.`;
    default:
      return `File does not exist. ${where}${meant}${near}`;
  }
}

/** The same path below the directory comes first; for files then the same stem with another extension. */
function suggestion({ path, near, below }: Extract<Failure, { code: "path-not-found" }>, tool: string): string {
  if (below !== undefined) return ` Did you mean ${below}?`;
  const twin = tool === "Grep" || tool === "Glob" ? undefined : near.find((candidate) => isTwin(candidate, path));
  return twin === undefined ? "" : ` Did you mean ${nameIn(twin)}?`;
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
