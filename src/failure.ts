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
  | { readonly code: "not-a-count"; readonly name: string; readonly value: number }
  | { readonly code: "too-long"; readonly name: string; readonly length: number; readonly limit: number }
  | { readonly code: "too-many"; readonly name: string; readonly count: number; readonly limit: number }
  | {
      readonly code: "path-not-found";
      readonly path: string;
      readonly given: string;
      /** Similar names, best first. */
      readonly near: readonly string[];
      /** The same path below the session's directory, where it exists. */
      readonly below?: string;
    }
  | { readonly code: "path-outside"; readonly path: string }
  | { readonly code: "path-denied"; readonly path: string; readonly pattern: string }
  | { readonly code: "path-refused"; readonly path: string; readonly reason: "unc" | "nul" }
  | { readonly code: "not-a-directory"; readonly path: string }
  | { readonly code: "not-a-file"; readonly path: string; readonly kind: string }
  | { readonly code: "file-too-large"; readonly path: string; readonly size: number; readonly limit: number }
  | { readonly code: "is-a-directory"; readonly path: string }
  | { readonly code: "dangling-link"; readonly path: string }
  | { readonly code: "content-too-large"; readonly size: number; readonly limit: number }
  | { readonly code: "not-unicode"; readonly name: string }
  | { readonly code: "bad-range"; readonly name: string; readonly range: readonly number[] }
  | { readonly code: "range-past-end"; readonly first: number; readonly total: number }
  | { readonly code: "line-past-end"; readonly line: number; readonly total: number }
  | { readonly code: "not-seen"; readonly path: string; readonly before: "edit" | "overwrite" }
  | { readonly code: "changed-since-seen"; readonly path: string }
  | { readonly code: "changed-meanwhile"; readonly path: string }
  | { readonly code: "text-not-found"; readonly path: string; readonly near?: { readonly line: number; readonly lines: readonly string[] } }
  | { readonly code: "text-ambiguous"; readonly path: string; readonly count: number; readonly lines: readonly number[]; readonly more: boolean }
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
  | { readonly code: "task-limit"; readonly limit: number }
  | { readonly code: "task-not-found"; readonly id: string }
  | { readonly code: "io"; readonly path: string; readonly detail: string };

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
