// Failures in Codex' words: bare sentences, the system's errors as Rust prints them, wrong arguments as serde does.
import type { Failure } from "../../failure.ts";
import type { FailedCall } from "../../tool.ts";
import { shortened } from "../wording/cap.ts";
import { sentence } from "../wording/sentences.ts";
import { osError } from "./os-error.ts";

export function explain(failure: Failure, { tool }: FailedCall): string {
  switch (failure.code) {
    case "missing-parameter":
      return unparsed(`missing field \`${failure.name}\``);
    case "unknown-parameter":
      return unparsed(`unknown field \`${shortened(failure.name)}\`, ${expected(failure.known)}`);
    case "not-an-option":
      return unparsed(`unknown variant \`${shortened(failure.value)}\`, ${expected(failure.options)} at \`${failure.name}\``);
    case "wrong-type":
      return unparsed(`invalid type: ${GOT[failure.got] ?? failure.got}, expected ${EXPECTED[failure.expected] ?? failure.expected} at \`${failure.name}\``);
    case "not-a-count":
      return failure.value === 0 ? zero(failure.name, tool) : unparsed(`${notUsize(failure.value)}, expected usize at \`${failure.name}\``);
    case "empty-parameter":
      return `${failure.name} must not be empty`;
    case "path-not-found":
      return noAccess(failure.path, osError(failure.errno ?? "ENOENT"));
    case "not-a-directory":
      return `${noAccess(failure.path, osError("ENOTDIR"))}. Use read_file to read a file.`;
    case "is-a-directory":
      return `${noAccess(failure.path, osError("EISDIR"))}. Use list_dir to list it.`;
    case "io":
      return noAccess(failure.path, osError(failure.detail));
    case "range-past-end":
      return tool === "list_dir" ? "offset exceeds directory entry count" : "offset exceeds file length";
    case "line-past-end":
      return "anchor_line exceeds file length";
    case "too-many":
      return tool === "list_dir" ? `offset must be at most ${failure.limit} here; list a subdirectory instead` : sentence(failure);
    case "time-limit":
      return tool === "grep_files" ? `rg timed out after ${failure.limitMs / 1000} seconds` : sentence(failure);
    case "bad-pattern":
      return `rg failed: ${withoutFlags(failure.detail)}`;
    case "bad-glob":
      return `rg failed: error parsing glob '${shortened(failure.glob)}': ${failure.detail}`;
    case "unknown-type":
      return `rg failed: unrecognized file type: ${shortened(failure.type)}`;
    case "ripgrep-failed":
      return `rg failed: ${failure.detail}`;
    case "ripgrep-missing":
      return `failed to launch rg: ${failure.detail}. Ensure ripgrep is installed and on PATH.`;
    case "file-too-large":
      return `file ${failure.path} is ${failure.size} bytes, exceeds maximum ${failure.limit} bytes`;
    case "not-text":
      return `${sentence(failure)}; read_file reads text only`;
    case "unknown-tool":
    case "too-busy":
    case "not-absolute":
    case "too-long":
    case "artifact-gone":
    case "path-outside":
    case "path-denied":
    case "path-refused":
    case "not-a-file":
    case "dangling-link":
    case "content-too-large":
    case "not-unicode":
    case "file-busy":
    case "command-refused":
    case "command-not-started":
    case "joined-paths":
    case "url-glob":
    case "unsearchable":
    case "range-needs-file":
    case "archive-damaged":
    case "archive-encrypted":
    case "archive-too-large":
    case "member-not-found":
    case "member-unreadable":
    case "no-change":
    case "file-exists":
    case "is-a-link":
    case "not-editable":
    case "not-readable":
      return sentence(failure);
    // What follows belongs to tools that Codex' dialect does not have.
    case "bad-range":
    case "not-seen":
    case "changed-since-seen":
    case "changed-meanwhile":
    case "text-not-found":
    case "text-ambiguous":
    case "empty-command":
    case "task-limit":
    case "task-not-found":
    case "bad-edit":
    case "stale-edit":
    case "partly-written":
      return `the call was refused: ${failure.code}`;
  }
}

function unparsed(detail: string): string {
  return `failed to parse function arguments: ${detail}`;
}

function noAccess(path: string, detail: string): string {
  return `unable to access \`${path}\`: ${detail}`;
}

/** serde's words for what JSON holds. */
const GOT: Readonly<Record<string, string>> = { array: "sequence", object: "map", number: "integer" };
const EXPECTED: Readonly<Record<string, string>> = { string: "a string", boolean: "a boolean", number: "usize", object: "a map" };

function expected(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length > 2 ? `expected one of ${quoted.join(", ")}` : `expected ${quoted.join(" or ")}`;
}

function notUsize(value: number): string {
  return Number.isInteger(value) ? `invalid value: integer \`${value}\`` : `invalid type: floating point \`${value}\``;
}

function zero(name: string, tool: string): string {
  if (name === "offset" || name === "anchor_line") return `${name} must be a 1-indexed ${tool === "list_dir" ? "entry" : "line"} number`;
  return `${name} must be greater than zero`;
}

/** ripgrep's hints name flags that callers of a tool do not have. */
function withoutFlags(detail: string): string {
  return detail
    .replace(/Consider enabling multiline mode with the --multiline flag[\s\S]*$/, "A match cannot span lines.")
    .replace(/Consider enabling PCRE2 with the --pcre2 flag[\s\S]*$/, "Look-around and backreferences are not supported.");
}
