// How long verifying takes, as measured here.
import type { Crowd } from "../crowd.ts";
import { type Automata, SKIPS } from "../pattern/automaton/automaton.ts";
import type { Proven } from "../pattern/proven.ts";
import type { Verification } from "./verdicts.ts";

/** What is expected to take more than there is time for, by this factor, is too much; otherwise it is tried, for a plain run costs more than ripgrep, too. */
export const SURELY = 1.1;

/** How much there is to verify, and what is done with it. */
export interface Load {
  readonly files: number;
  readonly bytes: number;
  readonly work: Work;
}

/** Of what kind it is, and to how much of the text it is done. */
export interface Work {
  readonly kind: keyof typeof WEIGHTS;
  readonly share: number;
}

/**
 * For matches across lines, a file becomes a string, and some files are ripgrep's to read. Where an expression is tried on lines that have a text, these are most
 * lines if it is a single character. An automaton takes a step for each byte, if it has nothing to skip.
 */
const WEIGHTS = { bytes: 1, tries: 1, "tries on most lines": 4, steps: 3.3, "some steps": 1.3, "across lines": 2.4 } as const;
/** For names, a file is read up to its first match. */
const UP_TO_FIRST = 0.5;

export function workOf({ proven, shape }: Verification): Work {
  if ("match" in proven) return { kind: "across lines", share: 1 };
  return { kind: kindOf(proven), share: shape.what === "names" ? UP_TO_FIRST : 1 };
}

function kindOf({ automata, row, isLiteral, edge, chain, needles }: Proven): Work["kind"] {
  if (isLiteral || row !== undefined || edge !== undefined || chain?.isExact) return "bytes";
  if (automata !== undefined) return automata.withoutReturns.near === undefined ? stepsOf(automata) : "bytes";
  return needles.some(({ length }) => length === 1) ? "tries on most lines" : "tries";
}

function stepsOf({ withoutReturns: { start, isFromEnd }, among }: Automata): Work["kind"] {
  return isFromEnd || start & SKIPS || among !== undefined ? "some steps" : "steps";
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
  readonly #factors = new Map<Work["kind"], number>();

  /** Each look at it makes it count less that something was slow: otherwise nobody would ever try again. */
  estimateMs(load: Load): number {
    const { kind } = load.work;
    const factor = this.#factorOf(kind);
    this.#factors.set(kind, factor + FORGET * Math.min(0, 1 - factor));
    return this.#factorOf(kind) * expectedMs(load);
  }

  wasTooSlow({ kind }: Work): void {
    this.#factors.set(kind, Math.min(MAX_FACTOR, this.#factorOf(kind) * (1 + WEIGHT)));
  }

  note(load: Load, ms: number): void {
    const { kind } = load.work;
    const expected = expectedMs(load);
    const factor = this.#factorOf(kind);
    if (expected > 1) this.#factors.set(kind, factor + WEIGHT * (Math.min(MAX_FACTOR, Math.max(0.1, ms / expected)) - factor));
  }

  #factorOf(kind: Work["kind"]): number {
    return this.#factors.get(kind) ?? 1;
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
  return files * FILE_MS + ((WEIGHTS[work.kind] * work.share * bytes) / 1e6) * MEGABYTE_MS;
}
