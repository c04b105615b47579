// What the two threads that verify say to each other.
import type { RawPath } from "../../../workspace/raw-path.ts";
import type { AcrossLines } from "../pattern/across-lines.ts";
import type { Proven } from "../pattern/proven.ts";
import type { Shape } from "../verify/verify.ts";
import type { Share } from "../wasm/scanner.ts";
import type { Errand } from "./errand.ts";

export interface SecondThreadData {
  readonly directory: RawPath;
  readonly share: Share;
  /** Which jobs have ended, known at once: a message would be read after the errands that were sent before it. */
  readonly ended: Int32Array<SharedArrayBuffer>;
}

/** Jobs that are under way at a time are far fewer. */
const SLOTS = 64;

export function noJobsEnded(): SecondThreadData["ended"] {
  return new Int32Array(new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT));
}

export function endJob(ended: SecondThreadData["ended"], job: number): void {
  Atomics.store(ended, job % SLOTS, job);
}

export function hasEnded(ended: SecondThreadData["ended"], job: number): boolean {
  return Atomics.load(ended, job % SLOTS) === job;
}

/** What is looked for, and how it is printed. */
export interface Job {
  readonly proven: Proven | AcrossLines;
  readonly shape: Shape;
  /** So much is taken from the beginning of names. */
  readonly cut: number;
}

export type ToSecond = { readonly kind: "begin"; readonly job: number; readonly what: Job } | { readonly kind: "end"; readonly job: number } | Sent;

/** Said once, when errands are welcome. */
export const READY = "ready";

export type FromSecond = typeof READY | Report;

export interface Sent {
  readonly kind: "errand";
  readonly id: number;
  readonly job: number;
  readonly errand: Errand;
}

/** What was found; files are told by their index in the errand. */
export interface Report {
  readonly id: number;
  /** Lines; names and counts can be told from the rest. */
  readonly printed: string;
  /** How much of that is of each file that matches. */
  readonly chars: Uint32Array;
  readonly matching: Uint32Array;
  /** How many lines of each of those match, as far as they were counted. */
  readonly hits: Uint32Array;
  /** Those of which it could not be said. */
  readonly undecided: Uint32Array;
}
