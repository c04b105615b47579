// How a server over HTTP begins, what it says about its token, how it treats the slow, and how it ends.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { ask, GREETING, httpServer, modernCall, open, session, TOKEN, toolCall } from "../../support/http-server.ts";
import { countMarked, mark, waitForMarked } from "../../support/processes.ts";
import { cli, MAIN } from "../../support/server.ts";
import { tree } from "../../support/tree.ts";

const HTTP = ["mcp", "--transport", "http", "--port", "0"];

describe("the token", () => {
  test("that nobody gave is made, in a file for its owner alone, and goes with the server", async () => {
    const server = await httpServer(tree({}), [], {});
    const file = /^fossick: the token is in (.+)$/m.exec(server.stderr())?.[1] as string;
    const token = fs.readFileSync(file, "utf8").trim();
    expect([fs.statSync(file).mode & 0o777, /^[\w-]{43}$/.test(token), server.stderr().includes(token)]).toEqual([0o600, true, false]);
    expect((await ask(server.port, { headers: { authorization: `Bearer ${token}` }, body: GREETING })).status).toBe(200);
    expect((await ask(server.port, { body: GREETING })).status).toBe(401);
    await server.stop();
    expect(fs.existsSync(file)).toBe(false);
  });

  test("is taken from a file", async () => {
    const root = tree({ token: "from-a-file\n" });
    fs.chmodSync(`${root}/token`, 0o600);
    const { port } = await httpServer(root, ["--token-file", `${root}/token`], {});
    const token = { authorization: "Bearer from-a-file" };
    const headers = { ...token, ...(await session(port, { headers: token })) };
    const { messages } = await ask(port, { headers, body: toolCall(1, "view", { path: `${root}/token` }) });
    expect(messages.at(-1).result.content[0].text).toMatch(/^\[ACCESS_DENIED\] /);
  });

  test("is not in the environment of commands, whatever is passed, and not in the log", async () => {
    const server = await httpServer(tree({}), ["--pass-env", "FOSSICK_TOKEN", "--log-level", "debug"]);
    const headers = await session(server.port);
    const { messages } = await ask(server.port, { headers, body: toolCall(1, "bash", { command: "env" }) });
    await ask(server.port, { headers: { authorization: `Bearer ${TOKEN}x` } });
    expect([messages.at(-1).result.content[0].text.includes(TOKEN), server.stderr().includes(TOKEN)]).toEqual([false, false]);
  });

  test("is not asked for, if nobody else can reach the server", async () => {
    const { port } = await httpServer(tree({}), ["--insecure-no-token"], {});
    expect((await ask(port, { headers: { authorization: undefined }, body: GREETING })).status).toBe(200);
    expect((await ask(port, { headers: { authorization: undefined, host: "evil.example" }, body: GREETING })).status).toBe(403);
  });
});

