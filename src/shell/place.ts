// Where a command runs: the session's directory, or the working directory if that one is gone. And where the session goes from there.
import fs from "node:fs";
import path from "node:path";
import { fail, ok, type Result } from "../failure.ts";
import { fsPath, isUtf8, type RawPath, rawOf, textOf } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { LostDirectory } from "./query.ts";

export interface Place {
  /** What `spawn` takes. */
  readonly cwd: string;
  /** For PWD, so that a path through links keeps its name; not every name fits into a variable. */
  readonly name?: string;
  readonly lostDirectory?: LostDirectory;
  /** To be called once the process is started. */
  leave(): void;
}

/** Enters the session's directory. If it is gone the session moves to the working directory, and the place says so. */
export async function enterDirectory({ session, settings }: Workspace): Promise<Result<Place>> {
  const { directory } = session;
  const reason = await whyNot(directory);
  if (reason === undefined) return ok(placeAt(directory));
  const workdir = rawOf(path.resolve(settings.workdir));
  if ((await whyNot(workdir)) !== undefined) return fail({ code: "command-not-started", detail: `the directory ${textOf(workdir)} does not exist` });
  session.directory = (await fs.promises.realpath(fsPath(workdir), "latin1")) as RawPath;
  return ok({ ...placeAt(session.directory), lostDirectory: { lost: directory, usedInstead: session.directory, reason } });
}

/** Where the session stays after a command that ended there: not outside the fence. What is gone by now is told when the next command is run. */
export async function insideFence(directory: RawPath, { fence, settings }: Workspace): Promise<RawPath> {
  const real = await realDirectory(directory);
  if (real === undefined || fence.judge(real, "directory").inside) return directory;
  const workdir = rawOf(path.resolve(settings.workdir));
  const realWorkdir = (await realDirectory(workdir)) ?? workdir;
  return real === realWorkdir ? directory : realWorkdir;
}

async function realDirectory(directory: RawPath): Promise<RawPath | undefined> {
  try {
    return (await fs.promises.realpath(fsPath(directory), "latin1")) as RawPath;
  } catch {
    return undefined; // gone, or not ours to look at
  }
}

async function whyNot(directory: RawPath): Promise<LostDirectory["reason"] | undefined> {
  try {
    if (!(await fs.promises.stat(fsPath(directory))).isDirectory()) return "missing";
    await fs.promises.access(fsPath(directory), fs.constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? "missing" : "inaccessible";
  }
}

/** Node takes only UTF-8 names; any other directory is entered through a descriptor, which the child has until it is replaced by the shell. */
function placeAt(directory: RawPath): Place {
  const text = textOf(directory);
  if (isUtf8(directory)) return { cwd: text, name: text, leave: () => {} };
  const fd = fs.openSync(fsPath(directory), fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  return { cwd: `/proc/self/fd/${fd}`, leave: () => fs.closeSync(fd) };
}
