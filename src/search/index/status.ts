// How the indexes of running servers are, for people who ask `fossick doctor`: a small file each, as long as the server lives.
import fs from "node:fs";
import path from "node:path";
import { isGone, ownIdentity } from "../../files/owner.ts";
import { type RawPath, textOf } from "../../workspace/raw-path.ts";
import type { HostState } from "./protocol.ts";
import type { WhyPlain } from "./why-plain.ts";

export interface Status {
  readonly pid: number;
  readonly directory: string;
  /** Why ripgrep does the work alone; undefined if the index is used. */
  readonly why?: WhyPlain;
  readonly files: number;
  readonly directories: number;
}

/** Stands in the name of each, behind whose it is. */
export const STATUS_MARK = ".index-";
const MAX_BYTES = 65_536;
let made = 0;

/** Writes what there is to tell; that it cannot be told is no fault. */
export class StatusFile {
  readonly #file: string;
  readonly #directory: RawPath;

  constructor(stateDirectory: string, directory: RawPath) {
    this.#file = path.join(stateDirectory, `${ownIdentity()}${STATUS_MARK}${++made}`);
    this.#directory = directory;
  }

  write(why: WhyPlain | undefined, state: HostState | undefined): void {
    const { files = 0, directories = 0 } = state ?? {};
    const status: Status = { pid: process.pid, directory: textOf(this.#directory), files, directories, ...(why === undefined ? {} : { why }) };
    quietly(() => fs.writeFileSync(this.#file, JSON.stringify(status), { mode: 0o600 }));
  }

  remove(): void {
    quietly(() => fs.rmSync(this.#file, { force: true }));
  }
}

/** Of servers that live; what others left behind goes. */
export function statuses(stateDirectory: string): readonly Status[] {
  const found: Status[] = [];
  quietly(() => {
    for (const name of fs.readdirSync(stateDirectory)) {
      const at = name.indexOf(STATUS_MARK);
      const file = path.join(stateDirectory, name);
      if (at > 0 && isGone(name.slice(0, at))) fs.rmSync(file, { force: true });
      else if (at > 0 && fs.statSync(file).size <= MAX_BYTES) found.push(JSON.parse(fs.readFileSync(file, "utf8")) as Status);
    }
  });
  return found;
}

function quietly(task: () => void): void {
  try {
    task();
  } catch {
    // nobody can be told
  }
}
