// Calls that go past the SDK have the answers that the SDK would give.
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { expect, onTestFinished, test, vi } from "vitest";
import { DIALECTS } from "../../../src/dialects/index.ts";
import { ok } from "../../../src/failure.ts";
import { Connection } from "../../../src/server/stdio/connection.ts";
import type { Dialect } from "../../../src/tool.ts";
import { engineAt } from "../../support/engine.ts";
import { tree } from "../../support/tree.ts";

const BORIS = DIALECTS[0] as Dialect;
const GREETING = { id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } } };
const INITIALIZED = { method: "notifications/initialized" };

/** A client, and what it has been told, in order. */
function connected(dialect: Dialect = BORIS) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const told: string[] = [];
  output.on("data", (chunk) => told.push(...String(chunk).trimEnd().split("\n")));
  const workspace = engineAt(tree({ "a.txt": "one\ntwo\n" }));
  const connection = new Connection({ dialect, workspace, version: "1", log: () => {} }, input, output);
  onTestFinished(() => connection.close());
  const say = (message: object): void => void input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  return { input, told, say, connection, workspace };
}

/** One that has shaken hands; calls of others go through the SDK. */
async function greeted(dialect?: Dialect) {
  const client = connected(dialect);
  client.say(GREETING);
  while (client.told.length < 1) await sleep(1);
  client.say(INITIALIZED);
  client.say({ id: "ping", method: "ping" });
  while (client.told.length < 2) await sleep(1);
  client.told.length = 0;
  return client;
}

/** A tool that does not end by itself, and what it was told. */
function endless() {
  const ended: string[] = [];
  const tools = BORIS.tools.map((tool) => ({
    ...tool,
    run: async (_: unknown, { signal, progress }: { readonly signal: AbortSignal; readonly progress: (message: string) => void }) => {
      progress("begun");
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      ended.push("cancelled");
      return ok("");
    },
    render: () => ({ text: "", outcome: "found" as const }),
  }));
  return { dialect: { ...BORIS, tools }, ended };
}

const CALL = { name: "grep", arguments: { pattern: "two", output_mode: "content" } };
const MESSAGES: readonly object[] = [
  { id: 1, method: "tools/call", params: CALL },
  { id: "a", method: "tools/call", params: { ...CALL, _meta: { progressToken: "t", other: [1] } } },
  { id: 1, method: "tools/call", params: { name: "grep" } },
  { id: 1, method: "tools/call", params: { name: "no such tool", arguments: {} } },
  { id: 1, method: "tools/call", params: { name: "grep", arguments: { pattern: "(" } } },
  { id: 1, method: "tools/call", params: { name: "grep", arguments: { pattern: 7 } } },
  { id: 1, method: "tools/call", params: { name: "grep", arguments: [1] } },
  { id: 1, method: "tools/call", params: { name: "grep", arguments: null } },
  { id: 1, method: "tools/call", params: { name: 7, arguments: {} } },
  { id: 1, method: "tools/call", params: { ...CALL, _meta: 7 } },
  { id: 1, method: "tools/call", params: { ...CALL, _meta: { progressToken: 1.5 } } },
  { id: 1, method: "tools/call", params: { ...CALL, task: { ttl: 1 } } },
  { id: 1, method: "tools/call", params: { ...CALL, _meta: { "io.modelcontextprotocol/related-task": 7 } } },
  { id: 1, method: "tools/call", params: { ...CALL, more: "tools/call" } },
  { id: 1, method: "tools/call" },
  { id: 1, method: "tools/list", params: { cursor: "tools/call" } },
  { id: 1, method: "no such method", params: { name: "tools/call" } },
  { id: 1.5, method: "tools/call", params: CALL },
  { id: 1, jsonrpc: "1.0", method: "tools/call", params: CALL },
  { id: 1, method: "tools/call", params: CALL, more: 1 },
];

