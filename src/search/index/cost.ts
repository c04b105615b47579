// What the ways cost, as measured here: with a list of candidates ripgrep must be done in half the time that it takes alone.
import os from "node:os";

/** Until it has been measured. */
const FIXED_MS = 6;
const CANDIDATE_MS = 0.04;
/** How much a new measurement counts. */
const WEIGHT = 0.3;
const WORTH = 0.5;
const BUDGET = 1;
/** A budget may be exceeded so far where the end is near: a plain run would take longer now. */
export const OVERDRAFT = 1.4;
/** What may be lost where something is tried. */
const TRIAL = 0.04;
/** In parts, candidates cost more than in one run. */
const IN_PARTS = 0.5;
/** A filter on names spares ripgrep reading, but not walking. */
const FILTERED = 0.4;
/** Where matches may run over lines, ripgrep takes at least so many times as long: it reads files as a whole. */
const OVER_LINES = 1.1;
/** Of fewer, starting ripgrep is most of what they cost. */
const FEW = 200;
const MAX_KEYS = 256;
/** What ripgrep takes for files that were read before, on two cores. */
const USUAL = { startMs: 30, fileMs: 0.0025, megabyteMs: 0.17, cores: 2 };
/** As long as nobody has seen how fast ripgrep is here, only what is surely sooner by the index is worth a try: what is tried in vain comes on top. */
const UNSEEN = 0.5;
/** Up to so many times as much is not unusual. */
const NOT_UNUSUAL = 1.5;

/** A place and what is looked at in it. */
export interface CostKey {
  readonly root: string;
  readonly narrow: readonly string[];
  /** Matches may run over the ends of lines. */
  readonly isMultiline: boolean;
}

/** How large a tree is. */
export interface TreeSize {
  readonly root: string;
  readonly files: number;
  readonly textBytes: number;
}

interface Measured {
  readonly ms: number;
  /** By then everything had been read, so that no disk was waited for. */
  readonly isSure: boolean;
}

export class Costs {
  readonly #plain = new Map<string, Measured>();
  #fixedMs = FIXED_MS;
  /** What each candidate costs that ripgrep looks at. */
  candidateMs = CANDIDATE_MS;

  /** The first runs after a machine was started wait for its disk, and tell nothing of later ones: what is measured when an index is there counts instead. */
  notePlain(key: CostKey, ms: number, isSure: boolean): void {
    const text = textOf(key);
    const known = this.#plain.get(text);
    if (known?.isSure && !isSure) return;
    this.#plain.delete(text);
    this.#plain.set(text, { ms: known?.isSure === isSure ? blend(known.ms, ms) : ms, isSure });
    for (const oldest of this.#plain.keys()) if (this.#plain.size > MAX_KEYS) this.#plain.delete(oldest);
  }

  noteIndexed(candidates: number, ms: number): void {
    if (candidates < FEW) this.#fixedMs = blend(this.#fixedMs, Math.max(1, ms - candidates * this.candidateMs));
    else this.candidateMs = blend(this.candidateMs, Math.max(0.002, (ms - this.#fixedMs) / candidates));
  }

  /**
   * What a plain run takes; undefined if nobody knows. If what is not sure is unusual for a tree of this size, what is usual counts, and if nothing was measured,
   * a part of that: the next plain run shows what is true.
   */
  plainMs(key: CostKey, size: TreeSize | undefined): number | undefined {
    const ofOthers = this.#measuredMs({ ...key, isMultiline: !key.isMultiline }, size);
    return this.#measuredMs(key, size) ?? (ofOthers && ofOthers * (key.isMultiline ? OVER_LINES : 1 / OVER_LINES)) ?? expectedMs(key, size);
  }

  #measuredMs(key: CostKey, size: TreeSize | undefined): number | undefined {
    const own = this.#plain.get(textOf(key));
    if (own !== undefined) return likelyMs(own, size);
    const whole = this.#plain.get(textOf({ ...key, narrow: [] }));
    return whole === undefined ? undefined : FILTERED * likelyMs(whole, size);
  }

  /** What an answer by the index may take where ripgrep has to verify it. */
  worthMs(plainMs: number): number {
    return WORTH * plainMs;
  }

  /** What it may take where the index verifies: after a part of it is done, it knows how long the rest will take. */
  budgetMs(plainMs: number): number {
    return BUDGET * plainMs;
  }

  /** With more candidates a plain run is about as fast; below 1 it always is. */
  maxCandidates(plainMs: number): number {
    return this.#candidatesIn(this.worthMs(plainMs));
  }

  /** With more candidates, looking at them in parts is not worth it. */
  maxInParts(plainMs: number): number {
    return IN_PARTS * this.maxCandidates(plainMs);
  }

  /** What may be spent in vain. */
  trialMs(plainMs: number): number {
    return TRIAL * plainMs;
  }

  /** So many candidates can be looked at in vain; below 1, none. */
  trial(plainMs: number): number {
    return this.#candidatesIn(this.trialMs(plainMs));
  }

  #candidatesIn(ms: number): number {
    return Math.floor((ms - this.#fixedMs) / this.candidateMs);
  }
}

function textOf({ root, narrow, isMultiline }: CostKey): string {
  return JSON.stringify([root, narrow, isMultiline]);
}

function likelyMs({ ms, isSure }: Measured, size: TreeSize | undefined): number {
  const isLikely = isSure || size === undefined || ms <= NOT_UNUSUAL * usualMs(size);
  return isLikely ? ms : usualMs(size);
}

/** Of a part of a tree nobody knows how large it is. */
function expectedMs({ root, narrow, isMultiline }: CostKey, size: TreeSize | undefined): number | undefined {
  return size?.root === root ? UNSEEN * usualMs(size) * (narrow.length > 0 ? FILTERED : 1) * (isMultiline ? OVER_LINES : 1) : undefined;
}

/** To ask each time takes longer than all the rest. */
const CORES = os.availableParallelism();

function usualMs({ files, textBytes }: TreeSize): number {
  const { startMs, fileMs, megabyteMs, cores } = USUAL;
  return startMs + ((files * fileMs + (textBytes / 1e6) * megabyteMs) * cores) / CORES;
}

function blend(known: number, ms: number): number {
  return known + WEIGHT * (ms - known);
}
