// Cleaning up after a crash: temporaries of processes that are gone are removed, files they left torn are restored. The directories a
// workspace writes in are noted in the state directory, so that the next start knows where to look; a directory is also looked through
// before the first write in it.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Held } from "../workspace/hold.ts";
import { hold } from "../workspace/hold.ts";
import { fsPath, joined, type RawPath } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readBackup, restoreTorn } from "./backup.ts";
import { lockKey, withFileLock } from "./file-lock.ts";
import { abandonedKind, isGone, newName, ownIdentity } from "./owner.ts";

const SUBJECT = "files-recovery";
/** Beyond this, directories are cleaned by the next write in them. */
const MAX_NOTED = 10_000;

const MAX_NOTE_AGE_MS = 7 * 24 * 3600 * 1000;

interface Recovery {
  readonly done: Promise<void>;
  /** Where this workspace has written. */
  readonly noted: Set<RawPath>;
  readonly noteFile: string;
}

/** Resolves when what earlier processes left behind is cleaned up. Done once a workspace. */
export function recovered(workspace: Workspace): Promise<void> {
  return recoveryOf(workspace).done;
}

/** Before a write in a directory: notes it and cleans up in it, the first time. */
export async function prepareDirectory(directory: Held, workspace: Workspace): Promise<void> {
  const { noted, noteFile } = recoveryOf(workspace);
  if (noted.has(directory.real)) return;
  noted.add(directory.real);
  if (noted.size <= MAX_NOTED && isPrivate(workspace.settings.stateDirectory))
    fs.appendFileSync(noteFile, `${JSON.stringify(directory.real)}\n`, { mode: 0o600 });
  await sweep(directory, workspace);
}

function recoveryOf(workspace: Workspace): Recovery {
  const known = workspace.session.memory.get(SUBJECT) as Recovery | undefined;
  if (known !== undefined) return known;
  const noteFile = path.join(workspace.settings.stateDirectory, `${ownIdentity()}-${crypto.randomBytes(6).toString("hex")}.dirs`);
  const recovery = { done: recoverNoted(workspace), noted: new Set<RawPath>(), noteFile };
  workspace.session.memory.set(SUBJECT, recovery);
  workspace.onClose(async () => {
    await workspace.changes.idle();
    fs.rmSync(noteFile, { force: true });
  });
  return recovery;
}

async function recoverNoted(workspace: Workspace): Promise<void> {
  const { stateDirectory } = workspace.settings;
  if (!isPrivate(stateDirectory)) return;
  for (const name of fs.readdirSync(stateDirectory)) {
    if (!name.endsWith(".dirs") || !isGone(name)) continue;
    const file = path.join(stateDirectory, name);
    const left: RawPath[] = [];
    for (const directory of directoriesIn(file)) if (!(await sweepAt(directory, workspace))) left.push(directory);
    // What is outside our fence is for another workspace to clean, for a while.
    if (left.length === 0 || ageMs(file) > MAX_NOTE_AGE_MS) fs.rmSync(file, { force: true });
  }
}

function directoriesIn(noteFile: string): readonly RawPath[] {
  try {
    return fs
      .readFileSync(noteFile, "utf8")
      .split("\n")
      .flatMap((line) => (line.endsWith('"') ? [JSON.parse(line) as RawPath] : []));
  } catch {
    return []; // another start was faster
  }
}

function ageMs(file: string): number {
  return Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

/** Whether the directory needs no more cleaning. */
async function sweepAt(path: RawPath, workspace: Workspace): Promise<boolean> {
  const held = hold(path, workspace);
  if (!held.ok) return held.failure.code === "path-not-found";
  try {
    if (held.value.stats.isDirectory()) await sweep(held.value, workspace);
    return true;
  } finally {
    held.value.close();
  }
}

async function sweep(directory: Held, workspace: Workspace): Promise<void> {
  const entries = await fs.promises.opendir(fsPath(directory.at), { encoding: "latin1" as BufferEncoding, bufferSize: 1024 }).catch(() => undefined);
  if (entries === undefined) return; // it can be written but not listed
  for await (const entry of entries) if (entry.isFile()) await sweepFile(directory, entry.name, workspace);
}

/** Tidying up is no reason to fail: what cannot be removed now stays for another time. */
async function sweepFile(directory: Held, name: RawPath, workspace: Workspace): Promise<void> {
  const file = fsPath(joined(directory.at, name));
  try {
    const kind = abandonedKind(name, () => fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (kind === "tmp") fs.rmSync(file, { force: true });
    if (kind === "bak") await restoreFrom(directory, file, workspace);
  } catch {
    // not ours to remove, or gone meanwhile
  }
}

async function restoreFrom(directory: Held, file: string | Buffer, workspace: Workspace): Promise<void> {
  const mine = fsPath(joined(directory.at, newName("bak")));
  try {
    fs.renameSync(file, mine); // of two that find it, one gets it
  } catch {
    return;
  }
  const backup = readBackup(mine);
  if (backup !== undefined && workspace.fence.judge(joined(directory.real, backup.name), "file").inside) {
    const restore = async (): Promise<void> => restoreTorn(directory, backup);
    await withFileLock(lockKey(directory, backup.name), workspace.closed, restore).catch(() => undefined); // gone, or no longer ours to write
  }
  fs.rmSync(mine, { force: true });
}

/** Notes tell us what to delete: they must be in a directory that nobody else can write to. Makes it, if need be. */
export function isPrivate(directory: string): boolean {
  try {
    fs.mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") return false;
  }
  return isPrivateAlready(directory);
}

/** Whether it is there and private. */
export function isPrivateAlready(directory: string): boolean {
  const stats = fs.lstatSync(directory, { throwIfNoEntry: false });
  if (stats === undefined || process.getuid === undefined) return stats?.isDirectory() ?? false;
  return stats.isDirectory() && stats.uid === process.getuid() && (stats.mode & 0o077) === 0;
}
