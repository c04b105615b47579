// One server for several agents: each token opens its own directories, dialect and tools, and nothing else.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ask, GREETING, httpServer, modernCall, session, toolCall } from "../../support/http-server.ts";
import { tree } from "../../support/tree.ts";

const [ONE, TWO] = [{ authorization: "Bearer token-of-one" }, { authorization: "Bearer token-of-two" }];

async function twoAgents(rules: { one?: object; two?: object } = {}, flags: readonly string[] = []) {
  const root = tree({ "one/a.txt": "of one\n", "two/b.txt": "of two\n" });
  const config = path.join(root, "fossick.json");
  const tokens = { "token-of-one": { workdir: "one", ...rules.one }, "token-of-two": { workdir: "two", ...rules.two } };
  fs.writeFileSync(config, JSON.stringify({ tokens }), { mode: 0o600 });
  return { root, config, ...(await httpServer(root, ["--config", config, ...flags], {})) };
}

async function call(port: number, token: Record<string, string>, name: string, args: object): Promise<string> {
  const headers = { ...token, ...(await session(port, { headers: token })) };
  const { messages } = await ask(port, { headers, body: toolCall(1, name, args) });
  return messages.at(-1).result.content[0].text;
}

async function toolNames(port: number, token: Record<string, string>, where: string): Promise<readonly string[]> {
  const headers = { ...token, ...(await session(port, { path: where, headers: token })) };
  const { messages } = await ask(port, { path: where, headers, body: { jsonrpc: "2.0", id: 1, method: "tools/list" } });
  return messages.at(-1).result.tools.map(({ name }: { name: string }) => name);
}

test("each sees its own directory and not the other's", async () => {
  const { port, root } = await twoAgents();
  expect(await call(port, ONE, "grep", { pattern: "of" })).toBe("a.txt");
  expect(await call(port, TWO, "grep", { pattern: "of" })).toBe("b.txt");
  expect(await call(port, ONE, "view", { path: `${root}/two/b.txt` })).toMatch(/^\[ACCESS_DENIED\] /);
});

test("neither can use the other's session, nor end it", async () => {
  const { port } = await twoAgents();
  const mine = await session(port, { headers: ONE });
  for (const method of ["GET", "DELETE"]) expect((await ask(port, { method, headers: { ...mine, ...TWO } })).status).toBe(404);
  expect((await ask(port, { headers: { ...mine, ...TWO }, body: toolCall(1, "glob", { pattern: "*" }) })).status).toBe(404);
  expect((await ask(port, { headers: { ...mine, ...ONE }, body: toolCall(1, "glob", { pattern: "*" }) })).status).toBe(200);
});

test("neither can take the other's last place", async () => {
  const { port } = await twoAgents({}, ["--max-sessions", "3"]);
  const statuses = [];
  for (const headers of [ONE, ONE, ONE, TWO, TWO]) statuses.push((await ask(port, { headers, body: GREETING })).status);
  expect(statuses).toEqual([200, 200, 429, 200, 429]);
});

test("nor a workspace of the same name", async () => {
  const { port, root } = await twoAgents();
  const ask2026 = async (token: Record<string, string>): Promise<string> => {
    const request = modernCall(1, "bash", { command: "pwd" }, { "fossick/workspace": "shared" });
    return (await ask(port, { ...request, headers: { ...request.headers, ...token } })).messages.at(-1).result.content[0].text;
  };
  expect([await ask2026(ONE), await ask2026(TWO)]).toEqual([`exit_code: 0\n\nstdout:\n${root}/one\n`, `exit_code: 0\n\nstdout:\n${root}/two\n`]);
});

test("dialect and tools are the token's, on every path", async () => {
  const { port } = await twoAgents({ one: { dialect: "anthropic", tools: ["grep", "glob", "view"] } });
  expect(await toolNames(port, ONE, "/mcp")).toEqual(["glob", "grep"]);
  expect(await toolNames(port, ONE, "/mcp/boris")).toEqual(["glob", "grep", "view"]);
  expect(await toolNames(port, TWO, "/mcp")).toEqual(["bash", "create_file", "glob", "grep", "str_replace", "task_output", "view"]);
  expect(await call(port, ONE, "bash", { command: "true" })).toMatch(/unknown tool/i);
});

test("no file tool can read or change the configuration, by any name", async () => {
  const root = tree({ "work/a.txt": "x\n" });
  const config = path.join(root, "work", "fossick.json");
  const text = JSON.stringify({ tokens: { "token-of-one": { workdir: ".", allow: [".."] } } });
  fs.writeFileSync(config, text, { mode: 0o600 });
  fs.symlinkSync(config, path.join(root, "link.json"));
  fs.linkSync(config, path.join(root, "hard.json"));
  const { port } = await httpServer(root, ["--config", config], {});
  for (const name of [config, `${root}/link.json`, `${root}/hard.json`]) {
    expect(await call(port, ONE, "view", { path: name })).toMatch(/^\[ACCESS_DENIED\] /);
    expect(await call(port, ONE, "create_file", { path: name, content: "{}" })).toMatch(/^\[ACCESS_DENIED\] /);
  }
  expect(await call(port, ONE, "grep", { pattern: "token-of-one", path: root, no_ignore: true })).not.toContain("json");
  expect(fs.readFileSync(config, "utf8")).toBe(text);
});

test("a shell that is disabled does not come back under another name", async () => {
  const { port } = await httpServer(tree({}), ["--disable-tools", "bash", "--disable-tools", "create_file,str_replace"]);
  for (const where of ["/mcp", "/mcp/anthropic", "/mcp/claude-code"]) {
    const headers = await session(port, { path: where });
    const { messages } = await ask(port, { path: where, headers, body: { jsonrpc: "2.0", id: 1, method: "tools/list" } });
    expect(messages.at(-1).result.tools.filter(({ annotations }: { annotations: { destructiveHint: boolean } }) => annotations.destructiveHint)).toEqual([]);
  }
});

test("a dialect that does not exist has no path", async () => {
  const { port } = await twoAgents();
  const { status, messages } = await ask(port, { path: "/mcp/latin", headers: ONE, body: {} });
  expect([status, messages[0].error.message]).toEqual([404, expect.stringMatching(/^There is no such dialect; expected one of: boris, anthropic, /)]);
});
