// The vocabulary of the house: what is asked, what was found, what was not looked at. Plain readonly data; read this first.
//
//   root    a file or directory where a search starts
//   entry   a file (or, for `find`, a directory) below a root
//   hit     a matching line; with `onlyMatching`, one match on it
//   row     a line of a content answer: a hit, a context line, or the gap between two groups
//   page    the part of a result that was asked for
//   receipt what was not looked at, and whether it matters
//
// There are no defaults here: a dialect knows them. "No limit" is Infinity, "absent" is undefined.
import type { RawPath } from "../workspace/raw-path.ts";

/** A question about the content of files. */
export interface SearchQuery {
  /** A regular expression in Rust's syntax. */
  readonly pattern: string;
  readonly caseInsensitive: boolean;
  /** Matches may span lines; `.` matches line ends, `^` and `$` match at them. */
  readonly multiline: boolean;
  /** Paths as the caller gave them, relative to the session's directory. */
  readonly roots: readonly RootQuery[];
  readonly filter: FilterQuery;
  readonly walk: WalkQuery;
  readonly mode: "files" | "count" | "content";
  /** Order of entries; content always comes by path. */
  readonly order: Order;
  readonly content: ContentQuery;
  readonly page: PageQuery;
  readonly limits: SearchLimits;
}

/** A question about the names of files. */
export interface FindQuery {
  readonly roots: readonly RootQuery[];
  readonly filter: FilterQuery;
  readonly walk: WalkQuery;
  readonly kinds: { readonly files: boolean; readonly directories: boolean /** Links to files. */; readonly links: boolean };
  readonly order: Order;
  readonly page: PageQuery;
  readonly limits: { readonly timeMs: number; readonly receiptMs: number };
}

/** Newest first, ties by path; or by path in byte order, root after root. */
export type Order = "newest" | "path";

export interface RootQuery {
  readonly path: string;
  /** 1-based inclusive line ranges; only for files. Hits and context outside them do not exist. */
  readonly ranges?: readonly LineRange[];
}

export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** Narrows what is looked at. Never widens it: an ignored file stays ignored. Files named as roots are not filtered. */
export interface FilterQuery {
  /** Globs below a root; the last that matches decides, `!` negates. */
  readonly globs: readonly string[];
  /** A file must be of one of these types. */
  readonly types: readonly FileType[];
}

/** A file type: the given globs on the base name, or ripgrep's type of that name. */
export interface FileType {
  readonly name: string;
  readonly globs?: readonly string[];
}

/** What a walk goes into. */
export interface WalkQuery {
  /** Obey .gitignore, .ignore, .rgignore and the like. */
  readonly ignoreFiles: boolean;
  readonly hidden: boolean;
  /** Follow links met on the way, each real path once; links given as roots are always followed. */
  readonly followLinks: boolean;
  /** Names never entered nor mentioned, `.git` for instance; a root of that name is entered. */
  readonly skipNames: readonly string[];
  /** Names not entered although nothing ignores them, `node_modules` for instance; a receipt tells of them. */
  readonly bulkNames: readonly string[];
}

export interface ContentQuery {
  readonly before: number;
  readonly after: number;
  /** One row for each match with its text alone, instead of whole lines. */
  readonly onlyMatching: boolean;
  /** The gap between two groups is a row of its own. */
  readonly gaps: boolean;
  /** Longer lines become a window of this many characters around the match. */
  readonly columns: number;
  /** At most so many hits of one file. */
  readonly hitsPerFile: number;
}

/**
 * `skip` and `take` count `unit`s: entries (files), hits (matching lines; context is free)
 * or rows (every line of the answer, gaps included).
 */
export interface PageQuery {
  readonly unit: "entries" | "hits" | "rows";
  readonly skip: number;
  readonly take: number;
}

export interface SearchLimits {
  readonly timeMs: number;
  /** How long the look into what was skipped may take. */
  readonly receiptMs: number;
  /** Files above this are skipped when a match may span lines. */
  readonly multilineBytes: number;
  /** A content result is taken whole, in one run, as long as ripgrep's output stays below this; then lines beside the page are only counted. */
  readonly wholeBytes: number;
  /** Rows end about here, and so may entries: then totals are lower bounds. A face cuts at its own limit, this keeps the work in proportion. */
  readonly textChars: number;
}

