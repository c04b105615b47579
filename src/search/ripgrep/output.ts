// How what ripgrep prints reaches its reader: through a pipe, or, for lists, by way of a file.
import type { Readable } from "node:stream";
import { Spool } from "./spool.ts";

/** How often a list is read while it grows; less and less often while it does not, for that takes time from ripgrep. */
const SPOOL_MS = 10;
const MAX_SPOOL_MS = 160;

export interface Output {
  /** What a child has as stdout. */
  readonly stdio: "pipe" | number;
  /** Whether nothing was lost on the way, as far as we know. */
  readonly isSound: boolean;
  /** Gives pieces as they come. `stdout` is the child's end of a pipe. */
  begin(stdout: Readable | null, take: (chunk: Buffer) => void): void;
  /** Gives all that is there now. */
  catchUp(): void;
  close(): void;
}

/** For lists a file, where one can be had. */
export function openOutput(isOfList: boolean): Output {
  const spool = isOfList ? Spool.open() : undefined;
  return spool === undefined ? PIPE : byWayOf(spool);
}

const PIPE: Output = {
  stdio: "pipe",
  isSound: true,
  begin: (stdout, take) => void stdout?.on("data", take),
  catchUp: () => {},
  close: () => {},
};

function byWayOf(spool: Spool): Output {
  let timer: NodeJS.Timeout | undefined;
  let catchUp = (): boolean => false;
  const lookAgain = (afterMs: number): void => {
    timer = setTimeout(() => lookAgain(catchUp() ? SPOOL_MS : Math.min(2 * afterMs, MAX_SPOOL_MS)), afterMs);
  };
  return {
    stdio: spool.fd,
    get isSound() {
      return !spool.isBroken;
    },
    begin: (_, take) => {
      catchUp = () => spool.read(take);
      lookAgain(SPOOL_MS);
    },
    catchUp: () => void catchUp(),
    close: () => {
      clearTimeout(timer);
      spool.close();
    },
  };
}