describe("a start that makes no sense is none", () => {
  test.each<[string, readonly string[], Record<string, string>, RegExp]>([
    ["two sources of tokens", ["--insecure-no-token"], { FOSSICK_TOKEN: "x" }, /give one of --config, --token-file, FOSSICK_TOKEN and --insecure-no-token/],
    ["no token for everybody", ["--insecure-no-token", "--host", "0.0.0.0"], {}, /--insecure-no-token is for 127\.0\.0\.1 only, not for "0\.0\.0\.0"/],
    ["an empty token", [], { FOSSICK_TOKEN: "" }, /FOSSICK_TOKEN: a token is 1 to 1024 printable ASCII characters/],
    ["a token file that is missing", ["--token-file", "/nonexistent"], {}, /cannot read \/nonexistent: ENOENT/],
    ["a token file that is a directory", ["--token-file", "/"], {}, /\/ is not a file/],
    ["a configuration that is missing", ["--config", "/nonexistent"], {}, /cannot read \/nonexistent: ENOENT/],
    ["a port that is none", ["--port", "70000"], {}, /invalid --port "70000"; expected a number from 0 to 65535/],
    ["an origin that is none", ["--allow-origin", "*"], {}, /invalid --allow-origin "\*"/],
    ["no address", ["--host", ""], {}, /invalid --host ""; expected an address like 127\.0\.0\.1/],
    ["a host that is none", ["--allow-host", "http://x/"], {}, /invalid --allow-host "http:\/\/x\/"/],
    ["a directory that is missing", ["--workdir", "/nonexistent"], {}, /token: path not found: \/nonexistent/],
    ["no sessions", ["--max-sessions", "0"], {}, /invalid --max-sessions "0"; expected a number above 0/],
    ["another transport", ["--transport", "carrier-pigeon"], {}, /invalid --transport "carrier-pigeon"; expected one of: stdio, http/],
    ["an unknown tool", ["--disable-tools", "rm"], {}, /unknown tool "rm" to disable/],
  ])("%s", (_, flags, env, complaint) => {
    const { code, stdout, stderr } = cli(tree({}), [...HTTP, ...flags], { ...process.env, ...env });
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(complaint)]);
  });

  test("flags for HTTP do not go with stdio", () => {
    const { code, stderr } = cli(tree({}), ["mcp", "--port", "8080"]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^fossick: --port is for --transport http$/m)]);
  });

  test("a configuration that everybody can write, or with a mistake in it", () => {
    const root = tree({ "open.json": '{"tokens": {"s3cret": {}}}', "bad.json": '{"tokens": {"s3cret": {"workdir": "/nonexistent"}}}' });
    fs.chmodSync(`${root}/open.json`, 0o666);
    const [open, bad] = ["open.json", "bad.json"].map((name) => cli(root, [...HTTP, "--config", name]));
    expect(open?.stderr).toMatch(/everybody can write .*open\.json: chmod 600 it/);
    expect(bad?.stderr).toMatch(/token 1: path not found: \/nonexistent/);
    expect(`${open?.stderr}${bad?.stderr}`).not.toContain("s3cret");
  });

  test("an address that is taken", async () => {
    const { port } = await httpServer(tree({}));
    const { code, stderr } = cli(tree({}), ["mcp", "--transport", "http", "--port", String(port)], { ...process.env, FOSSICK_TOKEN: "x" });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`cannot listen on 127.0.0.1, port ${port}: EADDRINUSE`)]);
  });
});

test.each(["SIGTERM", "SIGINT"] as const)("%s ends every session and every process, of both generations", async (signal) => {
  const marker = mark();
  const { port, child } = await httpServer(tree({}));
  const headers = await session(port);
  const command = `trap '' TERM; (env -i setsid sleep ${marker} >/dev/null 2>&1 &); sleep ${marker}; sleep ${marker}`;
  const old = open(port, { headers, body: toolCall(1, "bash", { command }) });
  const stream = open(port, { method: "GET", headers });
  const modern = open(port, modernCall(1, "bash", { command }));
  expect(await waitForMarked(marker, (count) => count >= 4, 10_000)).toBeGreaterThanOrEqual(4);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  child.kill(signal); // a second one must not cut the end short
  expect(await exited).toBe(0);
  expect(countMarked(marker)).toBe(0);
  await Promise.allSettled([old.answer, stream.answer, modern.answer]);
});

test("slow senders are cut off, and keep nobody waiting", async () => {
  const { port } = await httpServer(tree({ "a.txt": "needle\n" }));
  const sockets = Array.from({ length: 200 }, (_, i) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    const body = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
    socket.write(i % 2 === 0 ? "GET /health HTTP/1.1\r\nHo" : body);
    return socket;
  });
  const headers = await session(port);
  for (let i = 1; i <= 5; i++) {
    const { messages } = await ask(port, { headers, body: toolCall(i, "grep", { pattern: "needle" }) });
    expect(messages.at(-1).result.content[0].text).toBe("a.txt");
  }
  // Those that have not finished their heads go first, with a word.
  let said = "";
  sockets[0]?.setEncoding("latin1").on("data", (chunk: string) => {
    said += chunk;
  });
  while (!sockets[0]?.closed) await sleep(100);
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
});

