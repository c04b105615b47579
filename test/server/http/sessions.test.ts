// Sessions of 2025 clients: what they keep, who may use them, how they end, and what becomes of a lost connection.
import fs from "node:fs";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ask, GREETING, httpServer, open, sendBytes, session, TOKEN, toolCall } from "../../support/http-server.ts";
import { countMarked, mark, waitForMarked } from "../../support/processes.ts";
import { tree } from "../../support/tree.ts";

/** What a call said at last. */
async function textOf(port: number, headers: Record<string, string>, id: number, name: string, args: object): Promise<string> {
  const { messages } = await ask(port, { headers, body: toolCall(id, name, args) });
  return messages.at(-1).result.content[0].text;
}

test("each has its own directory, tasks and seen files", async () => {
  const root = tree({ "sub/a.txt": "x\n" });
  const { port } = await httpServer(root);
  const [one, two] = [await session(port), await session(port)];
  await textOf(port, one, 1, "bash", { command: "cd sub" });
  expect(await textOf(port, one, 2, "bash", { command: "pwd" })).toBe(`exit_code: 0\n\nstdout:\n${root}/sub\n`);
  expect(await textOf(port, two, 2, "bash", { command: "pwd" })).toBe(`exit_code: 0\n\nstdout:\n${root}\n`);
  const task = /"?task_id"?:? ?"?([0-9a-f]{16})/.exec(await textOf(port, one, 3, "bash", { command: "sleep 5", run_in_background: true }))?.[1];
  expect(await textOf(port, two, 3, "task_output", { task_id: task })).toMatch(/^\[BASH_TASK_NOT_FOUND\] /);
  await textOf(port, one, 4, "view", { path: `${root}/sub/a.txt` });
  const edit = { path: `${root}/sub/a.txt`, old_str: "x", new_str: "y" };
  expect(await textOf(port, two, 4, "str_replace", edit)).toMatch(/^\[FILE_NOT_VIEWED\] /);
  expect(await textOf(port, one, 5, "str_replace", edit)).not.toMatch(/^\[/);
});

test("an id opens a session only at its own path", async () => {
  const { port } = await httpServer(tree({}));
  const headers = await session(port);
  expect((await ask(port, { path: "/mcp/anthropic", headers, body: toolCall(1, "glob", { pattern: "*" }) })).status).toBe(404);
  expect((await ask(port, { path: "/mcp/boris", headers, body: toolCall(1, "glob", { pattern: "*" }) })).status).toBe(200);
});

test("DELETE ends a session with all that runs in it; its id is worth nothing then", async () => {
  const marker = mark();
  const { port } = await httpServer(tree({}));
  const headers = await session(port);
  const stream = open(port, { method: "GET", headers });
  const call = open(port, { headers, body: toolCall(1, "bash", { command: `sleep ${marker}` }) });
  await textOf(port, headers, 2, "bash", { command: `(env -i setsid sleep ${marker} >/dev/null 2>&1 &)` });
  expect(await waitForMarked(marker, (count) => count >= 2, 10_000)).toBeGreaterThanOrEqual(2);
  expect((await ask(port, { method: "DELETE", headers })).status).toBe(200);
  expect(countMarked(marker)).toBe(0);
  expect([(await stream.answer).status, (await call.answer).messages]).toEqual([200, []]);
  for (const method of ["GET", "DELETE"]) expect((await ask(port, { method, headers })).status).toBe(404);
  expect((await ask(port, { headers, body: toolCall(3, "bash", { command: "true" }) })).status).toBe(404);
});

test("one that nobody uses ends, and leaves no process and no descriptor", async () => {
  const marker = mark();
  const { port, child } = await httpServer(tree({}), ["--session-timeout", "0.5"]);
  const descriptors = (): number => fs.readdirSync(`/proc/${child.pid}/fd`).length;
  await ask(port, { method: "GET", path: "/health" });
  await sleep(200);
  const before = descriptors();
  const headers = await session(port);
  await textOf(port, headers, 1, "bash", { command: `sleep ${marker}`, run_in_background: true });
  expect(await waitForMarked(marker, (count) => count === 0, 10_000)).toBe(0);
  expect((await ask(port, { headers, body: toolCall(2, "bash", { command: "true" }) })).status).toBe(404);
  for (let left = 100; left > 0 && descriptors() > before; left--) await sleep(50);
  expect(descriptors()).toBeLessThanOrEqual(before);
});

test("one with an open stream, or a call that runs, is in use", async () => {
  const { port } = await httpServer(tree({}), ["--session-timeout", "0.5"]);
  const [listening, calling] = [await session(port), await session(port)];
  const stream = open(port, { method: "GET", headers: listening });
  expect(await textOf(port, calling, 1, "bash", { command: "sleep 1.5; echo done" })).toBe("exit_code: 0\n\nstdout:\ndone\n");
  expect((await ask(port, { headers: listening, body: { jsonrpc: "2.0", id: 1, method: "ping" } })).status).toBe(200);
  stream.cut();
});

test("there are only so many, of both generations together", async () => {
  const { port } = await httpServer(tree({}), ["--max-sessions", "2"]);
  const first = await session(port);
  await session(port);
  const { status, headers, messages } = await ask(port, { body: GREETING });
  expect([status, headers["retry-after"], messages[0].error.message]).toEqual([
    429,
    "30",
    "There are too many sessions; end one, or wait until one has been idle for long enough",
  ]);
  await ask(port, { method: "DELETE", headers: first });
  expect((await ask(port, { body: GREETING })).status).toBe(200);
});

test("a session is greeted once, alone, and in a version we know", async () => {
  const { port } = await httpServer(tree({}));
  const headers = await session(port);
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  expect((await ask(port, { headers, body: GREETING })).messages[0].error.message).toBe("Invalid Request: the session has begun already");
  expect((await ask(port, { headers, body: [GREETING, list] })).status).toBe(400);
  expect((await ask(port, { headers: { ...headers, "mcp-protocol-version": "1999-01-01" }, body: list })).status).toBe(400);
  expect((await ask(port, { headers: { ...headers, accept: "application/json" }, body: list })).status).toBe(406);
  expect((await ask(port, { method: "GET", headers: { ...headers, accept: "text/html" } })).status).toBe(406);
  expect((await ask(port, { headers, body: list })).status).toBe(200);
});

test("a batch is answered on one stream, as clients of 2025-03-26 expect", async () => {
  const { port } = await httpServer(tree({ "a.txt": "needle\n" }));
  const { "mcp-session-id": id } = await session(port);
  const body = [
    toolCall("x", "grep", { pattern: "needle" }),
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "ping" },
  ];
  const { status, messages } = await ask(port, { headers: { "mcp-session-id": id, "mcp-protocol-version": "2025-03-26" }, body });
  expect([status, messages.map((message) => message.id).sort()]).toEqual([200, [2, "x"]]);
});