/** The answer to a SearchQuery. */
export interface SearchResult {
  readonly roots: readonly Root[];
  /** Files and count mode: the page's entries. Content mode: the files that rows refer to. */
  readonly entries: readonly Entry[];
  /** Content mode only. */
  readonly rows: readonly Row[];
  readonly page: Page;
  readonly totals: Totals;
  readonly skipped: Skipped;
  /** Why the answer is not the whole truth, if so. */
  readonly incomplete?: "time";
  /** Files named as roots that turned out to be binary and match. */
  readonly binaryMatches: readonly RawPath[];
}

/** The answer to a FindQuery. */
export interface FindResult {
  readonly roots: readonly Root[];
  readonly entries: readonly Entry[];
  readonly page: Page;
  readonly total: Total;
  readonly skipped: Skipped;
  readonly incomplete?: "time";
}

/** A root as it was resolved. */
export interface Root {
  readonly given: string;
  /** Absolute, links in it kept. */
  readonly path: RawPath;
  readonly real: RawPath;
  readonly kind: "file" | "directory";
  /** Bytes, of a file. */
  readonly size: number;
}

export interface Entry {
  /** Index into `roots`. */
  readonly root: number;
  /** Relative to its root; "" if the root is the file. */
  readonly name: RawPath;
  readonly kind: "file" | "directory";
  /** Matching lines, as `rg -c` counts them; undefined if nobody counted. */
  readonly count?: number;
  /** When it was last changed, in nanoseconds; only where names are found newest first. */
  readonly modified?: bigint;
}

export type Row = LineRow | { readonly kind: "gap" };

export interface LineRow {
  readonly kind: "hit" | "context";
  /** Index into `entries`. */
  readonly entry: number;
  readonly line: number;
  readonly text: string;
  /** Sides on which a long line was cut. */
  readonly cut?: { readonly left: boolean; readonly right: boolean };
}

/** A number that is exact, or a lower bound. */
export interface Total {
  readonly count: number;
  readonly exact: boolean;
}

export interface Totals {
  readonly entries: Total;
  /** Hits in content mode, the sum of all counts in count mode; undefined where nobody counted. */
  readonly hits?: Total;
  /** Only when pages count rows. */
  readonly rows?: Total;
}

/** Which part of everything the page shows, in its unit. */
export interface Page {
  readonly first: number;
  readonly shown: number;
  readonly total: Total;
  /** Something of the result is left after this page: known, not guessed. */
  readonly more: boolean;
}

/** What was not looked at. Every number is of files that pass the filter. */
export interface Skipped {
  /** By rule, most files first; without one where there was no time to ask for it. */
  readonly ignored: readonly { readonly rule?: IgnoreRule; readonly files: Total }[];
  /** Below names that are never entered, node_modules for instance. */
  readonly named: readonly { readonly name: string; readonly files: Total }[];
  readonly hidden: Total;
  readonly binary: Total;
  /** Matches in ignored, named and hidden files (for `find`: matching names); undefined if nobody looked. */
  readonly matches?: Total;
  readonly binaryMatches?: Total;
  /** Denied entries: only counted. */
  readonly denied: number;
  readonly tooLarge: readonly RawPath[];
  readonly unreadable: readonly { readonly path: RawPath; readonly reason: string }[];
  /** Links that lead out of the fence. */
  readonly linksOutside: number;
  /** Links that were not followed because there are too many. */
  readonly linksTooMany: number;
  /** The look into the skipped part ran out of its time. */
  readonly ranOut: boolean;
}

/** Where an ignore rule stands; `line` is undefined if it could not be found. */
export interface IgnoreRule {
  readonly file: string;
  readonly line?: number;
  readonly glob: string;
}

export const NOTHING: Total = { count: 0, exact: true };

/** Nothing was skipped. */
export const NOTHING_SKIPPED: Skipped = {
  ignored: [],
  named: [],
  hidden: NOTHING,
  binary: NOTHING,
  denied: 0,
  tooLarge: [],
  unreadable: [],
  linksOutside: 0,
  linksTooMany: 0,
  ranOut: false,
};
