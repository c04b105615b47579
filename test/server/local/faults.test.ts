// Whatever becomes of a server, whoever asks gets an answer: their own. Whatever comes over a socket, the server goes on.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectWalk } from "../../../src/dialects/walks.ts";
import { search } from "../../../src/search/search.ts";
import { framed } from "../../../src/server/local/frames.ts";
import { socketName, type Word, wordBytes } from "../../../src/server/local/protocol.ts";
import { serveLocal } from "../../../src/server/local/serve.ts";
import type { Workspace } from "../../../src/workspace/workspace.ts";
import { engineAt, NEVER } from "../../support/engine.ts";
import { queryFor } from "../../support/indexed.ts";
import { askingServer, type LocalServer, localServer, stateIn } from "../../support/local-server.ts";
import { countMarked, mark, waitForMarked } from "../../support/processes.ts";
import { tree } from "../../support/tree.ts";

const FILES = { "a.txt": "needle\n", "sub/b.txt": "needle\n", "c.txt": "hay\n" };
const QUERY = queryFor("needle", { walk: projectWalk(false, true) });
const INDEX = expect.stringMatching(/^asked the server: index: /);

async function namesIn(workspace: Workspace): Promise<readonly string[]> {
  const found = await search(QUERY, workspace, NEVER);
  if (!found.ok) throw new Error(found.failure.code);
  return found.value.entries.map(({ name }) => name);
}

test.each<[string, (server: LocalServer) => void]>([
  ["others may write to the socket", ({ socket }) => fs.chmodSync(socket(), 0o660)],
  ["others may enter its directory", ({ state }) => fs.chmodSync(state, 0o755)],
  ["its directory is a link", ({ state }) => fs.symlinkSync(moved(state), state)],
  ["it is a file", ({ socket }) => fs.writeFileSync(removed(socket()), "", { mode: 0o600 })],
  ["it is a link", ({ socket }) => fs.symlinkSync(moved(socket()), `${socket()}`)],
])("nobody is asked if %s", async (_, change) => {
  const server = await localServer(FILES);
  const before = server.asker();
  expect([await namesIn(before.workspace), before.told]).toEqual([["a.txt", "sub/b.txt"], [INDEX]]);
  change({ ...server, socket: constant(server.socket()) });
  const asker = server.asker();
  expect([await namesIn(asker.workspace), asker.told]).toEqual([["a.txt", "sub/b.txt"], []]);
});

function constant(text: string): () => string {
  return () => text;
}

function moved(file: string): string {
  fs.renameSync(file, `${file}.moved`);
  return `${file}.moved`;
}

function removed(file: string): string {
  fs.rmSync(file);
  return file;
}

test.each<[string, (root: string) => Parameters<LocalServer["asker"]>[0], unknown]>([
  ["the same", () => ({}), INDEX],
  ["the same, allowed by name", (root) => ({ allowDirs: [root] }), INDEX],
  ["another HOME", () => ({ ripgrep: { prefer: "bundled", environment: { HOME: "/" } } }), "asked the server: declined: another ripgrep or home"],
  ["more denied", () => ({ denyDirs: ["*.key", "sub"] }), "asked the server: declined: other rules"],
  ["less denied", () => ({ denyDirs: [] }), "asked the server: declined: other rules"],
  ["secrets denied", () => ({ denySecrets: true }), "asked the server: declined: other rules"],
  ["more allowed", (root) => ({ allowDirs: [root, "/"] }), "asked the server: declined: other rules"],
  ["a directory inside", (root) => ({ workdir: `${root}/sub` }), "asked the server: declined: other rules"],
])("a guest with %s, where something is denied", async (_, settings, told) => {
  const server = await localServer(FILES, { denyDirs: ["*.key"] });
  const asker = server.asker({ denyDirs: ["*.key"], ...settings(server.root) });
  await search(QUERY, asker.workspace, NEVER);
  expect(asker.told.slice(0, 1)).toEqual([told]);
});

test.each<[string, (root: string) => Parameters<LocalServer["asker"]>[0], readonly unknown[]]>([
  ["a directory inside", (root) => ({ workdir: `${root}/sub` }), [INDEX]],
  ["something denied", () => ({ denyDirs: ["sub"] }), ["asked the server: declined: other rules"]],
  ["a directory beside", () => ({ workdir: tree(FILES) }), []],
])("a guest with %s, where nothing is denied", async (_, settings, told) => {
  const server = await localServer(FILES);
  const asker = server.asker(settings(server.root));
  await search(QUERY, asker.workspace, NEVER);
  expect(asker.told).toEqual(told);
});