test("there is one standing stream", async () => {
  const { port } = await httpServer(tree({}));
  const headers = await session(port);
  const first = open(port, { method: "GET", headers });
  await sleep(300);
  expect((await ask(port, { method: "GET", headers })).status).toBe(409);
  first.cut();
  const second = open(port, { method: "GET", headers });
  await sleep(300);
  expect((await ask(port, { method: "DELETE", headers })).status).toBe(200);
  expect((await second.answer).status).toBe(200);
});

test("greetings that are refused take no place", async () => {
  const { port } = await httpServer(tree({}), ["--max-sessions", "1"]);
  for (let i = 0; i < 3; i++) {
    expect((await ask(port, { headers: { accept: "text/html" }, body: GREETING })).status).toBe(406);
    expect((await ask(port, { body: { ...GREETING, params: {} } })).status).toBe(400);
  }
  expect((await ask(port, { body: GREETING })).status).toBe(200);
});

describe("a cancelled call", () => {
  test("has its processes ended and its stream closed, without an answer", async () => {
    const marker = mark();
    const { port } = await httpServer(tree({}));
    const headers = await session(port);
    const call = open(port, { headers, body: toolCall(1, "bash", { command: `sleep ${marker}` }) });
    await waitForMarked(marker, (count) => count > 0, 10_000);
    const notice = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, reason: "enough" } };
    expect((await ask(port, { headers, body: notice })).status).toBe(202);
    const { messages, text } = await call.answer;
    expect(messages).toEqual([]);
    expect(await waitForMarked(marker, (count) => count === 0, 7_000)).toBe(0);
    // A client that takes the end for a broken stream, and comes back, is told.
    const eventId = /^id: (\S+)$/m.exec(text)?.[1] as string;
    const again = await ask(port, { method: "GET", headers: { ...headers, "last-event-id": eventId } });
    expect(again.messages).toEqual([{ jsonrpc: "2.0", id: 1, error: { code: -32800, message: "The request was cancelled" } }]);
  });

  test("of another session is not touched by a notice with its id", async () => {
    const { port } = await httpServer(tree({}));
    const [one, two] = [await session(port), await session(port)];
    const call = ask(port, { headers: one, body: toolCall(1, "bash", { command: "sleep 1; echo here" }) });
    await ask(port, { headers: two, body: { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } } });
    expect((await call).messages.at(-1).result.content[0].text).toBe("exit_code: 0\n\nstdout:\nhere\n");
  });
});

