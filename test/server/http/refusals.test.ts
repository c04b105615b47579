// What a server says to requests that should not be answered. One server for all of it: nothing of this may bring it down.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ask,
  GREETING,
  type HttpServer,
  httpServer,
  open,
  type PlainRequest,
  sendBytes,
  session,
  startHttpServer,
  TOKEN,
  toolCall,
} from "../../support/http-server.ts";
import { tree } from "../../support/tree.ts";

const LIMIT = 8 * 1024 * 1024;
const TOOLS = { jsonrpc: "2.0", id: 1, method: "tools/list" };

const ROOT = fs.mkdtempSync(path.join(os.tmpdir(), "fossick-"));
let server: HttpServer;
let port: number;

beforeAll(async () => {
  server = await startHttpServer(ROOT);
  port = server.port;
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
  fs.rmSync(ROOT, { recursive: true });
});

function refusal(message: string, code = -32000): object {
  return { jsonrpc: "2.0", error: { code, message }, id: null };
}

const UNAUTHORIZED = refusal("A valid bearer token is required");
const NO_SESSION = refusal("The header Mcp-Session-Id is required", -32600);

test.each<[string, PlainRequest, number, object]>([
  ["a foreign Host", { headers: { host: "evil.example" }, body: GREETING }, 403, refusal("The Host header does not name this server")],
  ["a foreign Origin", { headers: { origin: "http://evil.example" }, body: GREETING }, 403, refusal("The Origin is not allowed")],
  ["a page without an origin", { headers: { origin: "null" }, body: GREETING }, 403, refusal("The Origin is not allowed")],
  ["no token", { headers: { authorization: undefined }, body: GREETING }, 401, UNAUTHORIZED],
  ["a wrong token", { headers: { authorization: "Bearer wrong" }, body: GREETING }, 401, UNAUTHORIZED],
  ["a token in the address", { path: `/mcp?token=${TOKEN}`, headers: { authorization: undefined }, body: GREETING }, 401, UNAUTHORIZED],
  [
    "two tokens",
    { headers: { authorization: [`Bearer ${TOKEN}`, "Bearer x"] }, body: GREETING },
    400,
    refusal("The header authorization is there more than once"),
  ],
  ["another path", { path: "/", body: GREETING }, 404, refusal("Not found")],
  ["a path that only begins like ours", { path: "/mcpx", body: GREETING }, 404, refusal("Not found")],
  ["PUT", { method: "PUT", body: GREETING }, 405, refusal("Method not allowed")],
  ["OPTIONS", { method: "OPTIONS" }, 405, refusal("Method not allowed")],
  ["no session", { body: TOOLS }, 400, NO_SESSION],
  ["GET without a session", { method: "GET" }, 400, NO_SESSION],
  ["DELETE without a session", { method: "DELETE" }, 400, NO_SESSION],
  ["a session that never was", { headers: { "mcp-session-id": "0".repeat(32) }, body: TOOLS }, 404, refusal("Session not found", -32001)],
  ["a session of one's own choice", { headers: { "mcp-session-id": "mine" }, body: GREETING }, 404, refusal("Session not found", -32001)],
  ["text", { headers: { "content-type": "text/plain" }, body: GREETING }, 415, refusal("Content-Type must be application/json")],
  ["no content type", { headers: { "content-type": undefined }, body: GREETING }, 415, refusal("Content-Type must be application/json")],
  ["a form", { headers: { "content-type": "multipart/form-data; application/json" }, body: "{}" }, 415, refusal("Content-Type must be application/json")],
  ["a compressed body", { headers: { "content-encoding": "gzip" }, body: "{}" }, 415, refusal("The body must not be compressed")],
  ["half of a JSON text", { body: '{"jsonrpc": "2.0", ' }, 400, refusal("Parse error: the body is not JSON", -32700)],
  ["an empty body", { body: "" }, 400, refusal("Parse error: the body is not JSON", -32700)],
  ["a greeting in a batch", { body: [GREETING] }, 400, NO_SESSION],
])("%s", async (_, request, status, body) => {
  const answer = await ask(port, request);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([status, body]);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("what a client needs to know about a refusal is in the headers", async () => {
  const without = await ask(port, { headers: { authorization: undefined } });
  const wrong = await ask(port, { headers: { authorization: "Bearer x" } });
  const method = await ask(port, { method: "PATCH" });
  expect([without.headers["www-authenticate"], wrong.headers["www-authenticate"], method.headers.allow]).toEqual([
    'Bearer realm="fossick"',
    'Bearer realm="fossick", error="invalid_token"',
    "GET, POST, DELETE",
  ]);
});

describe("bodies", () => {
  test.each(["null", "5", '"text"', "[]", "[[]]", "{}", '{"jsonrpc":"1.0","id":1,"method":"x"}', `${"[".repeat(20)}${"]".repeat(20)}`])(
    "%s is JSON, but no message",
    async (body) => {
      const headers = await session(port);
      for (const given of [{}, headers]) {
        const { status, messages } = await ask(port, { headers: given, body });
        expect([status, messages]).toEqual([400, [expect.objectContaining({ jsonrpc: "2.0", error: expect.anything() })]]);
      }
    },
  );

  test("one of many brackets is read without harm", async () => {
    const headers = await session(port);
    const deep = `${"[".repeat(19_000)}${"]".repeat(19_000)}`;
    const call = JSON.stringify(toolCall(1, "grep", { pattern: "DEEP" })).replace('"DEEP"', deep);
    expect((await ask(port, { headers, body: deep })).status).toBe(400);
    expect((await ask(port, { headers, body: call })).messages.at(-1)).toMatchObject({ id: 1 });
  });

  test.each([
    ["brackets", `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`],
    ["keys", JSON.stringify(Object.fromEntries(Array.from({ length: 500_000 }, (_, key) => [`k${key}`, 1])))],
  ])("one of very many %s would keep others waiting, and is not looked at", async (_, many) => {
    const headers = await session(port);
    const body = JSON.stringify(toolCall(1, "grep", { pattern: "MANY" })).replace('"MANY"', many);
    const { status, messages } = await ask(port, { headers, body });
    expect([status, messages]).toEqual([400, [refusal("Invalid Request: the body holds more than 20000 values", -32600)]]);
  });

  test("those of calls under way have a limit together", async () => {
    const { port } = await httpServer(tree({}));
    const headers = await session(port);
    const large = (id: number): object => toolCall(id, "bash", { command: "sleep 60" }, { pad: "x".repeat(LIMIT - 1_000) });
    const calls = Array.from({ length: 8 }, (_, id) => open(port, { headers, body: large(id) }));
    await Promise.all(calls.map(({ begun }) => begun));
    const { status, messages } = await ask(port, { headers, body: large(9) });
    expect([status, messages]).toEqual([429, [refusal("Too much is under way at once; try again")]]);
    for (const { cut } of calls) cut();
    while ((await ask(port, { headers, body: toolCall(10, "bash", { command: "echo again" }, { pad: "x".repeat(LIMIT - 1_000) }) })).status === 429)
      await sleep(50);
  });

  test("one that says it is too large is refused unread", async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;
    const answer = await sendBytes(port, `${head}Content-Length: ${LIMIT + 1}\r\n\r\n`, (received) => received.endsWith("}"));
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*\r\nconnection: close\r\n.*The body is larger than 8388608 bytes/s);
  });

  test("one that does not say so is counted", async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;
    const chunk = `100000\r\n${"x".repeat(0x100000)}\r\n`;
    const answer = await sendBytes(port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(9)}`, (received) => received.endsWith("}"));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("one of just the right size is read", async () => {
    const text = JSON.stringify({ ...GREETING, pad: "" });
    const { status } = await ask(port, { body: text.replace('"pad":""', `"pad":"${"x".repeat(LIMIT - text.length)}"`) });
    expect(status).toBe(400); // read, and not understood: a greeting has no such field
  });

  test("without a token it is not read, and nobody is told to go on", async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n`;
    expect(await sendBytes(port, head, (received) => received.endsWith("}"))).toMatch(/^HTTP\/1\.1 401 /);
  });

  test("with a token a client that asks first is told to go on", async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;
    const answer = await sendBytes(port, `${head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`, (received) => received.includes("\r\n\r\n"));
    expect(answer).toMatch(/^HTTP\/1\.1 100 /);
  });
});