/** A server that does as it likes. */
async function falseServer(root: string, behave: (socket: net.Socket) => void): Promise<{ readonly workspace: Workspace; readonly told: readonly string[] }> {
  const state = stateIn(tree({}));
  fs.mkdirSync(state, { mode: 0o700 });
  const name = path.join(state, socketName("00000000-1-00000000", root, 1));
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => behave(socket));
  });
  await once(server.listen(name), "listening");
  onTestFinished(() => void server.close());
  fs.chmodSync(name, 0o600);
  return askingServer(engineAt(root, { stateDirectory: state, index: { use: "off", minFiles: 1, cacheBytes: 2 ** 26, host: "process" } }), 300);
}

const WAY: Word = { kind: "way", way: { way: "index", candidates: 1, files: 3, by: "index" } };
const WRONG = framed(wordBytes({ kind: "answer", result: { ok: true, value: { entries: [] } as never } }));

test.each<[string, (socket: net.Socket) => void, readonly unknown[]]>([
  ["goes away", (socket) => socket.destroy(), ["asked the server: no answer: it went away"]],
  ["says nothing", () => {}, ["asked the server: no answer: not in time"]],
  ["goes away after the first word", (socket) => socket.end(framed(wordBytes(WAY))), [INDEX, "asked the server: no answer: it went away"]],
  ["goes away in the middle", (socket) => socket.end(WRONG.subarray(0, 30)), ["asked the server: no answer: it went away"]],
  ["says too much", (socket) => socket.end(Buffer.from([255, 255, 255, 255])), ["asked the server: no answer: not understood"]],
  ["speaks another language", (socket) => socket.end(framed(Buffer.from("HTTP/1.1 200 OK"))), [expect.stringMatching(/^asked the server: no answer: /)]],
  ["says what nobody knows", (socket) => socket.end(framed(wordBytes({ kind: "?" } as never))), [expect.stringMatching(/^asked the server: no answer: /)]],
])("a server that %s", async (_, behave, told) => {
  const asker = await falseServer(tree(FILES), behave);
  expect([await namesIn(asker.workspace), asker.told]).toEqual([["a.txt", "sub/b.txt"], told]);
});

