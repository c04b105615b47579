// Files that links lead to. ripgrep takes a file that it is given for text, and looks behind any NUL; one that it meets on a walk it leaves at the first
// buffer with a NUL in it. So it is made to meet them, where they really are: then it finds in them what it finds in all others, and reads them once.
import fs from "node:fs";
import { ok, type Result } from "../failure.ts";
import { parentOf } from "../workspace/entry.ts";
import { withFile } from "../workspace/open-file.ts";
import { below, fsPath, joined, type RawPath } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { AS_NAMED, asMet, batches, canBeMet } from "./index/candidates-run.ts";
import type { Mount } from "./links.ts";
import type { Plan } from "./plan.ts";
import type { Messages } from "./ripgrep/messages.ts";
import { type RunOutcome, runRipgrep } from "./ripgrep/run.ts";
import type { IndexedRoot, Scan } from "./scan.ts";
import { accepted, type Locate, type Place } from "./walk-run.ts";

/** ripgrep's walk takes a file for binary if there is a NUL in its first buffer. */
const BINARY_SNIFF_BYTES = 65_536;

/** A run of ripgrep that was not begun yet. */
export type LaterRun = () => Promise<Result<RunOutcome>>;

/** Whether a walk of its directory can be made to meet a file, and no other: its name must be one for a glob, and the directory one that can be listed. */
export function canBeMetBehind({ kind, real }: Mount): boolean {
  if (kind !== "file" || !real.startsWith("/") || !canBeMet(real)) return false;
  try {
    fs.accessSync(fsPath(parentOf(real)), fs.constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Looks at files where they are, under the names of links that lead to them. */
export function runsForLinkedFiles(
  plan: Plan,
  request: Pick<Scan, "args" | "open">,
  { index }: Pick<IndexedRoot, "index">,
  files: readonly Mount[],
): readonly LaterRun[] {
  const places = new Map<RawPath, Place>();
  for (const { name, real } of files) {
    const place = accepted({ root: index, name, real, isRoot: false }, plan);
    if (place !== undefined && name < (places.get(real)?.name ?? `${name}/`)) places.set(real, place);
  }
  const locate: Locate = (printed) => places.get(joined("/", printed));
  return batches([...places.keys()].map((real) => real.slice(1))).map((batch) => async () => {
    const args = [...AS_NAMED, ...request.args, "--with-filename", ...asMet(batch)];
    const outcome = await runRipgrep({ ...plan, args, cwd: "/" }, () => request.open(locate));
    return outcome.ok ? ok({ ...outcome.value, messages: underLinks(outcome.value.messages, places) }) : outcome;
  });
}

/** What it says of a file is said of the link; what it says of a directory, of all that were to be met there. */
function underLinks(messages: Messages, places: ReadonlyMap<RawPath, Place>): Messages {
  const faults = messages.faults.flatMap(({ path, reason }) =>
    [...places].filter(([real]) => below(joined("/", path), real) !== undefined).map(([, { name }]) => ({ path: name, reason })),
  );
  return { ...messages, faults };
}

/** Whether a walk would leave a file alone, as far as its beginning tells. */
export function isBinary(file: RawPath, workspace: Workspace): boolean {
  const binary = withFile(file, workspace, ({ fd }) => {
    const head = Buffer.alloc(BINARY_SNIFF_BYTES);
    const length = fs.readSync(fd, head, 0, head.length, 0);
    const isUtf16 = length >= 2 && (head.readUInt16BE(0) === 0xfeff || head.readUInt16BE(0) === 0xfffe);
    return !isUtf16 && head.subarray(0, length).includes(0);
  });
  return binary.ok && binary.value;
}