test.each(MESSAGES)("answered as by the SDK: %j", async (message) => {
  const [bySdk, direct] = [connected(), await greeted()];
  bySdk.say(GREETING);
  while (bySdk.told.length < 1) await sleep(1);
  bySdk.told.length = 0;
  const clients = [bySdk, direct];
  for (const { say } of clients) {
    say(message);
    say({ id: "last", method: "ping" });
  }
  const answers = (): readonly string[][] => clients.map(({ told }) => told.filter((line) => !line.includes('"last"')));
  while (!clients.every(({ told }) => told.some((line) => line.includes('"last"')))) await sleep(1);
  await sleep(100); // answers overtake one another
  for (const end = performance.now() + 20_000; answers()[0]?.length !== answers()[1]?.length && performance.now() < end; ) await sleep(10);
  expect(answers()[1]).toEqual(answers()[0]);
});

test("the SDK has no part in it", async () => {
  const { say, told } = await greeted();
  const sent = vi.spyOn(StdioServerTransport.prototype, "send");
  onTestFinished(() => sent.mockRestore());
  say({ id: 1, method: "tools/call", params: CALL });
  while (told.length < 1) await sleep(1);
  expect(told.map((line) => JSON.parse(line))).toEqual([
    { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: expect.stringContaining("two") }] } },
  ]);
  expect(sent).not.toHaveBeenCalled();
});

test("several calls in one piece, and one in several pieces", async () => {
  const { input, told } = await greeted();
  const lines = [1, 2, 3].map((id) => `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: CALL })}\r\n`).join("");
  input.write(lines.slice(0, -70));
  await sleep(20);
  input.write(lines.slice(-70, -30));
  input.write(lines.slice(-30));
  while (told.length < 3) await sleep(1);
  expect(told.map((line) => JSON.parse(line).id).sort()).toEqual([1, 2, 3]);
});

test("a cancelled call ends and has no answer; others go on", async () => {
  const { dialect, ended } = endless();
  const { say, told } = await greeted(dialect);
  say({ id: 1, method: "tools/call", params: { ...CALL, _meta: { progressToken: "p" } } });
  say({ id: 2, method: "tools/call", params: CALL });
  say({ method: "notifications/cancelled", params: { requestId: "1" } });
  say({ id: 3, method: "notifications/cancelled", params: { requestId: 1 } });
  await sleep(20);
  expect(ended).toEqual([]);
  told.length = 1; // a request of that name is none
  say({ method: "notifications/cancelled", params: { requestId: 1, reason: "tools/call" } });
  await sleep(20);
  expect(ended).toEqual(["cancelled"]);
  expect(told.map((line) => JSON.parse(line))).toEqual([
    { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "p", progress: 1, message: "begun" } },
  ]);
});

test("when the connection is closed, what runs is cancelled, and nothing else is run", async () => {
  const { dialect, ended } = endless();
  const { say, told, connection } = await greeted(dialect);
  say({ id: 1, method: "tools/call", params: { ...CALL, _meta: { progressToken: "p" } } });
  await sleep(20);
  await connection.close();
  say({ id: 2, method: "tools/call", params: { ...CALL, _meta: { progressToken: "q" } } });
  await sleep(20);
  expect([ended, told.map((line) => JSON.parse(line).params.progressToken)]).toEqual([["cancelled"], ["p"]]);
});

test("when the workspace is closed, what runs is cancelled", async () => {
  const { dialect, ended } = endless();
  const { say, told, workspace } = await greeted(dialect);
  say({ id: 1, method: "tools/call", params: { ...CALL, _meta: { progressToken: "p" } } });
  while (told.length < 1) await sleep(1);
  await workspace.close();
  await sleep(20);
  expect([ended, told.length]).toEqual([["cancelled"], 1]);
});

test("what goes wrong here is told to who called", async () => {
  const tools = BORIS.tools.map((tool) => ({ ...tool, run: async () => ok(""), render: () => ({ text: 1n as never, outcome: "found" as const }) }));
  const { say, told } = await greeted({ ...BORIS, tools });
  say({ id: 1, method: "tools/call", params: CALL });
  while (told.length < 1) await sleep(1);
  expect(told.map((line) => JSON.parse(line))).toEqual([{ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "Do not know how to serialize a BigInt" } }]);
});
