// What the two threads that verify say to each other.
import type { RawPath } from "../../../workspace/raw-path.ts";
import type { AcrossLines } from "../across-lines.ts";
import type { Proven } from "../proven.ts";
import type { Shape } from "../verify.ts";
import type { Share } from "../wasm/scanner.ts";
import type { Errand } from "./errand.ts";

export interface SecondThreadData {
  readonly directory: RawPath;
  readonly share: Share;
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
  readonly printed: string;
  readonly hits: number;
  readonly matching: Uint32Array;
  /** Those of which it could not be said. */
  readonly undecided: Uint32Array;
}
