// Collects the rows of a page from lines that come file by file, in order: chooses hits, adds their context, sets gaps, counts.
import { textOf } from "../workspace/raw-path.ts";
import type { ContentQuery, LineRange, LineRow, PageQuery, Row } from "./query.ts";
import type { Line } from "./ripgrep/hits.ts";

export type { Line };

export interface RowsQuery {
  readonly content: ContentQuery;
  readonly page: PageQuery;
  readonly textChars: number;
}

/** A row whose line is longer than the query's columns: the window around its match is still to be found. */
export interface LongRow {
  /** Index into `rows`. */
  readonly index: number;
  readonly line: Line;
  /** A further line of a match that is shown alone: ripgrep says where the match begins, not where the line does. */
  readonly isContinued: boolean;
}

/** Of empty rows, too, there are only so many. */
const LINE_END_CHARS = 1;

/**
 * Feed `openFile`, then its lines, for each file in order. Hits that are not on the page may still stand in the context
 * of one that is; then they are context.
 */
export class RowCollector {
  readonly rows: Row[] = [];
  readonly longRows: LongRow[] = [];
  /** All hits and rows that came by, on the page or not. */
  hitsSeen = 0;
  rowsSeen = 0;
  /** Hits on the page. */
  hitsShown = 0;
  /** Nothing that comes now can be on the page. */
  isFull = false;
  /** The page ended early because its text grew too long. */
  isCutByText = false;

  readonly #query: RowsQuery;
  #entry = -1;
  #hitsOfFile = 0;
  #hitOffset = -1;
  #isContinued = false;
  #chars = 0;
  /** Lines that become context if a hit follows. */
  #before: Line[] = [];
  #beforeChars = 0;
  #afterLeft = 0;
  #lastLine = 0;
  #hasOutput = false;

  constructor(query: RowsQuery, alreadyCounted = 0) {
    this.#query = query;
    this.hitsSeen = alreadyCounted;
  }

  openFile(entry: number): void {
    this.#entry = entry;
    this.#hitsOfFile = 0;
    this.#hitOffset = -1;
    this.#forgetBefore();
    this.#afterLeft = 0;
    this.#lastLine = 0;
    if (this.#isPastLastHit()) this.isFull = true;
  }

  add(line: Line): void {
    if (line.kind === "hit") {
      this.#isContinued = this.#query.content.onlyMatching && line.offset === this.#hitOffset;
      this.#hitOffset = line.offset;
    }
    if (line.kind === "hit" && this.#chooses()) {
      this.#dropWhatWouldHideTheHit(line);
      for (const context of this.#before) if (context.line >= line.line - this.#query.content.before) this.#emit(context, "context");
      this.#forgetBefore();
      this.#emit(line, "hit");
      this.#afterLeft = this.#query.content.after;
      if (this.#query.page.unit === "rows" && this.#isPastLastHit()) this.isFull = true;
    } else if (line.line <= this.#lastLine) {
      return; // a second match of a line that stands there already, as context
    } else if (this.#afterLeft > 0 && line.line === this.#lastLine + 1) {
      this.#emit(line, "context");
      this.#afterLeft--;
    } else if (this.#isPastLastHit()) this.isFull = true;
    else this.#remember(line);
  }

  /** So many hits are in files of which nothing is on the page. */
  pass(hits: number): void {
    this.hitsSeen += hits;
    if (this.#query.page.unit !== "entries") this.rowsSeen += hits;
  }

  /** Counts a hit, and says whether it is on the page. */
  #chooses(): boolean {
    const { page, content } = this.#query;
    const index = this.hitsSeen++;
    const ofFile = this.#hitsOfFile++;
    if (page.unit === "hits") return index >= page.skip && index < page.skip + page.take && !this.isCutByText;
    return ofFile < content.hitsPerFile;
  }

  #isPastLastHit(): boolean {
    const { unit, skip, take } = this.#query.page;
    return this.isCutByText || (unit === "hits" && this.hitsSeen >= skip + take) || (unit === "rows" && this.rowsSeen >= skip + take);
  }

  #remember(line: Line): void {
    if (this.#query.content.before === 0) return;
    this.#before.push(line);
    this.#beforeChars += this.#charsOf(line);
    while (this.#before.length > this.#query.content.before || this.#beforeChars > this.#query.textChars) this.#dropOldest();
  }

  #dropOldest(): void {
    const oldest = this.#before.shift();
    this.#beforeChars -= oldest === undefined ? this.#beforeChars : this.#charsOf(oldest);
  }

  #forgetBefore(): void {
    this.#before = [];
    this.#beforeChars = 0;
  }

  /** Context must not use up the room of the first hit it belongs to: the farthest lines go. */
  #dropWhatWouldHideTheHit(hit: Line): void {
    if (this.hitsShown > 0) return;
    while (this.#before.length > 0 && this.#chars + this.#beforeChars + this.#charsOf(hit) > this.#query.textChars) this.#dropOldest();
  }

  #charsOf({ raw }: Line): number {
    return Math.min(raw?.length ?? this.#query.content.columns, this.#query.content.columns) + LINE_END_CHARS;
  }

  #emit(line: Line, kind: LineRow["kind"]): void {
    if (line.line <= this.#lastLine && kind === "context") return;
    const isNewGroup = this.#hasOutput && (this.#lastLine === 0 || line.line > this.#lastLine + 1);
    if (isNewGroup && this.#query.content.gaps && this.#isOnPage()) this.rows.push({ kind: "gap" });
    if (this.#isOnPage()) this.#push(line, kind);
    this.#hasOutput = true;
    this.#lastLine = line.line;
  }

  /** Counts a row, and says whether it is on the page. */
  #isOnPage(): boolean {
    const { unit, skip, take } = this.#query.page;
    const index = this.rowsSeen++;
    return !this.isCutByText && (unit !== "rows" || (index >= skip && index < skip + take));
  }

  #push(line: Line, kind: LineRow["kind"]): void {
    const text = line.raw === undefined ? undefined : textOf(line.raw);
    const isLong = text === undefined || text.length > this.#query.content.columns;
    if (isLong) this.longRows.push({ index: this.rows.length, line: { ...line, kind }, isContinued: kind === "hit" && this.#isContinued });
    this.rows.push({ kind, entry: this.#entry, line: line.line, text: isLong ? "" : text });
    if (kind === "hit") this.hitsShown++;
    this.#chars += (isLong ? this.#query.content.columns : text.length) + LINE_END_CHARS;
    if (this.#chars > this.#query.textChars) this.isCutByText = true;
  }
}

/** Each hit is a row, and each row is a hit. */
export function areRowsHits({ content }: Pick<RowsQuery, "content">): boolean {
  return content.before + content.after === 0 && !content.gaps && !Number.isFinite(content.hitsPerFile);
}

export function isInRanges(line: number, ranges: readonly LineRange[] | undefined): boolean {
  return ranges === undefined || ranges.some(({ first, last }) => line >= first && line <= last);
}
