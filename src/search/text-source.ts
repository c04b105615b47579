// Texts that are not files, and what is asked about them: members of archives, a task's output, documentation.
import type { Result } from "../failure.ts";
import type { RawPath } from "../workspace/raw-path.ts";
import type { LineRange, PageQuery, SearchLimits, SearchQuery, SearchResult } from "./query.ts";
import type { Runs } from "./ripgrep/run.ts";

export interface TextQuery extends Pick<SearchQuery, "pattern" | "caseInsensitive" | "multiline" | "content"> {
  /** By name in byte order, or as they come. */
  readonly order: "path" | "given";
  /** Counts texts. */
  readonly page: Omit<PageQuery, "unit">;
  /** Instead of `content.hitsPerFile` where one text was asked for. */
  readonly hitsOfOne: number;
  readonly limits: Omit<SearchLimits, "receiptMs">;
}

export interface VirtualText {
  readonly name: RawPath;
  /** UTF-8 without NULs and without a byte order mark. Undefined: there is no text of this name, although there was one. */
  readonly bytes: Buffer | undefined;
  readonly ranges?: readonly LineRange[];
}

/**
 * Brings the texts whose names are wanted, in the same order each time, and ends by the deadline. A text takes the place of an earlier one of
 * its name. Small ones are kept for a while; one above `BATCH_BYTES` is not needed any more when `take` is done.
 */
export type TextSource = (wanted: (name: RawPath) => boolean, take: TakeText, runs: Runs) => Promise<Result<Brought>>;
export type TakeText = (text: VirtualText) => Promise<"stop" | undefined>;

/** So much text is searched at once. */
export const BATCH_BYTES = 4 * 1024 * 1024;

export interface Brought {
  readonly ended: "end" | "stopped" | "time";
  /** One text was asked for, not all that there are somewhere. */
  readonly isOne: boolean;
}

/** Entries have the names of texts; their root is always 0. */
export interface TextResult extends Pick<SearchResult, "entries" | "rows" | "page" | "totals" | "incomplete"> {
  /** Too large for matches over several lines. */
  readonly tooLarge: readonly RawPath[];
}
