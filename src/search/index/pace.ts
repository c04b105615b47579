// How long verifying takes, as measured here.
import type { Crowd } from "./crowd.ts";

/** How much there is to verify. */
export interface Load {
  readonly files: number;
  readonly bytes: number;
}

export function loadOf({ size, toCome, bytes }: Crowd): Load {
  return { files: size + toCome, bytes };
}

export class Pace {
  /** What was measured against what is expected of any machine. */
  #factor = 1;

  estimateMs(load: Load): number {
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
const MAX_FACTOR = 8;
/** Of one thread, where two are at work. */
const FILE_MS = 0.012;
const MEGABYTE_MS = 0.25;

function expectedMs({ files, bytes }: Load): number {
  return files * FILE_MS + (bytes / 1e6) * MEGABYTE_MS;
}