describe("bytes that mean two things", () => {
  const lines = (port: number, ...more: readonly string[]): string =>
    [`POST /mcp HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${TOKEN}`, "Content-Type: application/json", ...more, "", ""].join("\r\n");

  test.each<[string, (port: number) => string, number]>([
    ["a length and chunks", (port) => `${lines(port, "Content-Length: 5", "Transfer-Encoding: chunked")}0\r\n\r\n`, 400],
    ["two lengths", (port) => `${lines(port, "Content-Length: 2", "Content-Length: 20")}{}`, 400],
    ["a length that is no number", (port) => `${lines(port, "Content-Length: +2")}{}`, 400],
    ["chunks that are none", (port) => `${lines(port, "Transfer-Encoding: chunked")}zz\r\n`, 400],
    ["an unknown encoding", (port) => `${lines(port, "Transfer-Encoding: chunked, identity")}0\r\n\r\n`, 400],
    ["a compressed body in chunks", (port) => `${lines(port, "Transfer-Encoding: gzip, chunked")}0\r\n\r\n`, 400],
    ["chunks in the old HTTP", (port) => `${lines(port, "Transfer-Encoding: chunked").replace("HTTP/1.1", "HTTP/1.0")}0\r\n\r\n`, 400],
    ["an Origin behind many headers", (port) => lines(port, ...Array(2_500).fill("a:"), "Origin: http://evil.example"), 403],
    ["a Host behind many headers", (port) => lines(port, ...Array(2_500).fill("a:"), "Host: evil.example"), 400],
    ["a folded header", (port) => lines(port, "X: a", " b"), 400],
    ["a space before the colon", (port) => lines(port, "Mcp-Session-Id : x"), 400],
    ["two Hosts", (port) => lines(port, "Host: evil.example"), 400],
    ["an absolute target", (port) => lines(port).replace("/mcp", "http://evil.example/mcp"), 400],
    ["headers without end", (port) => lines(port, `X: ${"x".repeat(20_000)}`), 431],
    ["another protocol", () => "SSH-2.0-x\r\n\r\n", 400],
    ["the next HTTP", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["the next HTTP, in the old words", () => "GET /health HTTP/2.0\r\n\r\n", 505],
    ["no Host", () => "GET /health HTTP/1.0\r\n\r\n", 403],
  ])("%s", async (_, bytes, status) => {
    const answer = await sendBytes(port, bytes(port), (received) => received.includes("\r\n\r\n"));
    expect(Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1])).toBe(status);
    expect((await ask(port, { method: "GET", path: "/health" })).status).toBe(200);
  });
});

