import { expect, test } from "vitest";
import { Limiter } from "../../src/workspace/limiter.ts";

const never = (): AbortSignal => new AbortController().signal;

test("no more than the limit run at once, and all of them run", async () => {
  const limiter = new Limiter(3);
  let running = 0;
  let most = 0;
  const task = async (): Promise<void> => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
  };
  await Promise.all(Array.from({ length: 20 }, () => limiter.run(task, never())));
  expect([most, running]).toEqual([3, 0]);
  await limiter.idle();
});

test("a cancelled task leaves the line without taking a place", async () => {
  const limiter = new Limiter(1);
  const open = deferred();
  const first = limiter.run(() => open.promise, never());
  const cancel = new AbortController();
  const waiting = limiter.run(async () => "ran", cancel.signal);
  cancel.abort(new Error("cancelled"));
  await expect(waiting).rejects.toThrow("cancelled");
  open.resolve(undefined);
  await first;
  expect(await limiter.run(async () => "next", never())).toBe("next");
});

function deferred(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  let resolve: (value: unknown) => void = () => undefined;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}