test.each<[string, Buffer]>([
  ["junk", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
  ["a length of 4 GB", Buffer.from([255, 255, 255, 255])],
  ["a length of 0", Buffer.alloc(4)],
  ["no question", framed(Buffer.from("{}"))],
  ["no JSON", framed(Buffer.alloc(1000))],
  ["two questions", Buffer.concat([framed(Buffer.from("{}")), framed(Buffer.from("{}"))])],
])("the server closes on %s and goes on", async (_, bytes) => {
  const server = await localServer(FILES);
  const socket = net.connect(server.socket());
  socket.on("error", () => {});
  socket.write(bytes);
  await once(socket.resume(), "close");
  const asker = server.asker();
  expect([await namesIn(asker.workspace), asker.told, server.logged]).toEqual([["a.txt", "sub/b.txt"], [INDEX], []]);
});

test("more than eight at once are turned away", async () => {
  const server = await localServer(FILES);
  const eight = await Promise.all(Array.from({ length: 8 }, () => connected(server.socket())));
  const asker = server.asker();
  expect([await namesIn(asker.workspace), asker.told]).toEqual([["a.txt", "sub/b.txt"], [expect.stringMatching(/^asked the server: no answer: /)]]);
  for (const socket of eight) socket.destroy();
});

async function connected(file: string): Promise<net.Socket> {
  const socket = net.connect(file).on("error", () => {});
  await once(socket, "connect");
  return socket;
}

test("what a killed server left behind is passed over, and swept at the next start", async () => {
  const root = tree(FILES);
  const state = stateIn(tree({}));
  fs.mkdirSync(state, { mode: 0o700 });
  const owner = path.resolve(import.meta.dirname, "../../../dist/files/owner.js");
  const program = `import(${JSON.stringify(owner)}).then(({ ownIdentity }) => { console.log(ownIdentity()); setInterval(() => {}, 1e6); });`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const identity = String((await once(child.stdout, "data"))[0]).trim();
  const name = path.join(state, socketName(identity, root, 1));
  const listener = spawn(process.execPath, [
    "-e",
    `process.umask(0o77); require("net").createServer().listen(${JSON.stringify(name)}, () => console.log("ready"))`,
  ]);
  await once(listener.stdout, "data");
  listener.kill("SIGKILL");
  await once(listener, "close");
  const asker = askingServer(engineAt(root, { stateDirectory: state, index: { use: "off", minFiles: 1, cacheBytes: 2 ** 26, host: "process" } }));
  expect([await namesIn(asker.workspace), asker.told]).toEqual([["a.txt", "sub/b.txt"], [expect.stringMatching(/ECONNREFUSED/)]]);
  const start = (): void => serveLocal(engineAt(root, { stateDirectory: state }), { version: "", log: () => {} });
  start();
  expect(fs.readdirSync(state)).toEqual([path.basename(name)]); // its process lives
  child.kill("SIGKILL");
  await once(child, "close");
  start();
  expect(fs.readdirSync(state)).toEqual([]);
});

test("a closed workspace leaves no socket, and ends who is connected", async () => {
  const server = await localServer(FILES);
  const idle = await connected(server.socket());
  const closed = once(idle.resume(), "close");
  await server.workspace.close();
  await closed;
  expect(fs.readdirSync(server.state)).toEqual([]);
});

test("a socket whose name would be too long is none", async () => {
  const state = path.join(tree({}), "x".repeat(100));
  fs.mkdirSync(state, { mode: 0o700 });
  const logged: string[] = [];
  const workspace = engineAt(tree(FILES), { stateDirectory: state, index: { use: "always", minFiles: 1, cacheBytes: 2 ** 26, host: "process" } });
  serveLocal(workspace, { version: "", log: (_, message) => void logged.push(message) });
  await search(QUERY, workspace, NEVER);
  await expect.poll(() => logged, { timeout: 30_000 }).toEqual(["no socket: its name would be too long"]);
  await workspace.close();
});

/** What only ripgrep can judge. */
const SLOW = "slow_needle\\z";

/** A ripgrep that takes for ever over one pattern. */
function slowRipgrep(marker: string): string {
  const real = path.resolve(import.meta.dirname, "../../../node_modules/@vscode/ripgrep-linux-x64/bin/rg");
  const script = path.join(tree({}), "rg");
  fs.writeFileSync(script, `#!/bin/sh\ncase "$*" in *slow_needle*) exec sleep ${marker};; esac\nexec ${real} "$@"\n`, { mode: 0o755 });
  return script;
}

async function slowServer(): Promise<LocalServer & { readonly marker: string; readonly binary: string }> {
  const marker = mark();
  const binary = slowRipgrep(marker);
  const server = await localServer({ ...FILES, "slow.txt": "slow_needle\n" }, { ripgrep: { path: binary, prefer: "bundled", environment: { HOME: "/" } } });
  return { ...server, marker, binary };
}

test("a search whose asker has given up is ended", async () => {
  const server = await slowServer();
  const asker = server.asker();
  const stop = new AbortController();
  const found = search({ ...QUERY, pattern: SLOW }, asker.workspace, stop.signal).catch((error: Error) => error.name);
  await expect.poll(() => asker.told, { timeout: 30_000 }).toEqual([INDEX]);
  expect(await waitForMarked(server.marker, (count) => count > 0, 30_000)).toBeGreaterThan(0);
  stop.abort();
  expect([await found, asker.told]).toEqual(["AbortError", [INDEX]]);
  expect(await waitForMarked(server.marker, (count) => count === 0, 30_000)).toBe(0);
  expect(server.logged).toEqual([]);
});

// Again if the machine was so busy that the server did not answer in time, which is not what is tested.
test.each(["SIGINT", "SIGKILL"] as const)("%s for the command line ends the server's search", { retry: 2 }, async (signal) => {
  const server = await slowServer();
  let kill: (signal: NodeJS.Signals) => void = () => {};
  const run = server.cli(["grep", SLOW, "--explain"], {
    env: { FOSSICK_RIPGREP: server.binary, HOME: "/" },
    onStart: (end) => {
      kill = end;
    },
  });
  expect(await waitForMarked(server.marker, (count) => count > 0, 30_000)).toBeGreaterThan(0);
  kill(signal);
  const { stdout, stderr } = await run;
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^fossick: asked the server \d+: index: 1 of 4 files may match, read by (the index|ripgrep)\n$/);
  expect(await waitForMarked(server.marker, (count) => count === 0, 30_000)).toBe(0);
  expect(countMarked(server.marker)).toBe(0);
});