test("what looks like a notice of cancelling, but wants an answer, cancels nothing", async () => {
  const { port } = await httpServer(tree({}));
  const headers = await session(port);
  const { messages } = await ask(port, { headers, body: { jsonrpc: "2.0", id: 4, method: "notifications/cancelled", params: { requestId: 4 } } });
  expect(messages).toEqual([{ jsonrpc: "2.0", id: 4, error: { code: -32601, message: "Method not found" } }]);
});

test("a progress token of megabytes is not sent back with every line", async () => {
  const { port } = await httpServer(tree({}));
  const headers = await session(port);
  const { messages } = await ask(port, { headers, body: toolCall(1, "bash", { command: "echo a; sleep 0.3; echo b" }, { progressToken: "x".repeat(1_001) }) });
  expect(messages.map(({ result }) => result?.content[0].text)).toEqual(["exit_code: 0\n\nstdout:\na\nb\n"]);
});

describe("a lost connection", () => {
  const started = async (port: number, headers: Record<string, string>, command: string) => {
    const call = open(port, { headers, body: toolCall(1, "bash", { command }, { progressToken: 1 }) });
    while (!call.text().includes("started")) await sleep(10);
    return { ...call, eventIds: () => [...call.text().matchAll(/^id: (\S+)$/gm)].map(([, id]) => id as string) };
  };

  test("the client comes back for what it missed, and only for that", async () => {
    const { port } = await httpServer(tree({}));
    const headers = await session(port);
    const call = await started(port, headers, "echo started; sleep 1.5; echo ended");
    const last = call.eventIds().at(-1) as string;
    call.cut();
    await sleep(200);
    const { status, messages } = await ask(port, { method: "GET", headers: { ...headers, "last-event-id": last } });
    expect([status, messages.map(({ method, result }) => method ?? result.content[0].text)]).toEqual([
      200,
      expect.arrayContaining(["exit_code: 0\n\nstdout:\nstarted\nended\n"]),
    ]);
    expect(JSON.stringify(messages.slice(0, -1))).not.toContain("started");
    // Once more, after all is over: the same again, and the stream ends.
    const again = await ask(port, { method: "GET", headers: { ...headers, "last-event-id": last } });
    expect(again.messages).toEqual(messages);
  });

  test("a newer connection takes the place of one that hangs", async () => {
    const { port } = await httpServer(tree({}));
    const headers = await session(port);
    const call = await started(port, headers, "echo started; sleep 1; echo ended");
    const { messages } = await ask(port, { method: "GET", headers: { ...headers, "last-event-id": call.eventIds()[0] as string } });
    expect(messages.at(-1).result.content[0].text).toBe("exit_code: 0\n\nstdout:\nstarted\nended\n");
    expect((await call.answer).messages.some(({ result }) => result !== undefined)).toBe(false);
  });

  test("nobody comes back: the work is stopped", async () => {
    const marker = mark();
    const { port } = await httpServer(tree({}), ["--resume-timeout", "0.3"]);
    const headers = await session(port);
    const call = await started(port, headers, `echo started; sleep ${marker}`);
    call.cut();
    expect(await waitForMarked(marker, (count) => count === 0, 10_000)).toBe(0);
    const { messages } = await ask(port, { method: "GET", headers: { ...headers, "last-event-id": call.eventIds().at(-1) as string } });
    expect(messages).toEqual([{ jsonrpc: "2.0", id: 1, error: { code: -32800, message: "The request was cancelled" } }]);
    expect(await textOf(port, headers, 2, "bash", { command: "echo here" })).toBe("exit_code: 0\n\nstdout:\nhere\n");
  });

  test("a client that has nothing to come back with is not waited for", async () => {
    const marker = mark();
    const { port } = await httpServer(tree({}), ["--resume-timeout", "3600"]);
    const { "mcp-session-id": id } = await session(port);
    const call = open(port, {
      headers: { "mcp-session-id": id, "mcp-protocol-version": "2025-06-18" },
      body: toolCall(1, "bash", { command: `sleep ${marker}` }),
    });
    await waitForMarked(marker, (count) => count > 0, 10_000);
    call.cut();
    expect(await waitForMarked(marker, (count) => count === 0, 10_000)).toBe(0);
  });

  test("stops what waits for its turn on it, too", async () => {
    const marker = mark();
    const { port } = await httpServer(tree({}));
    const { "mcp-session-id": id } = await session(port);
    const socket = net.connect(port, "127.0.0.1");
    for (let i = 1; i <= 3; i++) {
      const body = JSON.stringify(toolCall(i, "bash", { command: `sleep ${marker}` }));
      const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;
      socket.write(`${head}Accept: application/json, text/event-stream\r\nMcp-Session-Id: ${id}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    }
    expect(await waitForMarked(marker, (count) => count >= 3, 10_000)).toBeGreaterThanOrEqual(3);
    socket.destroy();
    expect(await waitForMarked(marker, (count) => count === 0, 10_000)).toBe(0);
  });

  test.each(["nonsense", "00000000-1", ""])("event id %j is not taken", async (eventId) => {
    const { port } = await httpServer(tree({}));
    const headers = await session(port);
    const answer = open(port, { method: "GET", headers: { ...headers, "last-event-id": eventId } });
    if (eventId === "") return answer.cut(); // as good as none: a stream of its own
    expect((await answer.answer).status).toBe(400);
  });
});

test("calls sent one after the other, without waiting, are all answered, in order", async () => {
  const { port } = await httpServer(tree({ "a.txt": "needle\n" }));
  const { "mcp-session-id": id } = await session(port);
  const count = 50;
  const requests = Array.from({ length: count }, (_, i) => {
    const body = JSON.stringify(toolCall(i, "grep", { pattern: i % 2 === 0 ? "needle" : "absent" }));
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;
    return `${head}Accept: application/json, text/event-stream\r\nMcp-Session-Id: ${id}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  });
  const received = await sendBytes(port, requests.join(""), (text) => text.split("HTTP/1.1 200").length > count && text.endsWith("0\r\n\r\n"));
  const ids = [...received.matchAll(/"id":(\d+)\}/g)].map(([, each]) => Number(each));
  expect(ids).toEqual(Array.from({ length: count }, (_, i) => i));
});
