// Verifies candidates in process, file by file, within a budget; what only ripgrep can judge is left over.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Chosen, Content, Files, Picked } from "./files.ts";
import type { Proven } from "./proven.ts";
import { printedOf, type Shape, type Sought, soughtOf } from "./verify.ts";

export interface Verification {
  readonly proven: Proven;
  readonly shape: Shape;
  /** More lines than this are too many. */
  readonly maxChars: number;
  /** How long it may take. */
  readonly budgetMs: number;
  readonly wantsTimes: boolean;
}

export interface Verified {
  /** What ripgrep would print, one character a byte. */
  readonly printed: string;
  /** Counts stand for lines if those would be too many. */
  readonly what: Shape["what"];
  /** When files were last modified, by name, as far as it is asked for and known. */
  readonly times?: ReadonlyMap<RawPath, bigint>;
  readonly left: Picked;
}

/** Events are heard and other questions answered in between. */
const SLICE_MS = 8;

/** `cut` takes what begins the printed names away: they are relative to where the search starts. */
export async function verifyFiles(picked: Picked, verification: Verification, cut: number, files: Files): Promise<Verified | "too slow"> {
  const { shape, maxChars, budgetMs } = verification;
  const verdicts = new Verdicts(verification, cut, files);
  const progress = new Progress(picked, budgetMs);
  let sliceEnd = performance.now() + SLICE_MS;
  for (const chosen of everyChosen(picked, shape)) {
    verdicts.add(chosen);
    if (verdicts.chars > maxChars) return verifyFiles(picked, { ...verification, shape: { what: "counts" }, maxChars: Number.POSITIVE_INFINITY }, cut, files);
    if (progress.isTooSlow()) return "too slow";
    if (performance.now() < sliceEnd) continue;
    await new Promise(setImmediate);
    sliceEnd = performance.now() + SLICE_MS;
  }
  return verdicts.sum();
}

/** What was found of each file. */
class Verdicts {
  readonly #verification: Verification;
  readonly #cut: number;
  readonly #files: Files;
  readonly #sought: Sought;
  readonly #printed: string[] = [];
  readonly #times = new Map<RawPath, bigint>();
  readonly #left: { known: Chosen[]; doubtful: Chosen[] } = { known: [], doubtful: [] };
  chars = 0;

  constructor(verification: Verification, cut: number, files: Files) {
    this.#verification = verification;
    this.#cut = cut;
    this.#files = files;
    this.#sought = soughtOf(verification.proven, files.scanner);
  }

  add(chosen: Chosen): void {
    const name = chosen.file.name.slice(this.#cut);
    const content = this.#files.contentOf(chosen);
    const printed = judge(name, content, this.#sought, this.#verification.shape);
    if (printed === undefined) this.#left["texts" in content ? "known" : "doubtful"].push(chosen);
    else if (printed !== "") this.#note(name, printed, chosen);
  }

  sum(): Verified {
    const { shape, wantsTimes } = this.#verification;
    return { printed: this.#printed.join(""), what: shape.what, left: this.#left, ...(wantsTimes ? { times: this.#times } : {}) };
  }

  #note(name: RawPath, printed: string, { file }: Chosen): void {
    this.#printed.push(printed);
    this.chars += printed.length;
    const modified = this.#verification.wantsTimes ? this.#files.modifiedOf(file) : undefined;
    if (modified !== undefined) this.#times.set(name, modified);
  }
}

/** What stands around a line may be in another part. */
function* everyChosen({ known, doubtful }: Picked, shape: Shape): Generator<Chosen> {
  const isWhole = shape.what === "lines" && shape.before + shape.after > 0;
  for (const pick of known) yield isWhole ? { file: pick.file } : pick;
  yield* doubtful;
}

function judge(name: RawPath, content: Content, sought: Sought, shape: Shape): string | undefined {
  if (content.kind === "binary") return ""; // a walk leaves it alone
  return content.kind === "text" ? printedOf(name, content.texts, sought, shape) : undefined;
}

/** After a part of the files, time tells how long all of them will take: if that is too long, little is lost yet. */
class Progress {
  readonly #files: number;
  readonly #budgetMs: number;
  readonly #startMs = performance.now();
  #done = 0;

  constructor({ known, doubtful }: Picked, budgetMs: number) {
    this.#files = known.length + doubtful.length;
    this.#budgetMs = budgetMs;
  }

  isTooSlow(): boolean {
    if (++this.#done % FILES_PER_LOOK !== 0) return false;
    const ms = performance.now() - this.#startMs;
    return ms > EARLY * this.#budgetMs && (ms * this.#files) / this.#done > this.#budgetMs;
  }
}

const FILES_PER_LOOK = 32;
const EARLY = 0.05;

/** How long verifying takes, as measured here. */
export class Pace {
  /** What was measured against what is expected of any machine. */
  #factor = 1;

  estimateMs({ known, doubtful }: Picked): number {
    return this.#factor * expectedMs(known, doubtful.length);
  }

  wasTooSlow(): void {
    this.#factor *= 1 + WEIGHT;
  }

  note({ known, doubtful }: Picked, ms: number): void {
    const expected = expectedMs(known, doubtful.length);
    if (expected > 1) this.#factor += WEIGHT * (Math.min(8, Math.max(0.1, ms / expected)) - this.#factor);
  }
}

const WEIGHT = 0.2;
const FILE_MS = 0.02;
const MEGABYTE_MS = 0.5;

function expectedMs(known: readonly Chosen[], more: number): number {
  const bytes = known.reduce((sum, { file, parts }) => sum + (parts?.reduce((all, { start, end }) => all + end - start, 0) ?? file.size), 0);
  return (known.length + more) * FILE_MS + (bytes / 1e6) * MEGABYTE_MS;
}
