// What could not be read, as far as it is told.
import fs from "node:fs";
import { statOf } from "../workspace/entry.ts";
import { fsPath, joined, type RawPath } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import type { Messages } from "./ripgrep/messages.ts";
import type { IndexedRoot } from "./scan.ts";
import { isAccepted, type Place } from "./walk-run.ts";

export interface Unreadable {
  readonly path: RawPath;
  readonly reason: string;
}

/** Something that a search misses because it could not read it. */
export interface Missed extends Place {
  readonly isFile: boolean;
  readonly reason: string;
}

/** What is missed below a root. ripgrep opens files that only our filter leaves out; what is in a directory, nobody knows. */
export function missedBelow({ root, index }: IndexedRoot, faults: Messages["faults"], plan: Plan): readonly Missed[] {
  return faults.flatMap(({ path, reason }): readonly Missed[] => {
    const place = { root: index, name: path, real: joined(root.real, path), isRoot: false };
    const isFile = statOf(place.real)?.isFile() === true;
    if (!isFile) return [{ ...place, isFile, reason }];
    return isAccepted(place, "file", plan) ? [{ ...place, real: plan.walk.followLinks ? realOf(place.real) : place.real, isFile, reason }] : [];
  });
}

/** Each file once, under the first of its names. */
export function toldOf(missed: readonly Missed[], { roots }: Plan, nameOf: (place: Place) => RawPath): readonly Unreadable[] {
  const told = new Map<RawPath, Unreadable>();
  for (const { reason, isFile, ...place } of missed) {
    const path = joined(roots[place.root]?.path ?? "", isFile ? nameOf(place) : place.name);
    if (path < (told.get(place.real)?.path ?? `${path}/`)) told.set(place.real, { path, reason });
  }
  return [...told.values()];
}

/** By path: ripgrep tells of them as its threads come by. */
export function inOrder(unreadable: readonly Unreadable[]): readonly Unreadable[] {
  return [...unreadable].sort((a, b) => (a.path < b.path ? -1 : a.path === b.path ? 0 : 1));
}

function realOf(path: RawPath): RawPath {
  try {
    return fs.realpathSync.native(fsPath(path), "latin1");
  } catch {
    return path; // gone by now
  }
}
