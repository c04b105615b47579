// Failures that every dialect words alike. A dialect's own switch says for which.
import type { Failure } from "../../failure.ts";
import { shortened } from "./cap.ts";

type Common = Extract<
  Failure,
  {
    code:
      | "unknown-tool"
      | "too-busy"
      | "not-absolute"
      | "too-long"
      | "too-many"
      | "artifact-gone"
      | "path-outside"
      | "path-denied"
      | "path-refused"
      | "not-a-file"
      | "not-text"
      | "dangling-link"
      | "content-too-large"
      | "not-unicode"
      | "no-change"
      | "file-exists"
      | "is-a-link"
      | "not-editable"
      | "not-readable"
      | "file-busy"
      | "time-limit"
      | "ripgrep-missing"
      | "ripgrep-failed"
      | "command-refused"
      | "command-not-started"
      | "bad-edit"
      | "stale-edit"
      | "partly-written"
      | "io";
  }
>;

export function sentence(failure: Common): string {
  switch (failure.code) {
    case "unknown-tool":
      return `unknown tool ${quote(failure.name)}; valid tools: ${failure.known.join(", ")}`;
    case "too-busy":
      return `${failure.calls} calls are under way already; wait for answers and try again`;
    case "not-absolute":
      return `${failure.name} must be an absolute path`;
    case "too-long":
      return `${failure.name} has ${failure.length} characters; the limit is ${failure.limit}`;
    case "too-many":
      return `${failure.name} has ${failure.count} parts; the limit is ${failure.limit}`;
    case "artifact-gone":
      return `no ${shortened(failure.url)}; a session keeps only its latest long results`;
    case "path-outside":
      return `path ${failure.path} is outside the allowed directories`;
    case "path-denied":
      return `path ${failure.path} matches deny pattern ${quote(failure.pattern)}`;
    case "path-refused":
      return failure.reason === "unc" ? `network path ${failure.path} is refused` : "path must not contain NUL bytes";
    case "not-a-file":
      return `path ${failure.path} is a ${failure.kind}, not a regular file or directory`;
    case "not-text":
      return `file ${failure.path} is ${failure.kind === "image" ? "an image" : "binary"}, not text`;
    case "dangling-link":
      return `path ${failure.path} is a symbolic link whose target does not exist; create the target itself`;
    case "content-too-large":
      return `content is ${failure.size} bytes, exceeds maximum ${failure.limit} bytes`;
    case "not-unicode":
      return `${failure.name} holds half of a surrogate pair, which is not a character`;
    case "no-change":
      return "the new text is the same as the old";
    case "file-exists":
      return `file ${failure.path} exists already and is not empty`;
    case "is-a-link":
      return `path ${failure.path} is a symbolic link; write to its target instead: ${failure.target}`;
    case "not-editable":
      return `file ${failure.path} ${failure.reason === "not-utf-8" ? "is not valid UTF-8" : "has NUL bytes in its first 8 KB"} and cannot be edited as text`;
    case "not-readable":
      return `file ${failure.path} is not ${failure.reason === "binary" ? "a text" : "a valid picture"}`;
    case "file-busy":
      return `file ${failure.path} is being written by another process; try again`;
    case "time-limit":
      return `reading ${failure.path} was stopped after ${failure.limitMs / 1000} s`;
    case "ripgrep-missing":
      return `ripgrep is not available: ${failure.detail}. Reinstall fossick, or set FOSSICK_RIPGREP to a path.`;
    case "ripgrep-failed":
      return `search failed: ${failure.detail}`;
    case "command-refused":
      return "command must not contain NUL bytes";
    case "command-not-started":
      return `the command could not be started: ${failure.detail}`;
    case "bad-edit":
      return `the edit cannot be read: ${failure.fault.kind}`;
    case "stale-edit":
      return `file ${failure.path} has changed since it was shown`;
    case "partly-written":
      return `${failure.path} could not be written; already written: ${failure.written.join(", ")}`;
    case "io":
      return `${failure.path}: ${failure.detail}`;
  }
}

/** A caller's own text in quotes, bounded. */
export function quote(text: string): string {
  return JSON.stringify(shortened(text));
}
