// How long verifying takes, as measured here.
import type { Crowd } from "../crowd.ts";
import { type Automaton, SKIPS } from "../pattern/automaton/automaton.ts";
import type { Verification } from "./verdicts.ts";

/** What is expected to take more than there is time for, by this factor, is too much; otherwise it is tried, for a plain run costs more than ripgrep, too. */
export const SURELY = 1.1;

/** How much there is to verify, and what is done with it. */
export interface Load {
  readonly files: number;
  readonly bytes: number;
  readonly work: Work;
}

export type Work = keyof typeof WEIGHTS;

/**
 * For names, a file is read up to its first match; for matches across lines, it becomes a string, and some files are ripgrep's to read. Where a single
 * character is looked for, most lines have it, and an expression has to be tried on each. An automaton takes a step for each byte, if it has nothing to skip.
 */
const WEIGHTS = { names: 0.6, lines: 1, "across lines": 2.4, "most lines": 4, steps: 3.3, "some steps": 1.3 } as const;

export function workOf({ proven, shape }: Verification): Work {
  if ("match" in proven) return "across lines";
  if (proven.automata !== undefined && proven.row === undefined) return stepsOf(proven.automata.withoutReturns);
  if (shape.what === "names") return "names";
  const isTried = !proven.isLiteral && proven.row === undefined && proven.edge === undefined && !proven.chain?.isExact;
  return isTried && proven.needles.some(({ length }) => length === 1) ? "most lines" : "lines";
}

function stepsOf({ start, isFromEnd }: Automaton): Work {
  return isFromEnd || start & SKIPS ? "some steps" : "steps";
}

/** Of a crowd. */
export function loadOf({ size, toCome, bytes }: Crowd, work: Work): Load {
  return { files: size + toCome, bytes, work };
}

/** How many times as much one is as the other. */
export function ratioOf(one: Load, other: Load): number {
  return expectedMs(one) / expectedMs(other);
}

export class Pace {
  /** What was measured against what is expected of any machine. */
  readonly #factors = new Map<Work, number>();

  /** Each look at it makes it count less that something was slow: otherwise nobody would ever try again. */
  estimateMs(load: Load): number {
    const factor = this.#factorOf(load.work);
    this.#factors.set(load.work, factor + FORGET * Math.min(0, 1 - factor));
    return this.#factorOf(load.work) * expectedMs(load);
  }

  wasTooSlow(work: Work): void {
    this.#factors.set(work, Math.min(MAX_FACTOR, this.#factorOf(work) * (1 + WEIGHT)));
  }

  note(load: Load, ms: number): void {
    const expected = expectedMs(load);
    const factor = this.#factorOf(load.work);
    if (expected > 1) this.#factors.set(load.work, factor + WEIGHT * (Math.min(MAX_FACTOR, Math.max(0.1, ms / expected)) - factor));
  }

  #factorOf(work: Work): number {
    return this.#factors.get(work) ?? 1;
  }
}

/** How much a new measurement counts. */
const WEIGHT = 0.2;
const FORGET = 0.03;
const MAX_FACTOR = 8;
/** Where two threads are at work. */
const FILE_MS = 0.0012;
const MEGABYTE_MS = 0.3;

function expectedMs({ files, bytes, work }: Load): number {
  return files * FILE_MS + ((WEIGHTS[work] * bytes) / 1e6) * MEGABYTE_MS;
}
