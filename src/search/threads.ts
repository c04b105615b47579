// How many threads ripgrep has for a walk.
import os from "node:os";
import { residentOf } from "./index/resident.ts";
import type { Plan } from "./plan.ts";
import type { Root } from "./query.ts";

/** Of trees with no more files. In larger ones, more threads stand in each other's way. */
const FEW_FILES = 12_000;
/** To ask each time takes longer than all the rest. */
const PROCESSORS = os.availableParallelism();

/** Undefined: as many as ripgrep thinks fit. */
export function threadsFor({ workspace, walk, inBackground }: Plan, { real }: Root): number | undefined {
  return inBackground ? undefined : threadsOf(residentOf(workspace).countOf(real, walk), PROCESSORS);
}

/**
 * ripgrep takes one for each processor. Where there are two, and little to do for them, each waits for the other time and again, and a virtual processor that
 * has nothing to do takes long to wake up: with twice as many threads a search of Django took 83 ms instead of 138. Not measured with more processors.
 */
export function threadsOf(files: number | undefined, processors: number): number | undefined {
  return processors === 2 && files !== undefined && files <= FEW_FILES ? 4 : undefined;
}
