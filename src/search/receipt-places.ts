// What a walk left out, looked at by name: which files stand there, and whether they match. What was walked need not be looked at again.
import { entryAt } from "../workspace/entry.ts";
import { joined, type RawPath, textOf } from "../workspace/raw-path.ts";
import { AS_NAMED, asArgument, batches } from "./index/candidates-run.ts";
import type { Plan } from "./plan.ts";
import type { Root } from "./query.ts";
import { COUNTS, FILES, type MatchQuery, matchArguments } from "./ripgrep/arguments.ts";
import { readCounts, readNames } from "./ripgrep/listing.ts";
import type { LeftOut } from "./ripgrep/messages.ts";
import type { Reader } from "./ripgrep/run.ts";

/** One look of ripgrep's; false if it was not finished. */
export type RunLook = (look: {
  readonly args: readonly string[];
  /** Ignored and hidden files, too. */
  readonly everything: boolean;
  readonly leftOut?: Map<RawPath, LeftOut>;
  readonly paths?: readonly string[];
  readonly reader: () => Reader;
}) => Promise<boolean>;

/** What looks at one root brought. */
export interface Rest {
  readonly leftOut: ReadonlyMap<RawPath, LeftOut>;
  /** Everything below what was left out; or everything that is there. */
  readonly names: ReadonlySet<RawPath>;
  readonly matches: ReadonlyMap<RawPath, number>;
  readonly binary: number;
}

/** More are not named one by one. */
const MAX_PLACES = 2_000;
const MAX_ARGUMENT_CHARS = 100_000;

/** What was left out by a rule or by name; what is denied or never mentioned stays alone. Undefined if that is too much to be named, or cannot be. */
export function placesOf(leftOut: ReadonlyMap<RawPath, LeftOut>, { walk }: Plan): readonly RawPath[] | undefined {
  const names: RawPath[] = [];
  for (const [name, { why }] of leftOut) {
    const isBulk = why === "override" && walk.bulkNames.includes(name.slice(name.lastIndexOf("/") + 1));
    if (why === "rule" || why === "hidden" || isBulk) names.push(name);
  }
  const isFit = names.length <= MAX_PLACES && names.every((name) => !textOf(name).includes("\ufffd"));
  return isFit && names.reduce((sum, name) => sum + name.length + 3, 0) <= MAX_ARGUMENT_CHARS ? names : undefined;
}

/** Files and directories that can be looked at. */
export interface Places {
  readonly files: readonly RawPath[];
  readonly directories: readonly RawPath[];
}

/** What is named to ripgrep it enters, even a link that leads out of the fence, and waits for, even if it is a pipe: only what a walk would look at may be. */
export function kindsOf(names: readonly RawPath[], root: Root): Places {
  const entries = names.map((name) => ({ name, entry: entryAt(joined(root.real, name)) }));
  return {
    files: entries.flatMap(({ name, entry }) => (entry?.isFile() ? [name] : [])),
    directories: entries.flatMap(({ name, entry }) => (entry?.isDirectory() ? [name] : [])),
  };
}

/** All files there. */
export async function namesIn({ files, directories }: Places, run: RunLook): Promise<ReadonlySet<RawPath>> {
  const names = new Set<RawPath>(files);
  await runNamed(run, directories, FILES, () => readNames((name) => names.add(name)));
  return names;
}

/** How often something matches there, binary or not, by file. */
export async function matchesIn(names: readonly RawPath[], query: MatchQuery, root: Root, run: RunLook): Promise<ReadonlyMap<RawPath, number>> {
  const matches = new Map<RawPath, number>();
  const fit = query.multiline ? names.filter((name) => isWithin(query.limits.multilineBytes, entryAt(joined(root.real, name)))) : names;
  await runNamed(run, fit, [...matchArguments(query), ...COUNTS, "--text"], () => readCounts((name, count) => matches.set(name, count)));
  return matches;
}

/** ripgrep leaves out large files where it meets them, not where they are named. */
function isWithin(maxBytes: number, entry: ReturnType<typeof entryAt>): boolean {
  return entry?.isFile() !== true || Number(entry.size) <= maxBytes;
}

export async function runNamed(run: RunLook, names: readonly RawPath[], args: readonly string[], reader: () => Reader): Promise<void> {
  for (const batch of batches(names)) await run({ args: [...AS_NAMED, ...args], everything: true, paths: batch.map(asArgument), reader });
}
