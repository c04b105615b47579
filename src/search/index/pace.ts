// How long verifying takes, as measured here.
import type { Crowd } from "./crowd.ts";
import type { Verification } from "./verdicts.ts";

/** How much there is to verify. */
export interface Load {
  readonly files: number;
  readonly bytes: number;
}

/** How much of a load its bytes are, by what is done with them. */
export type Weight = keyof typeof WEIGHTS;

export function weightOf({ proven, shape }: Verification): Weight {
  return "match" in proven ? "across lines" : shape.what === "names" ? "names" : "lines";
}

/** Of a crowd. */
export function loadOf({ size, toCome, bytes }: Crowd, weight: Weight): Load {
  return loadFor({ files: size + toCome, bytes }, weight);
}

/** Of files and what is in them. */
export function loadFor({ files, bytes }: Load, weight: Weight): Load {
  return { files, bytes: WEIGHTS[weight] * bytes };
}

/** How many times as much one is as the other. */
export function ratioOf(one: Load, other: Load): number {
  return expectedMs(one) / expectedMs(other);
}

/** For names, a file is read up to its first match; for matches across lines, it becomes a string, and some files are ripgrep's to read. */
const WEIGHTS = { names: 0.35, lines: 1, "across lines": 3.5 } as const;

export class Pace {
  /** What was measured against what is expected of any machine. */
  #factor = 1;

  /** Each look at it makes it count less that something was slow: otherwise nobody would ever try again. */
  estimateMs(load: Load): number {
    this.#factor += FORGET * Math.min(0, 1 - this.#factor);
    return this.#factor * expectedMs(load);
  }

  wasTooSlow(): void {
    this.#factor = Math.min(MAX_FACTOR, this.#factor * (1 + WEIGHT));
  }

  note(load: Load, ms: number): void {
    const expected = expectedMs(load);
    if (expected > 1) this.#factor += WEIGHT * (Math.min(MAX_FACTOR, Math.max(0.1, ms / expected)) - this.#factor);
  }
}

const WEIGHT = 0.2;
const FORGET = 0.03;
const MAX_FACTOR = 8;
/** Where two threads are at work. */
const FILE_MS = 0.006;
const MEGABYTE_MS = 0.3;

function expectedMs({ files, bytes }: Load): number {
  return files * FILE_MS + (bytes / 1e6) * MEGABYTE_MS;
}
