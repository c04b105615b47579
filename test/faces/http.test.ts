// The server over HTTP as clients meet it, in both protocol generations: the same as over stdio.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { connectHttp, httpServer } from "../support/http-server.ts";
import { countMarked, mark, waitForMarked } from "../support/processes.ts";
import { callText, connect } from "../support/server.ts";
import { tree } from "../support/tree.ts";

describe.each([
  ["2025", "legacy" as const],
  ["2026-07-28", { pin: "2026-07-28" }],
])("a client of %s", (_, mode) => {
  test("sees and reads what it would over stdio", async () => {
    const root = tree({ "a.txt": "needle\n" });
    const { port } = await httpServer(root);
    const [{ client }, stdio] = [await connectHttp(port, mode), await connect(root, mode)];
    expect(await client.listTools()).toEqual(await stdio.listTools());
    expect(client.getInstructions()).toBe(stdio.getInstructions());
    expect(await callText(client, "grep", { pattern: "needle" })).toBe("a.txt");
    expect(await client.callTool({ name: "grep", arguments: { pattern: "(" } })).toEqual(await stdio.callTool({ name: "grep", arguments: { pattern: "(" } }));
  });

  test("finds every dialect at its own path, with the same tools each time", async () => {
    const { port } = await httpServer(tree({}), ["--dialect", "anthropic"]);
    const names = async (path: string): Promise<readonly string[]> =>
      (await (await connectHttp(port, mode, { path })).client.listTools()).tools.map(({ name }) => name);
    expect(await names("/mcp")).toEqual(["bash", "glob", "grep", "str_replace_editor", "task_output"]);
    expect(await names("/mcp/boris")).toEqual(["bash", "create_file", "glob", "grep", "str_replace", "task_output", "view"]);
    expect(await names("/mcp/omp")).toEqual(["bash", "edit", "find", "read", "search", "write"]);
    expect(await names("/mcp/boris")).toEqual(await names("/mcp/boris"));
  });

  test("is told of progress", async () => {
    const { port } = await httpServer(tree({}));
    const { client } = await connectHttp(port, mode);
    const seen: unknown[] = [];
    const command = "echo one; sleep 0.5; echo two; sleep 0.5";
    const result = await client.callTool({ name: "bash", arguments: { command } }, { onprogress: (progress) => void seen.push(progress) });
    expect(seen).toMatchObject([
      { progress: 1, message: "one" },
      { progress: 2, message: "two" },
    ]);
    expect(result.content).toEqual([{ type: "text", text: "exit_code: 0\n\nstdout:\none\ntwo\n" }]);
  });

  test("cancels a call, and goes on", async () => {
    const marker = mark();
    const { port } = await httpServer(tree({}));
    const { client } = await connectHttp(port, mode);
    const enough = new AbortController();
    const call = client.callTool({ name: "bash", arguments: { command: `setsid sleep ${marker} & sleep ${marker}` } }, { signal: enough.signal });
    call.catch(() => {}); // cancelled
    await waitForMarked(marker, (count) => count >= 3, 10_000);
    enough.abort();
    expect(await waitForMarked(marker, (count) => count === 0, 7_000)).toBe(0);
    expect(await callText(client, "bash", { command: "echo here" })).toBe("exit_code: 0\n\nstdout:\nhere\n");
  });

  test("goes away: what it had going is stopped", async () => {
    const marker = mark();
    const { port } = await httpServer(tree({}), ["--resume-timeout", "0.3"]);
    const { client } = await connectHttp(port, mode);
    client.callTool({ name: "bash", arguments: { command: `sleep ${marker}` } }).catch(() => {});
    await waitForMarked(marker, (count) => count > 0, 10_000);
    await client.close();
    expect(await waitForMarked(marker, (count) => count === 0, 10_000)).toBe(0);
  });

  test("a hundred calls at once are all answered", async () => {
    const { port } = await httpServer(tree(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}.txt`, `word${i}x\n`]))));
    const { client } = await connectHttp(port, mode);
    const texts = await Promise.all(Array.from({ length: 100 }, (_, i) => callText(client, "grep", { pattern: `word${i}x` })));
    expect(texts).toEqual(Array.from({ length: 100 }, (_, i) => `f${i}.txt`));
  });
});

test("a 2025 client ends its session, and everything in it", async () => {
  const marker = mark();
  const { port } = await httpServer(tree({}));
  const { client, transport } = await connectHttp(port, "legacy");
  await callText(client, "bash", { command: `sleep ${marker}`, run_in_background: true });
  await transport.terminateSession();
  expect(countMarked(marker)).toBe(0);
});

test("a 2025 client whose connection breaks gets its answer all the same", async () => {
  const { port } = await httpServer(tree({}));
  const { client } = await connectHttp(port, "legacy");
  const broken: unknown[] = [];
  client.onerror = (error) => void broken.push(error);
  const call = callText(client, "bash", { command: "sleep 2; echo here" });
  await sleep(700);
  breakConnections(port);
  expect(await call).toBe("exit_code: 0\n\nstdout:\nhere\n");
  expect(broken.length).toBeGreaterThan(0);
});

/** Breaks every connection of this process to the port, as a network would. */
function breakConnections(port: number): void {
  // biome-ignore lint/suspicious/noExplicitAny: there is no public list of open sockets
  for (const handle of (process as any)._getActiveHandles()) if (handle.remotePort === port) handle.destroy();
}
