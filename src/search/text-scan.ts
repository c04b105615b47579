// Goes through texts as they come, in batches, and keeps what was found: all counts, and lines as long as there is room.
import type { Result } from "../failure.ts";
import { detached, type RawPath } from "../workspace/raw-path.ts";
import type { ContentQuery, LineRange } from "./query.ts";
import type { RunOutcome, Runs } from "./ripgrep/run.ts";
import { isInRanges, type Line } from "./rows.ts";
import { canBeJoined, NUMBERS_ONLY, readTexts, type TextSink } from "./text-lines.ts";
import { BATCH_BYTES, type TextQuery, type VirtualText } from "./text-source.ts";

/** What a line, and a text, cost beside their bytes, about. */
const [LINE_BYTES, TEXT_BYTES] = [64, 256];

/** A text with hits. */
export interface FoundText {
  readonly name: RawPath;
  readonly count: number;
  /** Undefined if there was no room for them. */
  readonly lines: readonly Line[] | undefined;
}

type Present = VirtualText & { readonly bytes: Buffer };

export class TextScan {
  readonly #found = new Map<RawPath, FoundText>();
  readonly tooLarge: RawPath[] = [];
  readonly #runs: Runs;
  readonly #query: TextQuery;
  #batch: Present[] = [];
  #batchBytes = 0;
  #room: number;
  #state: Result<RunOutcome["ended"]> | undefined;

  constructor(runs: Runs, query: TextQuery) {
    this.#runs = runs;
    this.#query = query;
    this.#room = query.limits.wholeBytes;
  }

  async take(text: VirtualText): Promise<"stop" | undefined> {
    const { name, bytes } = text;
    const isTooLarge = bytes !== undefined && this.#query.multiline && bytes.length > this.#query.limits.multilineBytes;
    if (isTooLarge) this.tooLarge.push(name);
    if (bytes === undefined || isTooLarge) {
      await this.#search(); // an earlier text of the name may be waiting
      this.#found.delete(name);
    } else {
      this.#batch.push({ ...text, bytes });
      this.#batchBytes += bytes.length + TEXT_BYTES;
      if (this.#batchBytes >= BATCH_BYTES || !canBeJoined(bytes, this.#query)) await this.#search();
    }
    return this.#state === undefined || isDone(this.#state) ? undefined : "stop";
  }

  /** What was found so far. */
  found(order: TextQuery["order"]): readonly FoundText[] {
    const found = [...this.#found.values()];
    return order === "given" ? found : found.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Nothing more comes. A pattern is judged even if there was no text. */
  async end(): Promise<Result<RunOutcome["ended"]>> {
    if (this.#batch.length > 0 || this.#state === undefined) await this.#search();
    return this.#state as Result<RunOutcome["ended"]>;
  }

  async #search(): Promise<void> {
    if (this.#state !== undefined && !isDone(this.#state)) return;
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    const kept = batch.map((text) => this.#nothingOf(text));
    const query = this.#room > 0 ? this.#query : { ...this.#query, content: NUMBERS_ONLY };
    const sink: TextSink = {
      add: (index, line) => {
        if ((kept[index] as KeptLines).add(line, { keep: this.#room > 0 })) this.#room -= LINE_BYTES + (line.raw?.length ?? 0);
      },
      forget: (index) => {
        kept[index] = this.#nothingOf(batch[index] as Present);
      },
    };
    this.#state = await readTexts(
      this.#runs,
      query,
      batch.map(({ bytes }) => bytes),
      sink,
    );
    for (const [index, { name }] of batch.entries()) {
      const { count, lines } = kept[index] as KeptLines;
      this.#found.delete(name);
      if (count > 0) this.#found.set(name, { name, count, lines });
    }
  }

  #nothingOf({ ranges }: Present): KeptLines {
    const { content, hitsOfOne } = this.#query;
    return new KeptLines({ ...content, hitsPerFile: Math.max(content.hitsPerFile, hitsOfOne) }, ranges);
  }
}

function isDone(state: Result<RunOutcome["ended"]>): boolean {
  return state.ok && state.value === "exit";
}

/** The lines of one text that can be shown; all hits are counted. */
export class KeptLines {
  count = 0;
  /** Undefined as soon as one is missing. */
  lines: Line[] | undefined = [];
  readonly #content: ContentQuery;
  readonly #ranges: readonly LineRange[] | undefined;
  #lastShown = 0;

  constructor(content: ContentQuery, ranges: readonly LineRange[] | undefined) {
    this.#content = content;
    this.#ranges = ranges;
  }

  /** Says whether it was kept. */
  add(line: Line, { keep }: { readonly keep: boolean }): boolean {
    if (!isInRanges(line.line, this.#ranges)) return false;
    const { hitsPerFile, after } = this.#content;
    if (line.kind === "hit" && ++this.count <= hitsPerFile) this.#lastShown = line.line + after;
    if (this.count >= hitsPerFile && line.line > this.#lastShown) return false;
    if (!keep) this.lines = undefined;
    this.lines?.push({ ...line, raw: line.raw === undefined ? undefined : detached(line.raw) });
    return keep;
  }
}
