// How what ripgrep prints reaches its reader: through a pipe, or by way of a file.
import type { Readable } from "node:stream";
import { Spool } from "./spool.ts";

/** How often the file is read while it grows; less and less often while it does not, for that takes time from ripgrep. */
const SPOOL_MS = 30;
const MAX_SPOOL_MS = 160;
/** Others have their turn after this, however much there is to read: limits and cancelling are among them. */
const TURN_MS = 4;

export interface Output {
  /** What a child has as stdout. */
  readonly stdio: "pipe" | number;
  /** Whether nothing was lost on the way, as far as we know. */
  readonly isSound: boolean;
  /** Gives pieces as they come; what goes into a file, if it can wait, only when all is there. `stdout` is the child's end of a pipe. */
  begin(stdout: Readable | null, take: (chunk: Buffer) => void, when?: "as it grows" | "in the end"): void;
  /** Gives what is there now, but not for long. */
  catchUp(): void;
  /** Gives all that is left, as long as it is wanted, after the child has ended. */
  finish(isWanted: () => boolean): Promise<void>;
  close(): void;
}

/** A file only where one can be had. */
export function openOutput(viaFile: boolean): Output {
  const spool = viaFile ? Spool.open() : undefined;
  return spool === undefined ? PIPE : byWayOf(spool);
}

const PIPE: Output = {
  stdio: "pipe",
  isSound: true,
  begin: (stdout, take) => void stdout?.on("data", take),
  catchUp: () => {},
  finish: async () => {},
  close: () => {},
};

/** What a turn of reading came to: there was nothing, it was all that is there, or there is more. */
type Turn = "nothing" | "all" | "more";

function byWayOf(spool: Spool): Output {
  let timer: NodeJS.Timeout | undefined;
  let take = (_: Buffer): void => {};
  const lookAgain = (afterMs: number): void => {
    timer = setTimeout(() => {
      const turn = turnOf(spool, take);
      if (turn === "more") lookAgain(0);
      else lookAgain(turn === "all" ? SPOOL_MS : Math.max(SPOOL_MS, Math.min(2 * afterMs, MAX_SPOOL_MS)));
    }, afterMs);
  };
  return {
    stdio: spool.fd,
    get isSound() {
      return !spool.isBroken;
    },
    begin: (_, taker, when) => {
      take = taker;
      if (when !== "in the end") lookAgain(SPOOL_MS);
    },
    catchUp: () => void turnOf(spool, take),
    finish: async (isWanted) => {
      clearTimeout(timer);
      while (isWanted() && turnOf(spool, take) === "more") await new Promise(setImmediate);
    },
    close: () => {
      clearTimeout(timer);
      spool.close();
    },
  };
}

function turnOf(spool: Spool, take: (chunk: Buffer) => void): Turn {
  const end = performance.now() + TURN_MS;
  let turn: Turn = "nothing";
  while (spool.readPiece(take)) {
    if (performance.now() >= end) return "more";
    turn = "all";
  }
  return turn;
}
