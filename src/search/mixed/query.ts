// The vocabulary of a mixed search: paths of many kinds in one question, pages of files in the answer.
import type { Failure, Unreadable } from "../../failure.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import type { LineRange, Page, Row, SearchLimits, Skipped, Total, WalkQuery } from "../query.ts";

export interface MixedQuery {
  readonly pattern: string;
  readonly caseInsensitive: boolean;
  readonly multiline: boolean;
  readonly targets: readonly Target[];
  readonly walk: WalkQuery;
  readonly context: { readonly before: number; readonly after: number; readonly columns: number };
  /** Hits shown of a file: of the only one that was asked for, and of one among others. */
  readonly hitsPerFile: { readonly alone: number; readonly among: number };
  /** Counts files; one that was asked for alone is not paged. */
  readonly page: PageOfFiles;
  readonly limits: SearchLimits;
}

export interface PageOfFiles {
  readonly skip: number;
  readonly take: number;
}

/** Where to search, as a caller wrote it. */
export type Target = PathTarget | TextTarget;

export interface PathTarget {
  readonly kind: "path";
  /** A file, a directory, a glob, an archive or something in one. */
  readonly text: string;
  /** The same read as a path and lines of it: if nothing of the whole name exists. */
  readonly peeled?: { readonly text: string; readonly ranges: readonly LineRange[] };
}

/** A text that is no file. */
export interface TextTarget {
  readonly kind: "text";
  readonly name: string;
  readonly text: Buffer;
  readonly ranges?: readonly LineRange[];
}

export interface MixedResult {
  /** "one": a single file, member or text was asked for. */
  readonly scope: "one" | "many";
  readonly groups: readonly Group[];
  /** Counts files. */
  readonly page: Page;
  /** Paths that do not exist, where others do. */
  readonly missing: readonly string[];
  /** Archives, or members of them, that could not be searched, where there were other paths. */
  readonly unsearched: readonly { readonly path: string; readonly why: Failure }[];
  readonly archives: readonly ArchiveFacts[];
  readonly skipped: Skipped;
  readonly binaryMatches: readonly RawPath[];
  readonly incomplete?: "time";
}

/** What was not searched of an archive that was. */
export interface ArchiveFacts {
  readonly path: RawPath;
  readonly unreadable: readonly { readonly name: RawPath; readonly why: Unreadable }[];
  /** What follows this damage was not searched. */
  readonly damaged?: string;
}

/** The rows of one file. */
export interface Group {
  readonly place: GroupPlace;
  /** Hits and context; gaps stand between two of them only. */
  readonly rows: readonly Row[];
  readonly shown: number;
  readonly hits: Total;
}

/** What the rows are of: a file, a member of an archive, or another text. */
export type GroupPlace =
  | { readonly kind: "file"; readonly path: RawPath }
  | { readonly kind: "member"; readonly archive: RawPath; readonly name: RawPath }
  | { readonly kind: "text"; readonly name: string };
