// Making the directories on the way to a new file, each held before the next is made in it: no link leads the way out.
import fs from "node:fs";
import { fail, ok, type Result } from "../failure.ts";
import { nameOf, parentOf } from "./entry.ts";
import { failureOf, type Held, hold } from "./hold.ts";
import { fsPath, joined, type RawPath, shown } from "./raw-path.ts";
import type { Workspace } from "./workspace.ts";

/** Holds the directory at an absolute path, made if it is missing. What exists may be reached through links, what is missing is not. */
export function makeDirectories(path: RawPath, workspace: Workspace): Result<Held> {
  const missing: RawPath[] = [];
  let existing = path;
  let held = hold(existing, workspace, { as: path });
  while (!held.ok && held.failure.code === "path-not-found" && existing !== "/") {
    missing.unshift(nameOf(existing));
    existing = parentOf(existing);
    held = hold(existing, workspace, { as: path });
  }
  for (const name of missing) {
    if (!held.ok || !held.value.stats.isDirectory()) break;
    const parent = held.value;
    try {
      held = makeDirectory(parent, name, path, workspace);
    } finally {
      parent.close();
    }
  }
  if (!held.ok || held.value.stats.isDirectory()) return held;
  held.value.close();
  return fail({ code: "not-a-directory", path: shown(existing) });
}

function makeDirectory(parent: Held, name: RawPath, path: RawPath, workspace: Workspace): Result<Held> {
  const verdict = workspace.fence.judge(joined(parent.real, name), "directory");
  if (!verdict.inside && verdict.deniedBy !== undefined) return fail({ code: "path-denied", path: shown(path), pattern: verdict.deniedBy });
  const child = joined(parent.at, name);
  try {
    fs.mkdirSync(fsPath(child));
  } catch (error) {
    // Somebody may have made it just now; a link that leads nowhere is there, too.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") return fail(failureOf(error, path));
  }
  const held = hold(child, workspace, { links: "held", as: path });
  if (!held.ok || !held.value.stats.isSymbolicLink()) return held;
  held.value.close();
  return fail({ code: "dangling-link", path: shown(joined(parent.real, name)) });
}

/** The real path of a file that is to be made in a directory that may have to be made, too. */
export function realPathOfNew(path: RawPath, workspace: Workspace): Result<RawPath> {
  const directory = makeDirectories(parentOf(path), workspace);
  if (!directory.ok) return directory;
  try {
    return ok(joined(directory.value.real, nameOf(path)));
  } finally {
    directory.value.close();
  }
}
