import { expect, test } from "vitest";
import { KeptEvents } from "../../../src/server/http/kept-events.ts";

const MAX = 1024 * 1024;

test("what came after an event on its stream is there again, and nothing of other streams", () => {
  const events = new KeptEvents();
  const first = events.keep(1, ""); // an event without data begins a stream
  events.keep(2, "of two");
  const second = events.keep(1, "a");
  const third = events.keep(1, "b");
  expect(events.streamOf(first)).toBe(1);
  expect(events.after(first)).toEqual([
    [second, "a"],
    [third, "b"],
  ]);
  expect(events.after(second)).toEqual([[third, "b"]]);
  expect(events.after(third)).toEqual([]);
});

test("ids of another session mean nothing", () => {
  const id = new KeptEvents().keep(1, "a");
  const events = new KeptEvents();
  events.keep(1, "a");
  expect(events.streamOf(id)).toBeUndefined();
});

test("the oldest is forgotten first, by count and by size", () => {
  const events = new KeptEvents();
  const ids = Array.from({ length: 1_001 }, () => events.keep(1, "x"));
  expect([events.streamOf(ids[0] as string), events.streamOf(ids[1] as string)]).toEqual([undefined, 1]);
  const last = events.keep(1, "x".repeat(MAX));
  expect([events.streamOf(ids[1_000] as string), events.streamOf(last)]).toEqual([undefined, 1]);
});

test("what is too large is kept as what is to be said instead", () => {
  const events = new KeptEvents();
  const first = events.keep(1, "small");
  const second = events.keep(1, "x".repeat(MAX + 1), "too large");
  expect(events.after(first)).toEqual([[second, "too large"]]);
});
