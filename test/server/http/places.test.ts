import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Places } from "../../../src/server/http/places.ts";

const [ONE, TWO, THREE] = [{}, {}, {}];

test("a place is free again only when what was there has ended", async () => {
  const places = new Places(1, 1, 60_000);
  let finish = (): void => {};
  const tenancy = places.take(ONE, () => new Promise<void>((resolve) => (finish = resolve)));
  expect(places.isFullFor(ONE)).toBe(true);
  const ended = tenancy.end();
  expect([tenancy.isOver, places.isFullFor(ONE)]).toEqual([true, true]);
  finish();
  await ended;
  expect(places.isFullFor(ONE)).toBe(false);
});

test("what nobody uses ends; what is used does not", async () => {
  const places = new Places(2, 1, 10);
  const ended: string[] = [];
  const used = places.take(ONE, async () => void ended.push("used"));
  const release = used.use();
  places.take(ONE, async () => void ended.push("idle"));
  while (ended.length === 0) await sleep(5);
  expect(ended).toEqual(["idle"]);
  release();
  while (ended.length === 1) await sleep(5);
  expect(ended).toEqual(["idle", "used"]);
});

test("it ends once, however often it is asked to", async () => {
  const places = new Places(2, 1, 60_000);
  let count = 0;
  const tenancy = places.take(ONE, async () => void count++);
  await Promise.all([tenancy.end(), tenancy.end(), places.endAll()]);
  expect(count).toBe(1);
  expect(places.isFullFor(ONE)).toBe(true); // nothing begins after the end
});

test("who has some leaves one to each that has none", () => {
  const places = new Places(4, 3, 60_000);
  places.take(ONE, async () => {});
  expect([ONE, TWO, THREE].map((owner) => places.isFullFor(owner))).toEqual([false, false, false]);
  places.take(ONE, async () => {});
  expect([ONE, TWO, THREE].map((owner) => places.isFullFor(owner))).toEqual([true, false, false]);
  places.take(TWO, async () => {});
  expect([ONE, TWO, THREE].map((owner) => places.isFullFor(owner))).toEqual([true, true, false]);
  places.take(THREE, async () => {});
  expect([ONE, TWO, THREE].map((owner) => places.isFullFor(owner))).toEqual([true, true, true]);
});

test("but with many of them not more than half of all", () => {
  const places = new Places(4, 100, 60_000);
  for (let taken = 0; taken < 2; taken++) {
    expect(places.isFullFor(ONE)).toBe(false);
    places.take(ONE, async () => {});
  }
  expect([ONE, TWO].map((owner) => places.isFullFor(owner))).toEqual([true, false]);
});
