// The second thread as the first has it: started when there is much to verify, given errands, ended with the process.
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { RawPath } from "../../../workspace/raw-path.ts";
import type { Share } from "../wasm/scanner.ts";
import { type Errand, errandOf, type Item } from "./errand.ts";
import { endJob, type FromSecond, type Job, noJobsEnded, READY, type Report, type SecondThreadData, type ToSecond } from "./messages.ts";

/** Beside this file as it is compiled; from the sources, as in tests, that of the last build. */
const CODE = new URL(import.meta.url.endsWith(".ts") ? "../../../../dist/search/index/second/thread.js" : "./thread.js", import.meta.url);
/** So that it does not wait for the next while the first thread is at work. */
const ERRANDS_AHEAD = 2;

export class SecondThread {
  readonly #directory: RawPath;
  readonly #share: Share;
  readonly #reports = new Map<number, (report: Report | undefined) => void>();
  readonly #ended = noJobsEnded();
  #worker: Worker | undefined;
  #isOver = availableParallelism() < 2;
  #isReady = false;
  #serial = 0;

  constructor(directory: RawPath, share: Share) {
    this.#directory = directory;
    this.#share = share;
  }

  /** Starts it, so that it is there when it is needed. */
  start(): void {
    if (!this.#isOver) this.#worker ??= this.#start();
  }

  /** Undefined if there is no second thread, or not yet: whoever waited for it to start would have been faster alone. */
  begin(job: Job): SecondHand | undefined {
    this.start();
    if (this.#worker === undefined || !this.#isReady) return undefined;
    const id = ++this.#serial;
    this.#say({ kind: "begin", job: id, what: job });
    return new SecondHand(
      (errand) => this.#run(id, errand),
      () => this.#end(id),
    );
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    const isLoaded = this.#isReady || this.#isOver;
    this.#giveUp();
    if (worker !== undefined && !isLoaded) await loaded(worker);
    await worker?.terminate();
  }

  #start(): Worker | undefined {
    try {
      const worker = new Worker(fileURLToPath(CODE), {
        workerData: { directory: this.#directory, share: this.#share, ended: this.#ended } satisfies SecondThreadData,
        execArgv: [],
      });
      worker.unref();
      worker.on("message", (message: FromSecond) => {
        if (message === READY) this.#isReady = true;
        else this.#settle(message.id, message);
      });
      worker.on("error", () => this.#giveUp());
      worker.on("exit", () => this.#giveUp());
      return worker;
    } catch {
      return this.#giveUp(); // no thread to be had
    }
  }

  #run(job: number, errand: Errand): Promise<Report | undefined> {
    const id = ++this.#serial;
    return new Promise((resolve) => {
      if (this.#isOver) return resolve(undefined);
      this.#reports.set(id, resolve);
      this.#worker?.postMessage({ kind: "errand", id, job, errand } satisfies ToSecond, [errand.numbers.buffer]);
    });
  }

  #settle(id: number, report: Report | undefined): void {
    this.#reports.get(id)?.(report);
    this.#reports.delete(id);
  }

  /** What it was to do, the first thread does. */
  #giveUp(): undefined {
    this.#isOver = true;
    this.#worker = undefined;
    for (const id of [...this.#reports.keys()]) this.#settle(id, undefined);
  }

  #end(job: number): void {
    endJob(this.#ended, job);
    this.#say({ kind: "end", job });
  }

  #say(message: ToSecond): void {
    this.#worker?.postMessage(message);
  }
}

/** One that is ended while it loads its code leaves files open. */
function loaded(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ["message", "error", "exit"]) worker.once(event, () => resolve());
  });
}

/** Does a part of one job. */
export class SecondHand {
  readonly #run: (errand: Errand) => Promise<Report | undefined>;
  readonly #end: () => void;
  #running = new Set<Promise<void>>();

  constructor(run: (errand: Errand) => Promise<Report | undefined>, end: () => void) {
    this.#run = run;
    this.#end = end;
  }

  get isFree(): boolean {
    return this.#running.size < ERRANDS_AHEAD;
  }

  /** `onReport` is told what was found, or that nothing came of it. */
  send(items: readonly Item[], onReport: (report: Report | undefined) => void): void {
    const running: Promise<void> = this.#run(errandOf(items)).then((report) => {
      this.#running.delete(running);
      onReport(report);
    });
    this.#running.add(running);
  }

  /** When one of its errands is done; undefined if it has none. */
  get next(): Promise<void> | undefined {
    return this.#running.size === 0 ? undefined : Promise.race(this.#running);
  }

  end(): void {
    this.#end();
  }
}
