// Existing paths that look like one that does not exist: what the caller may have meant.
import fs from "node:fs";
import { hold } from "./hold.ts";
import { fsPath, joined, type RawPath } from "./raw-path.ts";
import type { Workspace } from "./workspace.ts";

export const MAX_NEAR = 3;
/** A directory with more names than this is not looked through. */
export const MAX_NAMES = 5_000;

/** As much of a path as exists, and what is missing below it. */
export interface Existing {
  readonly directory: RawPath;
  /** The directory's real path. */
  readonly real: RawPath;
  readonly rest: readonly RawPath[];
}

/** At most three paths: similar names where the path breaks off, best first. */
export async function nearPaths({ directory, real, rest }: Existing, workspace: Workspace): Promise<readonly RawPath[]> {
  const [wanted, ...below] = rest;
  if (wanted === undefined || !workspace.fence.judge(real, "directory").inside) return [];
  return similarNames(wanted, await namesIn(real, workspace))
    .filter((name) => workspace.fence.judge(joined(real, name), "file").inside)
    .slice(0, MAX_NEAR)
    .map((name) => withRest(joined(directory, name), below, workspace));
}

const MAX_NAME_BYTES = 255;

/** The names that look like the wanted one, best first. */
export function similarNames(wanted: RawPath, names: readonly RawPath[]): readonly RawPath[] {
  if (wanted.length > MAX_NAME_BYTES) return []; // nothing can be called that
  const slack = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .filter((name) => Math.abs(name.length - wanted.length) <= slack || isPartOf(wanted, name)) // no need to measure the others
    .map((name) => ({ name, distance: distance(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name }) => name !== wanted) // a link that leads nowhere
    .filter(({ name, distance: d }) => d <= slack || isPartOf(wanted, name))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}

/** From the front: a path of thousands of segments breaks off at one of the first. */
export async function lastExisting(missing: RawPath): Promise<Existing> {
  const segments = missing.split("/").filter((segment) => segment !== "");
  let existing: Existing = { directory: "/", real: "/", rest: segments };
  for (let length = 1; length < segments.length; length++) {
    const directory = `/${segments.slice(0, length).join("/")}`;
    try {
      const real = (await fs.promises.realpath(fsPath(directory), "latin1")) as RawPath;
      if (!(await fs.promises.stat(fsPath(real))).isDirectory()) return existing;
      existing = { directory, real, rest: segments.slice(length) };
    } catch {
      return existing; // the path breaks off here
    }
  }
  return existing;
}

async function namesIn(directory: RawPath, workspace: Workspace): Promise<readonly RawPath[]> {
  const names: RawPath[] = [];
  const held = hold(directory, workspace); // it may have become a link by now
  if (!held.ok) return [];
  try {
    const open = await fs.promises.opendir(fsPath(held.value.at), { encoding: "latin1" as BufferEncoding });
    for await (const entry of open) {
      if (names.push(entry.name) > MAX_NAMES) return [];
    }
  } catch {
    return []; // unreadable: no suggestions
  } finally {
    held.value.close();
  }
  return names;
}

/** The deeper path where it exists, too; otherwise what is similar itself. */
function withRest(directory: RawPath, below: readonly string[], workspace: Workspace): RawPath {
  const deeper = [directory, ...below].join("/");
  const held = hold(deeper, workspace);
  if (held.ok) held.value.close();
  return held.ok ? deeper : directory;
}

function isPartOf(wanted: string, name: string): boolean {
  const [a, b] = [stem(wanted), stem(name)];
  return a.length > 2 && b.length > 2 && (a === b || a.startsWith(b) || b.startsWith(a));
}

function stem(name: string): string {
  return name.toLowerCase().replace(/\.[^.]*$/, "");
}

/** Edit distance in which two swapped letters are one edit; three rows at a time. */
function distance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (beforeLast[j - 2] as number) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(change, swap, (last[j] as number) + 1, (current[j - 1] as number) + 1));
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] as number;
}
