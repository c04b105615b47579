// The server as clients meet it: both protocol generations, cancellation, junk, and its end.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { mark, waitForMarked } from "../support/processes.ts";
import { callText, connect, rawServer } from "../support/server.ts";
import { tree } from "../support/tree.ts";

describe.each([
  ["2025", "legacy" as const],
  ["2026-07-28", { pin: "2026-07-28" }],
])("a client of %s", (_, mode) => {
  test("lists tools, calls them and reads refusals", async () => {
    const root = tree({ "a.txt": "needle\n" });
    const client = await connect(root, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("grep");
    for (const { annotations, inputSchema, title } of tools) {
      expect(Object.keys(annotations ?? {}).sort()).toEqual(["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint", "title"]);
      expect([inputSchema.additionalProperties, typeof title]).toEqual([false, "string"]);
    }
    expect(await callText(client, "grep", { pattern: "needle" })).toBe("a.txt");
    expect(await client.callTool({ name: "grep", arguments: { pattern: "x", path: "/etc" } })).toMatchObject({
      content: [{ type: "text", text: "[ACCESS_DENIED] path /etc is outside the allowed directories" }],
      isError: true,
    });
    expect(client.getInstructions()).toBe(`Working directory: ${root}`);
  });

  test("gets a picture as a picture", async () => {
    const bytes = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1");
    const client = await connect(tree({ "a.png": bytes }), mode);
    const { content, isError } = await client.callTool({ name: "view", arguments: { path: "a.png" } });
    expect({ content, isError }).toEqual({ content: [{ type: "image", data: bytes.toString("base64"), mimeType: "image/png" }], isError: undefined });
  });

  test("gives up a call, which ends its process, and calls again", async () => {
    const client = await connect(tree({ "a.txt": "needle\n" }), mode);
    const [seconds, abort] = [mark(), new AbortController()];
    const given = client.callTool({ name: "bash", arguments: { command: `sleep ${seconds}` } }, { signal: abort.signal });
    expect(await waitForMarked(seconds, (count) => count > 0, 30_000)).toBeGreaterThan(0);
    abort.abort("enough");
    await expect(given).rejects.toThrow("enough");
    expect(await waitForMarked(seconds, (count) => count === 0, 30_000)).toBe(0);
    expect(await callText(client, "grep", { pattern: "needle" })).toBe("a.txt");
  });
});

test("the instructions name the working directory, and the fence where it was set", async () => {
  const [root, other] = [tree({}), tree({})];
  const client = await connect(root, "legacy", ["--allow-dir", root, "--allow-dir", other, "--deny-dir", "**/.env", "--deny-dir", "**/.git"]);
  expect(client.getInstructions()).toBe(`Working directory: ${root}\nAllowed directories: ${root}, ${other}\nDenied patterns: **/.env, **/.git`);
});

test("text only, unless structured results are asked for", async () => {
  const root = tree({ "a.txt": "needle\n" });
  const plain = await (await connect(root, "legacy")).callTool({ name: "grep", arguments: { pattern: "needle" } });
  const structured = await (await connect(root, "legacy", ["--structured"])).callTool({ name: "grep", arguments: { pattern: "needle" } });
  expect(plain.structuredContent).toBeUndefined();
  expect(structured.structuredContent).toMatchObject({
    entries: [{ path: `${root}/a.txt`, name: "a.txt", kind: "file" }],
    totals: { entries: { count: 1, exact: true } },
  });
});

test("junk on stdin is ignored, stdout carries the protocol alone, and calls go on", async () => {
  const server = rawServer(tree({ "a.txt": "needle\n" }));
  server.send("this is not JSON");
  server.send('{"jsonrpc":"2.0","id":[1],"method":5}');
  server.send("\u0000\u0001");
  for (let i = 0; i < 2_000; i++) server.send("junk {");
  server.send({ id: 7, method: "tools/call", params: { name: "grep", arguments: { pattern: "needle" } } });
  expect((await server.answer(7)).result?.content).toEqual([{ type: "text", text: "a.txt" }]);
  for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
});

test("a cancelled call ends its process; other calls are answered meanwhile", async () => {
  const root = tree({ "a.txt": "needle\n" });
  const { rg, pid } = sleepingRipgrep();
  const server = rawServer(root, ["--no-index"], { ...process.env, FOSSICK_RIPGREP: rg }); // an index would start it again after the call
  server.send({ id: 1, method: "tools/call", params: { name: "grep", arguments: { pattern: "needle" } } });
  await appears(pid);
  server.send({ id: 2, method: "tools/list", params: {} });
  await server.answer(2);
  server.send({ method: "notifications/cancelled", params: { requestId: 1, reason: "enough" } });
  await disappears(pid);
  expect(server.lines.some((line) => JSON.parse(line).id === 1)).toBe(false);
});

test.each(["stdin closed", "SIGTERM", "SIGINT"])("%s ends the server and everything it runs", async (how) => {
  const { rg, pid, starts } = sleepingRipgrep();
  const server = rawServer(tree({ "a.txt": "x\n" }), [], { ...process.env, FOSSICK_RIPGREP: rg });
  server.send({ id: 1, method: "tools/call", params: { name: "grep", arguments: { pattern: "needle" } } });
  await appears(pid);
  if (how === "stdin closed") server.child.stdin.end();
  else server.child.kill(how as NodeJS.Signals);
  expect(await server.exited).toBe(0);
  expect(isAlive(pid)).toBe(false);
  expect(fs.readFileSync(starts, "utf8").length).toBeLessThanOrEqual(2); // the rehearsal and the call: nothing is begun after the end
});

test("the first search, which nobody asked for, is ended with the server, and nobody hears of it", async () => {
  const { rg, pid } = sleepingRipgrep();
  const server = rawServer(tree({}), [], { ...process.env, FOSSICK_RIPGREP: rg });
  server.send({ id: 1, method: "tools/list", params: {} });
  await appears(pid);
  server.child.stdin.end();
  expect([await server.exited, isAlive(pid), server.lines.map((line) => JSON.parse(line).id)]).toEqual([0, false, [0, 1]]);
});

test("a hundred calls at once are all answered", async () => {
  const server = rawServer(tree(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}.txt`, `word${i}x\n`]))));
  for (let i = 0; i < 100; i++) server.send({ id: 100 + i, method: "tools/call", params: { name: "grep", arguments: { pattern: `word${i}x` } } });
  const texts = await Promise.all(Array.from({ length: 100 }, async (_, i) => (await server.answer(100 + i)).result?.content?.[0]?.text));
  expect(texts).toEqual(Array.from({ length: 100 }, (_, i) => `f${i}.txt`));
});

/** A ripgrep that says who it is and never ends, and leaves a dot for each start. */
function sleepingRipgrep(): { rg: string; pid: string; starts: string } {
  const root = tree({});
  const [rg, pid, starts] = ["rg", "pid", "starts"].map((name) => path.join(root, name)) as [string, string, string];
  fs.writeFileSync(rg, `#!/bin/sh\nprintf . >> ${starts}; echo $$ > ${pid}.new; mv ${pid}.new ${pid}; exec sleep 60\n`, { mode: 0o755 });
  return { rg, pid, starts };
}

async function appears(file: string): Promise<void> {
  while (!fs.existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function disappears(pid: string): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

function isAlive(pid: string): boolean {
  try {
    process.kill(Number(fs.readFileSync(pid, "utf8")), 0);
    return true;
  } catch {
    return false;
  }
}
