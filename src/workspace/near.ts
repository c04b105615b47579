// Existing paths that look like one that does not exist: what the caller may have meant.
import fs from "node:fs";
import { fsPath, joined, type RawPath } from "./raw-path.ts";
import type { Workspace } from "./workspace.ts";

const MAX_NEAR = 3;
/** A directory with more names than this is not looked through. */
const MAX_NAMES = 5_000;

/** At most three paths: similar names where the path breaks off, best first. */
export async function nearPaths(missing: RawPath, workspace: Workspace): Promise<readonly RawPath[]> {
  const { directory, rest } = await lastExisting(missing);
  const [wanted, ...below] = rest;
  if (wanted === undefined || !workspace.fence.judge(directory, "directory").inside) return [];
  const names = await namesIn(directory);
  return names
    .map((name) => ({ name, distance: distance(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance: d }) => d <= Math.max(1, Math.floor(wanted.length / 3)) || isPartOf(wanted, name))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .map(({ name }) => withRest(joined(directory, name), below))
    .filter((path) => workspace.fence.judge(path, "file").inside)
    .slice(0, MAX_NEAR);
}

async function lastExisting(missing: RawPath): Promise<{ directory: RawPath; rest: readonly string[] }> {
  const segments = missing.split("/").filter((segment) => segment !== "");
  for (let length = segments.length - 1; length > 0; length--) {
    const directory = `/${segments.slice(0, length).join("/")}`;
    const isDirectory = await fs.promises.stat(fsPath(directory)).then(
      (stats) => stats.isDirectory(),
      () => false, // the path breaks off above
    );
    if (isDirectory) return { directory, rest: segments.slice(length) };
  }
  return { directory: "/", rest: segments };
}

async function namesIn(directory: RawPath): Promise<readonly RawPath[]> {
  const names: RawPath[] = [];
  try {
    const open = await fs.promises.opendir(fsPath(directory), { encoding: "latin1" as BufferEncoding });
    for await (const entry of open) {
      if (names.push(entry.name) > MAX_NAMES) return [];
    }
  } catch {
    return []; // unreadable: no suggestions
  }
  return names;
}

/** The deeper path where it exists, too; otherwise what is similar itself. */
function withRest(directory: RawPath, below: readonly string[]): RawPath {
  const deeper = [directory, ...below].join("/");
  return fs.existsSync(fsPath(deeper)) ? deeper : directory;
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
