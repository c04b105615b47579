import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Places } from "../../../src/server/http/places.ts";

test("a place is free again only when what was there has ended", async () => {
  const places = new Places(1, 60_000);
  let finish = (): void => {};
  const tenancy = places.take(() => new Promise<void>((resolve) => (finish = resolve)));
  expect(places.isFull).toBe(true);
  const ended = tenancy.end();
  expect([tenancy.isOver, places.isFull]).toEqual([true, true]);
  finish();
  await ended;
  expect(places.isFull).toBe(false);
});

test("what nobody uses ends; what is used does not", async () => {
  const places = new Places(2, 10);
  const ended: string[] = [];
  const used = places.take(async () => void ended.push("used"));
  const release = used.use();
  places.take(async () => void ended.push("idle"));
  while (ended.length === 0) await sleep(5);
  expect(ended).toEqual(["idle"]);
  release();
  while (ended.length === 1) await sleep(5);
  expect(ended).toEqual(["idle", "used"]);
});

test("it ends once, however often it is asked to", async () => {
  const places = new Places(2, 60_000);
  let count = 0;
  const tenancy = places.take(async () => void count++);
  await Promise.all([tenancy.end(), tenancy.end(), places.endAll()]);
  expect([count, places.taken]).toEqual([1, 0]);
  expect(places.isFull).toBe(true); // nothing begins after the end
});
