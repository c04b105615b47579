// Failures that every dialect words alike. A dialect's own switch says for which.
import type { Failure, Unreadable } from "../../failure.ts";
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
      | "joined-paths"
      | "url-glob"
      | "unsearchable"
      | "range-needs-file"
      | "archive-damaged"
      | "archive-encrypted"
      | "archive-too-large"
      | "member-not-found"
      | "member-unreadable"
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
    case "joined-paths":
      return `paths is an array — pass ["a", "b"] not ["a,b"] (got ${quote(failure.text)})`;
    case "url-glob":
      return `Glob patterns are not supported for internal URLs: ${shortened(failure.url)}`;
    case "unsearchable":
      return `nothing could be searched of ${failure.paths.map(({ path }) => path).join(", ")}`;
    case "range-needs-file":
      return `lines can be selected of a single file only, not of ${failure.path}`;
    case "archive-damaged":
      return `${inArchive(failure)} is damaged: ${failure.detail}`;
    case "archive-encrypted":
      return `archive ${failure.path} is encrypted and cannot be read`;
    case "archive-too-large":
      return `${inArchive(failure)} ${EXCESS[failure.what](failure.limit)}`;
    case "member-not-found":
      return `no member ${quote(failure.member)} in archive ${failure.path}${failure.near.length === 0 ? "" : `\nDid you mean: ${failure.near.join(", ")}?`}`;
    case "member-unreadable":
      return `member ${quote(failure.member)} of archive ${failure.path} ${UNREADABLE[failure.why]}`;
    case "io":
      return `${failure.path}: ${failure.detail}`;
  }
}

function inArchive({ path, member }: { readonly path: string; readonly member?: string }): string {
  return member === undefined ? `archive ${path}` : `member ${quote(member)} of archive ${path}`;
}

const EXCESS: Readonly<Record<Extract<Failure, { code: "archive-too-large" }>["what"], (limit: number) => string>> = {
  bytes: (limit) => `holds more than ${limit / MIB} MiB when unpacked`,
  members: (limit) => `holds more than ${limit} members`,
  names: (limit) => `holds members whose names have more than ${limit / MIB} MiB`,
  ratio: (limit) => `unpacks to more than ${limit} times its size, as only a decompression bomb does`,
};
const MIB = 1024 * 1024;

/** Why a member of an archive cannot be read, behind its name. */
export const UNREADABLE: Readonly<Record<Unreadable, string>> = {
  outside: "is refused: its name is absolute or leads out of the archive",
  link: "is a link, which is not followed",
  device: "is not a regular file",
  folder: "is a folder",
  sparse: "is a sparse file, which cannot be read",
  encrypted: "is encrypted",
  compression: "is compressed by a method that cannot be read",
  "too-large": "is larger than 64 MiB when unpacked",
  damaged: "is damaged",
  binary: "is not UTF-8 text",
};

/** A caller's own text in quotes, bounded. */
export function quote(text: string): string {
  return JSON.stringify(shortened(text));
}
