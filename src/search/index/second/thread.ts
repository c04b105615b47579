// The second thread: verifies files whose content is known to be text, from the common memory or from the disk.
import { parentPort, workerData } from "node:worker_threads";
import { joined } from "../../../workspace/raw-path.ts";
import { type Text, textsOf, textsRead } from "../texts/parts.ts";
import { readRanges } from "../texts/read-text.ts";
import { type Printed, printedOf, type Sought, soughtOf } from "../verify/verify.ts";
import { Scanner } from "../wasm/scanner.ts";
import { type Errand, type Item, itemsOf } from "./errand.ts";
import { type FromSecond, hasEnded, type Job, READY, type Report, type SecondThreadData, type ToSecond } from "./messages.ts";

const { directory, share, ended } = workerData as SecondThreadData;
const scanner = new Scanner(share);
const jobs = new Map<number, Job & { readonly sought: Sought }>();

parentPort?.on("message", (message: ToSecond) => {
  if (message.kind === "begin") jobs.set(message.job, { ...message.what, sought: soughtOf(message.what.proven, scanner, { isForMany: true }) });
  if (message.kind === "end") jobs.delete(message.job);
  if (message.kind === "errand") say({ id: message.id, ...run(message.errand, message.job) });
});
say(READY);

function say(message: FromSecond): void {
  parentPort?.postMessage(message);
}

/** Nothing is said of what was not looked at when its job ended. */
function run(errand: Errand, id: number): Omit<Report, "id"> {
  const job = jobs.get(id);
  const printed: string[] = [];
  const matching: number[] = [];
  const hits: number[] = [];
  const chars: number[] = [];
  const undecided: number[] = [];
  for (const [index, item] of itemsOf(errand).entries()) {
    const found = job && !hasEnded(ended, id) ? foundIn(item, job) : undefined;
    if (found === undefined) undecided.push(index);
    else if (found.hits > 0) {
      if (job?.shape.what === "lines") {
        printed.push(found.text);
        chars.push(found.text.length);
      }
      matching.push(index);
      hits.push(found.hits);
    }
  }
  return {
    printed: printed.join(""),
    chars: Uint32Array.from(chars),
    matching: Uint32Array.from(matching),
    hits: Uint32Array.from(hits),
    undecided: Uint32Array.from(undecided),
  };
}

function foundIn(item: Item, { cut, sought, shape }: Job & { readonly sought: Sought }): Printed | undefined {
  const texts = textsIn(item);
  return texts && printedOf(item.name.slice(cut), texts, sought, shape);
}

/** Undefined if the file is not what it was any more, or too large to be read here. */
function textsIn({ name, fd, place, isThere, size, state, parts }: Item): readonly Text[] | undefined {
  const kept = place === undefined ? undefined : scanner.at(place, place + size);
  if (kept !== undefined && isThere) return textsOf(kept, parts);
  const input = kept ?? scanner.input;
  const ranges = parts ?? [{ start: 0, end: size }];
  if (ranges.reduce((sum, { start, end }) => sum + end - start, 0) > input.length) return undefined;
  const bytes = readRanges(fd ?? joined(directory, name), ranges, state, input);
  return bytes && textsRead(bytes, parts);
}
