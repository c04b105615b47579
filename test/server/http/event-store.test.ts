import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { KeptEvents } from "../../../src/server/http/event-store.ts";

function answer(id: number, text: string): JSONRPCMessage {
  return { jsonrpc: "2.0", id, result: { text } };
}

async function replayed(events: KeptEvents, after: string): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  await events.replayEventsAfter(after, { send: async (_, message) => void seen.push(message) });
  return seen;
}

test("what came after an event on its stream is sent again, and nothing of other streams", async () => {
  const events = new KeptEvents();
  const first = await events.storeEvent("one", {} as JSONRPCMessage); // an empty message begins a stream
  await events.storeEvent("two", answer(2, "of two"));
  const second = await events.storeEvent("one", answer(1, "a"));
  await events.storeEvent("one", answer(3, "b"));
  expect(events.streamOf(first)).toBe("one");
  expect(await replayed(events, first)).toEqual([answer(1, "a"), answer(3, "b")]);
  expect(await replayed(events, second)).toEqual([answer(3, "b")]);
});

test("ids of another session mean nothing", async () => {
  const id = await new KeptEvents().storeEvent("one", answer(1, "a"));
  const events = new KeptEvents();
  await events.storeEvent("one", answer(1, "a"));
  expect(events.streamOf(id)).toBeUndefined();
});

test("the oldest is forgotten first, by count and by size", async () => {
  const events = new KeptEvents();
  const ids: string[] = [];
  for (let i = 0; i < 1_001; i++) ids.push(await events.storeEvent("s", answer(i, "")));
  expect([events.streamOf(ids[0] as string), events.streamOf(ids[1] as string)]).toEqual([undefined, "s"]);
  const last = await events.storeEvent("s", answer(1, "x".repeat(1024 * 1024 - 60)));
  expect([events.streamOf(ids[1000] as string), events.streamOf(last)]).toEqual([undefined, "s"]);
});

test("what is too large to be kept is told as such", async () => {
  const events = new KeptEvents();
  const first = await events.storeEvent("s", answer(1, "small"));
  await events.storeEvent("s", answer(2, "x".repeat(1024 * 1024)));
  expect(await replayed(events, first)).toEqual([
    { jsonrpc: "2.0", id: 2, error: { code: -32603, message: "The answer was too large to be kept for a lost connection: call again" } },
  ]);
});
