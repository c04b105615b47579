// Who uses a directory of the cache: each process leaves a file there that names it, and takes it away when it ends. Of several, the
// first to come writes; the others read only, until it has gone. Should two ever think they are the first, they throw away each other's
// work, which costs time and nothing else.
import fs from "node:fs";
import path from "node:path";
import { isGone, ownIdentity } from "../../../files/owner.ts";

const MARK = ".use";
/** Processes of another machine or container cannot be asked; after this long they do not count. */
const FOREIGN_AGE_MS = 24 * 3600 * 1000;

/** Notes that this process uses the directory. */
export function enter(directory: string): void {
  fs.writeFileSync(ownMark(directory), "", { mode: 0o600 });
}

export function leave(directory: string): void {
  fs.rmSync(ownMark(directory), { force: true });
}

export function isFirst(directory: string): boolean {
  return usersOf(directory)[0] === ownIdentity();
}

/** Identities of processes that live, in the order in which they came. Takes away what others left behind. */
export function usersOf(directory: string): readonly string[] {
  const users: { readonly identity: string; readonly cameNs: bigint }[] = [];
  for (const name of fs.readdirSync(directory).sort()) {
    if (!name.endsWith(MARK)) continue;
    const identity = name.slice(0, -MARK.length);
    const stats = fs.lstatSync(path.join(directory, name), { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) continue; // it has just left
    const isOver = isForeign(identity) ? Date.now() - Number(stats.mtimeMs) > FOREIGN_AGE_MS : isGone(identity);
    if (isOver) fs.rmSync(path.join(directory, name), { force: true, recursive: true });
    else users.push({ identity, cameNs: stats.mtimeNs });
  }
  return users.sort((a, b) => Number(a.cameNs - b.cameNs)).map(({ identity }) => identity);
}

function ownMark(directory: string): string {
  return path.join(directory, `${ownIdentity()}${MARK}`);
}

function isForeign(identity: string): boolean {
  return identity.split("-")[0] !== ownIdentity().split("-")[0];
}
