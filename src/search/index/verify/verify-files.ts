// Verifies candidates in process, file by file, within a budget; what only ripgrep can judge is left over. Where a page is full
// and much is left to look at, it ends there.
import type { Files } from "../files.ts";
import { AnyOrder, FOR_TWO, SecondShare } from "../second/share.ts";
import { InOrder, type Reach } from "./in-order.ts";
import { NewestOfAll } from "./newest-of-all.ts";
import type { Pace } from "./pace.ts";
import { Progress } from "./progress.ts";
import { type Task, Verdicts, type Verified } from "./verdicts.ts";
import { canVerify } from "./verify.ts";

/** Events are heard and other questions answered in between. */
const SLICE_MS = 4;
/** So many files of which bytes tell are looked at before anything else is: to ask what time it is takes as long as one of them. */
const AT_ONCE = 16;

export async function verifyFiles(task: Task, files: Files, pace: Pace): Promise<Verified | "too slow"> {
  const newest = await verifyNewest(task, files, pace);
  if (newest !== undefined) return newest;
  const { crowd, reach } = task;
  const verdicts = new Verdicts(task, files);
  const inOrder = reach && new InOrder(crowd, reach, files);
  const progress = new Progress(task, pace); // after all were put in order: that says nothing of how long each takes
  const first = inOrder && (await verifyEach({ candidates: inOrder, verdicts, progress }));
  if (first === undefined || first === "another way") {
    const rest = inOrder?.takeAll() ?? upTo(crowd.size);
    progress.goForAll(rest.length);
    if (progress.isTooSlow) return "too slow";
    return outcomeOf(await verifyAll(task, rest, files, { verdicts, progress }), task, files, pace);
  }
  return outcomeOf(first, task, files, pace);
}

type Outcome = Verified | "too slow" | "too many lines";

function outcomeOf(outcome: Outcome, task: Task, files: Files, pace: Pace): Promise<Verified | "too slow"> | Verified | "too slow" {
  if (outcome !== "too many lines") return outcome;
  return canVerify(task.verification.proven, "counts") ? verifyFiles(counting(task), files, pace) : "too slow";
}

/** The newest of all files; undefined if that is not worth it. */
async function verifyNewest(task: Task, files: Files, pace: Pace): Promise<Verified | undefined> {
  const candidates = NewestOfAll.of(task, files, pace);
  if (candidates === undefined) return undefined;
  const ofAll = { ...task, crowd: candidates.crowd };
  const outcome = await verifyEach({ candidates, verdicts: new Verdicts(ofAll, files), progress: new Progress(task, pace) });
  return typeof outcome === "string" ? undefined : outcome;
}

/** In any order, with the help of a second thread if they are many. */
async function verifyAll(task: Task, indexes: readonly number[], files: Files, { verdicts, progress }: Pick<Work, "verdicts" | "progress">): Promise<Outcome> {
  const hand = indexes.length >= FOR_TWO ? files.helpWith({ ...task.verification, cut: task.cut }) : undefined;
  const candidates = new AnyOrder(indexes, (index) => hand === undefined || files.isKept(task.crowd.file(index)));
  try {
    const share = hand && new SecondShare(hand, candidates, task, verdicts);
    return (await verifyEach({ candidates, verdicts, progress, ...(share ? { share } : {}) })) as Outcome;
  } finally {
    hand?.end();
  }
}

interface Work {
  readonly candidates: AnyOrder | InOrder | NewestOfAll;
  readonly verdicts: Verdicts;
  readonly progress: Progress;
  readonly share?: SecondShare;
}

async function verifyEach(work: Work): Promise<Outcome | "another way"> {
  const { candidates, verdicts, share, progress } = work;
  let sliceEnd = performance.now() + SLICE_MS;
  for (;;) {
    share?.give();
    const added = addSome(work);
    if (isInVain(work)) return "another way";
    if (added === "cut") return { ...verdicts.sum(candidates.last), isCut: true };
    if (added === "no more" && (await share?.takeNext()) !== true) break;
    if (verdicts.hasTooManyLines()) return "too many lines";
    const isSliceOver = performance.now() >= sliceEnd;
    progress.note(verdicts, candidates.left, isSliceOver);
    if (isForTwo(work, isSliceOver)) return "another way";
    if (progress.isTooSlow) return "too slow";
    if (isPageFull(work)) return verdicts.sum(candidates.passed);
    if (progress.isCountingOn) verdicts.countRest();
    if (!isSliceOver) continue;
    await new Promise(setImmediate);
    sliceEnd = performance.now() + SLICE_MS;
  }
  progress.end();
  return verdicts.sum(undefined);
}

/** The next file; more of them as long as bytes tell. */
function addSome({ candidates, verdicts }: Work): ReturnType<Verdicts["add"]> | "no more" {
  const isInOrder = !(candidates instanceof AnyOrder);
  for (let count = 0; count < AT_ONCE; count++) {
    const index = candidates.next();
    if (index === undefined) return "no more";
    const added = verdicts.add(index, isInOrder);
    if (added !== "quick") return added;
  }
  return "quick";
}

function isInVain({ candidates, verdicts }: Work): boolean {
  return candidates instanceof NewestOfAll && candidates.isInVain(verdicts.found);
}

/** Whether no more is wanted. Without the index, nobody could count all that is left. */
function isPageFull({ candidates, progress }: Work): boolean {
  return progress.isEnough || (progress.isCountingOn && candidates instanceof NewestOfAll);
}

function upTo(count: number): number[] {
  const numbers: number[] = [];
  for (let number = 0; number < count; number++) numbers.push(number);
  return numbers;
}

/** Whether what is left in order had better be left to two threads, in any order; that is asked when some time has passed, and before it is given up. */
function isForTwo({ candidates, verdicts, progress }: Work, isSliceOver: boolean): boolean {
  if (!(candidates instanceof InOrder) || candidates.left < FOR_TWO) return false;
  return (isSliceOver || progress.isTooSlow) && progress.willTakeAll(verdicts, candidates.left);
}

/** Counts say nothing of how much text there would be; of matches across lines, they do not even say how many lines they have. */
function counting({ verification, reach, ...task }: Task): Task {
  const { full: _, skipped: __, ...counted } = reach ?? {};
  const isAcross = "match" in verification.proven;
  return {
    ...task,
    reach: isAcross ? undefined : reach && (counted as Reach),
    verification: { ...verification, shape: { what: "counts" }, maxChars: Number.POSITIVE_INFINITY },
  };
}
