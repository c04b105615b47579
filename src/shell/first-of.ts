// A wait with a limit, which can be cancelled.

/** The longest that timers can wait; nothing lives so long. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export type Why = "exit" | "timeout" | "cancelled";

/** What comes first: the end of something, the limit, or the cancellation. The promise must not reject. */
export function firstOf(ended: Promise<unknown>, timeoutMs: number, cancelled: AbortSignal | undefined): Promise<Why> {
  return new Promise((resolve) => {
    const done = (why: Why): void => {
      clearTimeout(timer);
      cancelled?.removeEventListener("abort", cancel);
      resolve(why);
    };
    const cancel = (): void => done("cancelled");
    const timer = setTimeout(() => done("timeout"), Math.min(timeoutMs, MAX_TIMER_MS));
    if (cancelled?.aborted) cancel();
    else cancelled?.addEventListener("abort", cancel, { once: true });
    void ended.then(() => done("exit"));
  });
}