describe("pages of an origin that was allowed", () => {
  const ORIGIN = "https://app.example.com";

  test("may ask, without a token, what they may send", async () => {
    const { port } = await httpServer(tree({}), ["--allow-origin", ORIGIN]);
    const { status, headers } = await ask(port, { method: "OPTIONS", headers: { origin: ORIGIN, authorization: undefined } });
    expect([status, headers["access-control-allow-origin"], headers["access-control-allow-methods"], headers.vary]).toEqual([
      204,
      ORIGIN,
      "GET, POST, DELETE",
      "Origin",
    ]);
  });

  test("can read answers and session ids; others cannot", async () => {
    const { port } = await httpServer(tree({}), ["--allow-origin", ORIGIN]);
    const { status, headers } = await ask(port, { headers: { origin: ORIGIN }, body: GREETING });
    expect([status, headers["access-control-allow-origin"], headers["access-control-expose-headers"]]).toEqual([
      200,
      ORIGIN,
      "Mcp-Session-Id, WWW-Authenticate",
    ]);
    const own = await ask(port, { headers: { origin: `http://127.0.0.1:${port}` }, body: GREETING });
    expect([own.status, own.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
    expect((await ask(port, { method: "OPTIONS", headers: { origin: "https://evil.example" } })).status).toBe(403);
  });
});

test("an id that is under way cannot be used again in its session", async () => {
  const headers = await session(port);
  const first = ask(port, { headers, body: toolCall(7, "bash", { command: "sleep 1; echo first" }) });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const second = await ask(port, { headers, body: toolCall(7, "bash", { command: "echo second" }) });
  expect([second.status, second.messages]).toEqual([400, [refusal("A request with this id is under way", -32600)]]);
  const doubled = await ask(port, { headers, body: [toolCall(8, "bash", {}), toolCall(8, "bash", {})] });
  expect(doubled.status).toBe(400);
  expect((await first).messages.at(-1).result.content[0].text).toBe("exit_code: 0\n\nstdout:\nfirst\n");
  const third = await ask(port, { headers, body: toolCall(7, "bash", { command: "echo third" }) });
  expect(third.messages.at(-1).result.content[0].text).toBe("exit_code: 0\n\nstdout:\nthird\n");
});

test("/health needs no token, and tells nothing", async () => {
  const { status, text } = await ask(port, { method: "GET", path: "/health", headers: { authorization: undefined } });
  expect([status, text]).toEqual([200, '{"status":"ok"}\n']);
  expect((await ask(port, { method: "POST", path: "/health", body: {} })).status).toBe(405);
});
