// ripgrep on a list of candidates: it reads what is on the disk now and has the last word.
import { ok, type Result } from "../../failure.ts";
import { escapeGlob } from "../../workspace/glob.ts";
import { isUtf8, type RawPath, textOf } from "../../workspace/raw-path.ts";
import type { Plan } from "../plan.ts";
import type { Root } from "../query.ts";
import { walkArguments } from "../ripgrep/arguments.ts";
import { type Reader, type RunOutcome, runRipgrep } from "../ripgrep/run.ts";
import type { Looked } from "./narrow.ts";
import type { Candidates } from "./protocol.ts";

/** Well below what a process takes as arguments. */
const MAX_ARGUMENT_CHARS = 100_000;
/** Each costs a look at its directory. */
const MAX_MET = 50;
/** Files that are named are read whatever rules say; they must be read as those that a walk meets are. */
export const AS_NAMED: readonly string[] = ["--no-ignore", "--hidden", "--no-mmap"];
/** What several runs are added to. */
export const NO_RUN: RunOutcome = { ended: "exit", messages: { faults: [], tooLarge: [], stopped: [], other: "" } };

type ToRead = Pick<Looked, "candidates" | "printed" | "isProven">;

/** Reads what the index printed, and runs ripgrep on what it left, as `args` say; several times if that is much. */
export async function runLooked(plan: Plan, root: Root, looked: ToRead, args: readonly string[], open: () => Reader): Promise<Result<RunOutcome>> {
  let sum = readPrinted(looked.printed, open);
  for (const run of runsFor(plan, looked, args)) {
    if (sum.ended !== "exit") break;
    const outcome = await runRipgrep({ ...plan, args: run, cwd: root.real }, open);
    if (!outcome.ok) return outcome;
    sum = added(sum, outcome.value);
  }
  return ok(sum);
}

function readPrinted(printed: string | undefined, open: () => Reader): RunOutcome {
  if (printed === undefined) return { ...NO_RUN, ended: "stopped" };
  if (printed === "") return NO_RUN;
  const reader = open();
  if (reader.all !== undefined) {
    reader.all(printed);
    return NO_RUN;
  }
  const ended = reader(Buffer.from(printed, "latin1")) === "stop" ? "stopped" : "exit";
  reader.end?.();
  return { ...NO_RUN, ended };
}

/** Arguments of each run. */
function runsFor(plan: Plan, { candidates, isProven }: ToRead, args: readonly string[]): readonly (readonly string[])[] {
  const { text, doubtful } = inOneRun(candidates);
  if (text.length + doubtful.length === 0 && isProven) return [];
  const walk = walkArguments({ walk: plan.walk, exclude: [], narrow: [], explain: false });
  const runs = [
    ...batches(text).map((batch) => [...AS_NAMED, ...args, "--", ...batch.map(asArgument)]),
    ...batches(doubtful).map((batch) => [...walk, ...args, ...asMet(batch)]),
  ];
  // Without any candidate ripgrep still has to say whether the pattern is one.
  return runs.length === 0 ? [[...args, "--", "/dev/null"]] : runs;
}

/** Starting ripgrep once more takes longer than having it meet some files that could be named. */
function inOneRun({ text, doubtful }: Candidates): Candidates {
  const isOneRun = doubtful.length > 0 && text.length > 0 && text.length <= MAX_MET && text.every(canBeMet);
  return isOneRun ? { text: [], doubtful: [...text, ...doubtful] } : { text, doubtful };
}

/** Whether a glob can stand for just this name. */
export function canBeMet(name: RawPath): boolean {
  return isUtf8(name) && !/\s$|[\r\n]/.test(name);
}

/** Names in groups that fit on a command line. */
export function batches(names: readonly RawPath[]): readonly (readonly RawPath[])[] {
  const all: RawPath[][] = [];
  let chars = MAX_ARGUMENT_CHARS;
  for (const name of names) {
    const more = 2 * name.length + 16;
    if (chars + more > MAX_ARGUMENT_CHARS) {
      all.push([]);
      chars = 0;
    }
    all.at(-1)?.push(name);
    chars += more;
  }
  return all;
}

export function asArgument(name: RawPath): string {
  return `./${textOf(name)}`;
}

/** Has a walk meet these files and no others: whether they are binary is judged as on any walk. */
export function asMet(names: readonly RawPath[]): readonly string[] {
  const directories = new Set(names.map((name) => name.slice(0, name.lastIndexOf("/") + 1)));
  return ["--max-depth=1", ...names.map((name) => `--glob=/${escapeGlob(textOf(name))}`), "--", ...[...directories].map(asArgument)];
}

/** A file that was named and is gone by now is no fault: a walk would not have met it. */
export function added(sum: RunOutcome, { ended, messages }: RunOutcome): RunOutcome {
  const faults = messages.faults.filter(({ reason }) => !/\(os error 2\)$/.test(reason));
  return { ended, messages: { ...messages, faults: [...sum.messages.faults, ...faults] } };
}
