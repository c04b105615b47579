// The lines that ripgrep prints, file by file as they come: kept as far as they may be on the page, counted otherwise.
import { detached, type RawPath } from "../workspace/raw-path.ts";
import { comparePaths, Findings, type Found } from "./found.ts";
import { unitsOf } from "./page.ts";
import type { Plan } from "./plan.ts";
import type { SearchQuery } from "./query.ts";
import { isHitAt, lineIn, type Notice, type PrintedLines } from "./ripgrep/hits.ts";
import { isInRanges } from "./rows.ts";
import type { Scanned } from "./tally.ts";
import type { Locate, Place } from "./walk-run.ts";

export interface FileLines {
  /** As they were printed, for `lineIn`; empty if they are only counted. */
  printed: string[];
  isKept: boolean;
  hits: number;
  /** ripgrep stopped showing lines at a NUL, although there are more matches; only told of files that were named. */
  isBinary: boolean;
}

export class FoundLines {
  readonly findings: Findings<FileLines>;
  /** The lines of some files were only counted. */
  isCut = false;
  readonly #query: SearchQuery;
  /** Files whose lines are kept; after `prune` in order, each line a string of its own. */
  #kept: Found<FileLines>[] = [];
  #ordered = 0;
  /** Of files behind this one, lines are only counted. */
  #last: Place | undefined;
  /** Of one file, lines are kept up to so many hits. */
  #mostHits = Number.POSITIVE_INFINITY;
  #isCounting = false;

  constructor(plan: Plan, query: SearchQuery) {
    this.findings = new Findings(plan);
    this.#query = query;
  }

  /** Takes what one run prints. */
  sink(locate: Locate): PrintedLines {
    let path: RawPath | undefined;
    let place: Place | undefined;
    let file: FileLines = nothing();
    let ranges: SearchQuery["roots"][number]["ranges"];
    const begin = (next: RawPath): void => {
      path = next;
      place = locate(next);
      file = nothing();
      if (place !== undefined) this.#add(place, file);
      ranges = place === undefined ? undefined : this.#query.roots[place.root]?.ranges;
    };
    return {
      take: (next, text, from, to) => {
        if (next !== path) begin(next);
        if (place === undefined) return undefined;
        if (ranges !== undefined && !isInRanges(lineIn(text.slice(from, to)).line, ranges)) return undefined;
        if (isHitAt(text, from)) file.hits++;
        if (file.isKept && file.hits <= this.#mostHits) file.printed.push(text.slice(from, to));
        else this.isCut = true;
        return undefined;
      },
      notice: ({ kind, path: noticed }: Notice) => {
        if (noticed !== path) begin(noticed);
        if (kind === "binary") file.isBinary = true;
      },
    };
  }

  #add(place: Place, file: FileLines): void {
    const found = this.findings.set(place, file);
    const isBehind = this.#last !== undefined && comparePaths(this.#last, place) < 0;
    file.isKept = !this.#isCounting && !isBehind;
    if (file.isKept && found.value === file) this.#kept.push(found);
  }

  /** Lets go of lines that are behind the page; what is left may be more than there is room for. */
  prune(maxChars: number): "enough" | "too much" {
    if (this.#kept.length > this.#ordered) this.#keepFront();
    let chars = 0;
    for (const { value } of this.#kept) for (const line of value.printed) chars += line.length;
    return chars <= maxChars ? "enough" : "too much";
  }

  #keepFront(): void {
    const { page, content } = this.#query;
    // Behind the last hit that is shown, others may be shown as its context.
    this.#mostHits = (page.unit === "entries" ? content.hitsPerFile : page.skip + page.take) + content.after;
    this.#kept = this.#kept.filter((file) => this.findings.has(file)).sort(comparePaths);
    const end = this.#endOfPage();
    if (end !== -1) this.#last = this.#kept[end];
    for (const { value } of end === -1 ? [] : this.#kept.splice(end + 1)) this.#letGo(value);
    for (const { value } of this.#kept) this.#shorten(value);
    this.#ordered = this.#kept.length;
  }

  /** Which file is the last of the page, and has the hit that shows that there is more; -1 if the page goes on behind them all. */
  #endOfPage(): number {
    const { skip, take } = this.#query.page;
    let units = 0;
    return this.#kept.findIndex(({ value }) => {
      units += unitsOf(this.#query, value.hits);
      return units > skip + take;
    });
  }

  #letGo(file: FileLines): void {
    file.printed = [];
    file.isKept = false;
    this.isCut = true;
  }

  /** Parts of what was read keep all of it in memory. */
  #shorten(file: FileLines): void {
    let hits = 0;
    const end = file.hits <= this.#mostHits ? -1 : file.printed.findIndex((line) => isHitAt(line, 0) && ++hits > this.#mostHits);
    if (end !== -1) this.isCut = true;
    file.printed = (end === -1 ? file.printed : file.printed.slice(0, end)).map(detached);
  }

  /** From now on, lines are only counted. */
  count(): void {
    this.#isCounting = true;
    for (const { value } of this.#kept.splice(0)) this.#letGo(value);
  }

  /** All files with their counts, in order as far as their lines were kept; and these lines, by the real paths of their files. */
  counted(scanned: Scanned): { readonly counts: readonly Found<number>[]; readonly front: ReadonlyMap<RawPath, readonly string[]> } {
    const front = scanned.hasOtherNames ? [] : this.#kept.filter((file) => this.findings.has(file)); // others may be first under the names that they are shown by
    const others = front.length === 0 ? this.findings.byPath(scanned) : this.findings.asTheyCame(scanned).filter(({ value }) => !value.isKept);
    const counts = [...front.sort(comparePaths), ...others].filter(({ value }) => value.hits > 0);
    return {
      counts: counts.map((file) => ({ ...file, value: file.value.hits })),
      front: new Map(front.map(({ real, value }) => [real, value.printed])),
    };
  }
}

function nothing(): FileLines {
  return { printed: [], isKept: false, hits: 0, isBinary: false };
}
