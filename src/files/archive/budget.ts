// What reading an archive may cost. Real bytes are counted as they are unpacked; headers are never trusted.
import type { Failure } from "../../failure.ts";
import { Limiter } from "../../workspace/limiter.ts";
import { untilClosed } from "../../workspace/until-closed.ts";
import type { Workspace } from "../../workspace/workspace.ts";

const MIB = 1024 * 1024;

/** Of one member, unpacked. */
export const MAX_MEMBER_BYTES = 64 * MIB;
/** Of everything that is unpacked in one pass. */
export const MAX_ARCHIVE_BYTES = 512 * MIB;
export const MAX_MEMBERS = 100_000;
/** Of all members' names: they are all in memory. 100,000 names of real archives have a few MiB. */
const MAX_NAME_BYTES = 16 * MIB;
/** Text shrinks to a fiftieth, logs that repeat themselves to a two-hundredth; zeros to a thousandth, which is all that deflate can do. */
const MAX_RATIO = 300;
/** A small archive may be as dense as it likes: what it holds is little. */
const RATIO_FROM_BYTES = 16 * MIB;

/** Which limit was hit, and the limit. */
type TooLarge = Pick<Extract<Failure, { code: "archive-too-large" }>, "what" | "limit">;

/** The archive asks for more than there is. */
export class OverBudget extends Error {
  readonly excess: TooLarge;

  constructor(excess: TooLarge) {
    super(`${excess.what} above ${excess.limit}`);
    this.excess = excess;
  }
}

/** The time is over. */
export class TimeUp extends Error {}

export interface Reading {
  readonly signal: AbortSignal;
  /** `performance.now()` at which it ends with what it has. */
  readonly deadline: number;
  /** Lets one reader at a time have a large text in memory. */
  readonly largeTexts: Limiter;
}

/** How a workspace reads archives: its large texts come one after the other. */
export function readingIn({ session }: Workspace, signal: AbortSignal, deadline: number): Reading {
  const known = session.memory.get(SUBJECT) as Limiter | undefined;
  const largeTexts = known ?? new Limiter(1);
  if (known === undefined) session.memory.set(SUBJECT, largeTexts);
  return { signal, deadline, largeTexts };
}

const SUBJECT = "archives-large-texts";

/** Lets a reading wait for its turn among the files that the workspace reads; its time has begun. */
export function readInTurn<T>(timeMs: number, workspace: Workspace, signal: AbortSignal, task: (reading: Reading) => Promise<T>): Promise<T> {
  const deadline = performance.now() + timeMs;
  const both = untilClosed(signal, workspace);
  return workspace.files.run(() => task(readingIn(workspace, both, deadline)), both);
}

export class Budget {
  readonly #reading: Reading;
  readonly #archiveBytes: number;
  #members = 0;
  #nameBytes = 0;
  #unpacked = 0;

  constructor(reading: Reading, archiveBytes: number) {
    this.#reading = reading;
    this.#archiveBytes = archiveBytes;
  }

  /** Throws if it was cancelled or took too long. */
  checkTime(): void {
    this.#reading.signal.throwIfAborted();
    if (performance.now() > this.#reading.deadline) throw new TimeUp();
  }

  /** A header was read. */
  addMember(nameBytes: number): void {
    this.checkTime();
    this.expectMembers(++this.#members);
    this.#nameBytes += nameBytes;
    if (this.#nameBytes > MAX_NAME_BYTES) throw new OverBudget({ what: "names", limit: MAX_NAME_BYTES });
  }

  /** So many members are announced. */
  expectMembers(count: number): void {
    if (count > MAX_MEMBERS) throw new OverBudget({ what: "members", limit: MAX_MEMBERS });
  }

  /** So many bytes more were unpacked: in all `of` bytes out of `packed`. */
  addUnpacked(bytes: number, { packed, of }: { readonly packed: number; readonly of: number }): void {
    this.checkTime();
    this.#unpacked += bytes;
    if (this.#unpacked > MAX_ARCHIVE_BYTES) throw new OverBudget({ what: "bytes", limit: MAX_ARCHIVE_BYTES });
    this.expectRatio(of, packed);
    this.expectRatio(this.#unpacked, this.#archiveBytes); // members may share their packed bytes
  }

  /** So much comes out of so little: more than that can only be meant to do harm. */
  expectRatio(unpacked: number, packed: number): void {
    if (unpacked > RATIO_FROM_BYTES && unpacked > MAX_RATIO * packed) throw new OverBudget({ what: "ratio", limit: MAX_RATIO });
  }
}
