// Lets a fixed number of tasks run at once; the rest wait in line, and leave it when they are cancelled.

export class Limiter {
  readonly #limit: number;
  readonly #within: Limiter | undefined;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #idleWaiters: (() => void)[] = [];

  /** What runs counts in the wider limit as well, if there is one: of one crowd no more than this limit waits there. */
  constructor(limit: number, within?: Limiter) {
    this.#limit = limit;
    this.#within = within;
  }

  /** Runs the task when there is room. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      return await (this.#within === undefined ? task() : this.#within.run(task, signal));
    } finally {
      this.#leave();
    }
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < this.#limit) {
      this.#running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leaveLine = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      const go = (): void => {
        signal.removeEventListener("abort", leaveLine);
        resolve();
      };
      signal.addEventListener("abort", leaveLine, { once: true });
      this.#waiting.push(go);
    });
  }

  /** The place goes straight to the next in line, so the count stays. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
    if (this.#running === 0) for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }
}
