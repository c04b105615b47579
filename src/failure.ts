// What a caller can cause: a code and facts, never a sentence. Dialects write the sentences.

/** A refusal that the caller can understand and act on. */
export type Failure =
  | { readonly code: "unknown-tool"; readonly name: string; readonly known: readonly string[] }
  | { readonly code: "too-busy"; readonly calls: number }
  | { readonly code: "missing-parameter"; readonly name: string }
  | { readonly code: "empty-parameter"; readonly name: string }
  | { readonly code: "unknown-parameter"; readonly name: string; readonly known: readonly string[] }
  | { readonly code: "wrong-type"; readonly name: string; readonly expected: string; readonly got: string }
  | { readonly code: "not-an-option"; readonly name: string; readonly value: string; readonly options: readonly string[] }
  | { readonly code: "not-a-count"; readonly name: string; readonly value: number /** If it is not 0. */; readonly least?: number }
  | { readonly code: "not-absolute"; readonly name: string }
  | { readonly code: "too-long"; readonly name: string; readonly length: number; readonly limit: number }
  | { readonly code: "too-many"; readonly name: string; readonly count: number; readonly limit: number }
  | {
      readonly code: "path-not-found";
      readonly path: string;
      readonly given: string;
      /** Similar names, best first. */
      readonly near: readonly string[];
      /** The kernel's word, where it is not the plain ENOENT. */
      readonly errno?: "ENOTDIR" | "ELOOP" | "ENAMETOOLONG";
      /** The same path below the session's directory, where it exists. */
      readonly below?: string;
    }
  | { readonly code: "artifact-gone"; readonly url: string }
  | { readonly code: "path-outside"; readonly path: string }
  | { readonly code: "path-denied"; readonly path: string; readonly pattern: string }
  | { readonly code: "path-refused"; readonly path: string; readonly reason: "unc" | "nul" }
  | { readonly code: "not-a-directory"; readonly path: string }
  | { readonly code: "not-a-file"; readonly path: string; readonly kind: string }
  | { readonly code: "file-too-large"; readonly path: string; readonly size: number; readonly limit: number }
  | { readonly code: "is-a-directory"; readonly path: string }
  | { readonly code: "not-text"; readonly path: string; readonly kind: "binary" | "image" }
  | { readonly code: "dangling-link"; readonly path: string }
  | { readonly code: "content-too-large"; readonly size: number; readonly limit: number }
  | { readonly code: "not-unicode"; readonly name: string }
  | { readonly code: "bad-range"; readonly name: string; readonly range: readonly number[] }
  | { readonly code: "range-past-end"; readonly first: number; readonly total: number }
  | { readonly code: "joined-paths"; readonly text: string }
  | { readonly code: "url-glob"; readonly url: string }
  | { readonly code: "range-needs-file"; readonly path: string; readonly found: "glob" | "directory" | "nothing" }
  | { readonly code: "line-past-end"; readonly line: number; readonly total: number }
  | { readonly code: "not-seen"; readonly path: string; readonly before: "edit" | "overwrite" }
  | { readonly code: "changed-since-seen"; readonly path: string }
  | { readonly code: "changed-meanwhile"; readonly path: string }
  | {
      readonly code: "text-not-found";
      readonly path: string;
      readonly text: string;
      readonly near?: { readonly line: number; readonly lines: readonly string[] };
    }
  | {
      readonly code: "text-ambiguous";
      readonly path: string;
      readonly text: string;
      readonly count: number;
      readonly lines: readonly number[];
      readonly more: boolean;
    }
  | { readonly code: "no-change" }
  | { readonly code: "file-exists"; readonly path: string }
  | { readonly code: "is-a-link"; readonly path: string; readonly target: string }
  | { readonly code: "not-editable"; readonly path: string; readonly reason: "not-utf-8" | "nul-bytes" }
  | { readonly code: "not-readable"; readonly path: string; readonly reason: "binary" | "bad-image" | "empty-image"; readonly extension: string }
  | { readonly code: "file-busy"; readonly path: string }
  | { readonly code: "time-limit"; readonly path: string; readonly limitMs: number }
  | { readonly code: "bad-pattern"; readonly detail: string }
  | { readonly code: "bad-glob"; readonly glob: string; readonly detail: string }
  | { readonly code: "unknown-type"; readonly type: string }
  | { readonly code: "ripgrep-missing"; readonly detail: string }
  | { readonly code: "ripgrep-failed"; readonly detail: string }
  | { readonly code: "empty-command" }
  | { readonly code: "command-refused"; readonly reason: "nul" }
  | { readonly code: "command-not-started"; readonly detail: string }
  | { readonly code: "archive-damaged"; readonly path: string; readonly detail: string }
  | { readonly code: "archive-encrypted"; readonly path: string }
  | {
      readonly code: "archive-too-large";
      readonly path: string;
      readonly member?: string;
      /** What there is too much of: bytes in all, members, bytes of their names, bytes out of each byte packed. */
      readonly what: "bytes" | "members" | "names" | "ratio";
      readonly limit: number;
    }
  | { readonly code: "member-not-found"; readonly path: string; readonly member: string /** Similar names, best first. */; readonly near: readonly string[] }
  | { readonly code: "member-unreadable"; readonly path: string; readonly member: string; readonly why: Unreadable }
  /** Nothing of what was named could be searched. */
  | { readonly code: "unsearchable"; readonly paths: readonly { readonly path: string; readonly why: Failure }[] }
  | { readonly code: "task-limit"; readonly limit: number }
  | { readonly code: "task-not-found"; readonly id: string }
  | { readonly code: "bad-edit"; readonly fault: EditFault }
  | {
      readonly code: "stale-edit";
      readonly path: string;
      readonly tag: string;
      readonly current: string;
      readonly known: boolean;
      readonly lines: readonly StaleLine[];
    }
  | { readonly code: "partly-written"; readonly path: string; readonly written: readonly string[]; readonly left: readonly string[]; readonly cause: Failure }
  | { readonly code: "io"; readonly path: string; readonly detail: string };

/** What is wrong with the text of an edit by line numbers. Lines count from the one behind the section's header. */
export type EditFault =
  | { readonly kind: "no-header" | "bad-header"; readonly got: string }
  | { readonly kind: "diff-instead" | "no-sections" }
  | { readonly kind: "missing-tag"; readonly path: string }
  | { readonly kind: "two-tags"; readonly path: string; readonly tags: readonly [string, string] }
  | { readonly kind: "same-file"; readonly paths: readonly [string, string] }
  | { readonly kind: LineFault; readonly line: number; readonly got: string }
  | { readonly kind: "backward-range"; readonly line: number; readonly first: number; readonly last: number }
  | { readonly kind: "overlap"; readonly line: number; readonly anchor: number; readonly other: number };

/** What is wrong with one line of it. */
export type LineFault =
  | "stray-body"
  | "stray-text"
  | "minus-row"
  | "empty-replace"
  | "empty-insert"
  | "delete-with-body"
  | "delete-with-colon"
  | "bare-number"
  | "bare-range"
  | "bad-operation"
  | "patch-marker"
  | "diff-hunk"
  | "bracketed-hunk";

/** A line of a file as it is now, near one that a refused edit was about. */
export interface StaleLine {
  readonly line: number;
  readonly text: string;
  readonly isAnchor: boolean;
}

/** Why a member of an archive cannot be read as text: links are never followed, nothing is decrypted, names that lead out of it are refused. */
export type Unreadable = "outside" | "link" | "device" | "folder" | "sparse" | "encrypted" | "compression" | "too-large" | "damaged" | "binary";

/** A value, or why there is none. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}