test("connections that are cut, at whatever point, leave no descriptor and no process behind", async () => {
  const marker = mark();
  const { port, child } = await httpServer(tree({}));
  const descriptors = (): number => fs.readdirSync(`/proc/${child.pid}/fd`).length;
  const headers = await session(port);
  await ask(port, { headers, body: toolCall(0, "bash", { command: "true" }) });
  await sleep(200);
  const before = descriptors();
  const lines = [`Host: 127.0.0.1:${port}`, `Authorization: Bearer ${TOKEN}`, "Content-Type: application/json", "Accept: application/json, text/event-stream"];
  const sessionLines = [...lines, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  const call = (id: number): string => {
    const body = JSON.stringify(toolCall(id, "bash", { command: `sleep ${marker}` }));
    return ["POST /mcp HTTP/1.1", ...sessionLines, `Content-Length: ${body.length}`, "", body].join("\r\n");
  };
  const halves = [
    "GET /hea",
    ["POST /mcp HTTP/1.1", ...lines, "Content-Length: 100", "", "{"].join("\r\n"),
    ["GET /mcp HTTP/1.1", ...sessionLines, "", ""].join("\r\n"),
  ];
  for (let round = 0; round < 5; round++) {
    const sent = Array.from({ length: 40 }, (_, index) => halves[index % 4] ?? call(round * 40 + index + 1));
    const sockets = sent.map((bytes) => {
      const socket = net.connect(port, "127.0.0.1").on("error", () => {});
      socket.write(bytes);
      return socket;
    });
    await sleep(100);
    for (const [index, socket] of sockets.entries()) (index + round) % 2 === 0 ? socket.destroy() : socket.resetAndDestroy();
  }
  // Calls that waited for their turn may still begin, and end, when nothing was left for a moment.
  const left = (): readonly number[] => [Math.max(descriptors() - before, 0), countMarked(marker)];
  for (let looks = 400, quiet = 0; looks > 0 && quiet < 5; looks--) {
    await sleep(100);
    quiet = left().some((count) => count > 0) ? 0 : quiet + 1;
  }
  expect(left()).toEqual([0, 0]);
  expect((await ask(port, { headers, body: toolCall(0, "bash", { command: "echo here" }) })).messages.at(-1).result.content[0].text).toBe(
    "exit_code: 0\n\nstdout:\nhere\n",
  );
});

test("a client that reads nothing does not grow the server", async () => {
  const root = tree({ "big.txt": `${"x".repeat(100)}\n`.repeat(400) });
  const { port, child } = await httpServer(root);
  const headers = await session(port);
  const peak = (): number => Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
  await ask(port, { headers, body: toolCall(0, "view", { path: "big.txt" }) });
  const before = peak();
  const socket = net.connect(port, "127.0.0.1").pause();
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  const lines = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream`;
  for (let i = 1; i <= 3_000; i++) {
    const body = JSON.stringify(toolCall(i, "view", { path: "big.txt" }));
    socket.write(`POST /mcp HTTP/1.1\r\n${lines}\r\nMcp-Session-Id: ${headers["mcp-session-id"]}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  }
  await sleep(3_000);
  expect(peak() - before).toBeLessThan(256);
});

test("npx-style: stdout has the address alone", async () => {
  const child = spawn(process.execPath, [MAIN, ...HTTP], { cwd: tree({}), env: { ...process.env, FOSSICK_TOKEN: "x" } });
  onTestFinished(() => void child.kill("SIGKILL"));
  const line = await new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
  expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp\n$/);
  expect(execFileSync("cat", [`/proc/${child.pid}/cmdline`], { encoding: "latin1" })).not.toContain("token");
});
