// Clients of 2026-07-28: no sessions; what lasts belongs to the token, or to a workspace the client names.
import { describe, expect, test } from "vitest";
import { ask, httpServer, modernCall, open, session, toolCall } from "../../support/http-server.ts";
import { mark, waitForMarked } from "../../support/processes.ts";
import { tree } from "../../support/tree.ts";

async function textOf(port: number, name: string, args: object, { headers = {}, meta = {} } = {}): Promise<string> {
  const request = modernCall(1, name, args, meta);
  const { messages } = await ask(port, { ...request, headers: { ...request.headers, ...headers } });
  return messages.at(-1).result.content[0].text;
}

const pwd = (directory: string): string => `exit_code: 0\n\nstdout:\n${directory}\n`;

describe("the directory", () => {
  test("is kept from request to request, for every dialect", async () => {
    const root = tree({ "sub/": "" });
    const { port } = await httpServer(root);
    await textOf(port, "bash", { command: "cd sub" });
    expect(await textOf(port, "bash", { command: "pwd" })).toBe(pwd(`${root}/sub`));
    const request = modernCall(1, "bash", { command: "pwd" });
    expect((await ask(port, { ...request, path: "/mcp/anthropic" })).messages.at(-1).result.content[0].text).toContain(`${root}/sub`);
  });

  test("is apart for each workspace that is named, in a header or in _meta", async () => {
    const root = tree({ "sub/": "" });
    const { port } = await httpServer(root);
    await textOf(port, "bash", { command: "cd sub" }, { headers: { "fossick-workspace": "a" } });
    expect(await textOf(port, "bash", { command: "pwd" })).toBe(pwd(root));
    expect(await textOf(port, "bash", { command: "pwd" }, { headers: { "fossick-workspace": "b" } })).toBe(pwd(root));
    expect(await textOf(port, "bash", { command: "pwd" }, { meta: { "fossick/workspace": "a" } })).toBe(pwd(`${root}/sub`));
  });

  test("is apart from that of sessions", async () => {
    const root = tree({ "sub/": "" });
    const { port } = await httpServer(root);
    await textOf(port, "bash", { command: "cd sub" });
    const headers = await session(port);
    const { messages } = await ask(port, { headers, body: toolCall(1, "bash", { command: "pwd" }) });
    expect(messages.at(-1).result.content[0].text).toBe(pwd(root));
  });
});

test.each([
  [{ "fossick-workspace": "../x" }, {}, "A workspace handle is 1 to 128 letters, digits, dots, dashes and underscores"],
  [{ "fossick-workspace": "" }, {}, "A workspace handle is 1 to 128 letters, digits, dots, dashes and underscores"],
  [{}, { "fossick/workspace": 5 }, "A workspace handle is 1 to 128 letters, digits, dots, dashes and underscores"],
  [{ "fossick-workspace": "a" }, { "fossick/workspace": "b" }, "The header and _meta name different workspaces"],
])("a handle %j %j is refused", async (headers, meta, message) => {
  const { port } = await httpServer(tree({}));
  const request = modernCall(1, "bash", { command: "pwd" }, meta);
  const answer = await ask(port, { ...request, headers: { ...request.headers, ...headers } });
  expect([answer.status, answer.messages[0].error.message]).toEqual([400, message]);
});

test("a client that goes away has its call stopped; its tasks go on, until the server ends", async () => {
  const [called, kept] = [mark(), mark()];
  const { port, child } = await httpServer(tree({}));
  await textOf(port, "bash", { command: `sleep ${kept}`, run_in_background: true });
  const call = open(port, modernCall(1, "bash", { command: `sleep ${called}` }));
  await waitForMarked(called, (count) => count > 0, 10_000);
  call.cut();
  expect(await waitForMarked(called, (count) => count === 0, 10_000)).toBe(0);
  expect(await waitForMarked(kept, (count) => count > 0, 1_000)).toBeGreaterThan(0);
  child.kill("SIGTERM");
  expect(await waitForMarked(kept, (count) => count === 0, 10_000)).toBe(0);
});

test("a workspace that nobody uses ends, and begins anew", async () => {
  const marker = mark();
  const root = tree({ "sub/": "" });
  const { port } = await httpServer(root, ["--session-timeout", "0.5"]);
  await textOf(port, "bash", { command: "cd sub" });
  await textOf(port, "bash", { command: `sleep ${marker}`, run_in_background: true });
  expect(await waitForMarked(marker, (count) => count === 0, 10_000)).toBe(0);
  expect(await textOf(port, "bash", { command: "pwd" })).toBe(pwd(root));
});

test("workspaces and sessions share one number of places", async () => {
  const { port } = await httpServer(tree({}), ["--max-sessions", "1"]);
  await session(port);
  expect((await ask(port, modernCall(1, "bash", { command: "pwd" }))).status).toBe(429);
});
