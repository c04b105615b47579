// The index of a small tree in the very process that searches: no other is started, nothing is left when it is closed, and what grows moves out.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { TreeRequest } from "../../../src/search/index/protocol.ts";
import { TreeHost } from "../../../src/search/index/tree-host.ts";
import { openPair, type Pair, queryFor } from "../../support/indexed.ts";
import { tree } from "../../support/tree.ts";

const HERE = { use: "always", minFiles: 1, cacheBytes: 2 ** 24, host: "server" } as const;
/** So many that a second thread helps, and one that is not kept in memory. */
const MANY = Object.fromEntries([...Array.from({ length: 1_100 }, (_, i) => [`d${i % 7}/${i}.txt`, `needle ${i}\n`]), ["large.txt", "hay\n".repeat(200_000)]]);

test("it is in this process", async () => {
  const { pair } = await opened({ "a.txt": "needle\n" });
  expect(await namesOf(pair)).toEqual(["a.txt"]);
  expect(pair.ways().at(-1)).toEqual({ way: "index", candidates: 1, files: 1, by: "index" });
  expect(hosts()).toEqual([]);
});

test("after close no thread, descriptor or file of it is left", async () => {
  const before = { threads: threads(), descriptors: descriptors(), watches: watches() };
  const { pair, state, root } = await opened(MANY);
  await expect.poll(() => threads().length).toBeGreaterThan(before.threads.length);
  fs.writeFileSync(path.join(root, "d0/0.txt"), "needle again\n");
  expect((await namesOf(pair)).length).toBe(1_100);
  await pair.close();
  await expect.poll(() => threads()).toEqual(before.threads);
  await expect.poll(() => descriptors()).toEqual(before.descriptors);
  await expect.poll(() => watches()).toBe(before.watches);
  expect(fs.readdirSync(state)).toEqual([]);
});

test("closed while it is built, listed or asked, it lets go as well", async () => {
  const before = { threads: threads(), descriptors: descriptors() };
  for (const ms of [0, 10, 30, 60, 120]) {
    const { pair } = open(MANY);
    await pair.indexed.search(queryFor("needle"));
    await new Promise((resolve) => setTimeout(resolve, 30 + ms)); // it begins when the answer is out
    const asked = pair.indexed.search(queryFor("needle")).catch(() => undefined);
    await pair.close();
    await asked;
  }
  await expect.poll(() => threads()).toEqual(before.threads);
  await expect.poll(() => descriptors()).toEqual(before.descriptors);
});

test("a tree with too much text for it moves to a process of its own", async () => {
  const { pair } = open({ "a.txt": "needle\n", "b.txt": "hay\n".repeat(1_000) }, 1_024);
  await pair.indexed.search(queryFor("needle"));
  await expect.poll(() => hosts().length).toBe(1); // whether anybody searches or not
  await expect.poll(async () => (await namesOf(pair)) && pair.ways().at(-1)?.way, { timeout: 20_000 }).toBe("index");
  expect(await namesOf(pair)).toEqual(["a.txt"]);
});

test("so does one with a file that takes long to read, also if it grows to that later", async () => {
  const { pair, root } = await opened({ "a.txt": "needle\n", "b.log": "hay\n" });
  expect(hosts()).toEqual([]);
  fs.writeFileSync(path.join(root, "b.log"), "hay\n".repeat(2 ** 19));
  await expect.poll(async () => (await namesOf(pair)) && hosts().length, { timeout: 20_000 }).toBe(1);
  await expect.poll(async () => (await namesOf(pair)) && pair.ways().at(-1)?.way, { timeout: 20_000 }).toBe("index");
  expect(await namesOf(pair)).toEqual(["a.txt"]);
});

test("a large file that is binary does not matter", async () => {
  const { pair } = await opened({ "a.txt": "needle\n", "b.dat": Buffer.concat([Buffer.from("needle\0"), Buffer.alloc(2 ** 21, "needle\n")]) });
  expect(await namesOf(pair)).toEqual(["a.txt"]);
  expect(pair.ways().at(-1)).toEqual({ way: "index", candidates: 1, files: 2, by: "index" });
  expect(hosts()).toEqual([]);
});

test("of two trees the second has a process of its own", async () => {
  const { pair, root } = await opened({ "one/a.txt": "needle\n" });
  const allowDirs = [path.join(root, "one"), tree({ "b.txt": "needle\n" })];
  await pair.close();
  const both = openPair(root, { index: HERE, allowDirs, stateDirectory: path.join(tree({}), "state") });
  onTestFinished(() => both.close());
  const roots = allowDirs.map((directory) => ({ path: directory }));
  const found = async () => both.indexed.search(queryFor("needle", { roots }));
  await expect.poll(async () => (await found()) && both.ways().filter(({ way }) => way === "index").length, { timeout: 20_000 }).toBe(2);
  expect(hosts().length).toBe(1);
});

test("what goes wrong in it ends it, and nothing else", async () => {
  const faults: string[] = [];
  const host = new TreeHost(
    () => {
      throw new Error("a mistake of ours");
    },
    () => faults.push("fault"),
  );
  const state = path.join(tree({}), "state");
  fs.mkdirSync(state);
  host.hear({ kind: "open", tree: requestFor(state) });
  await expect.poll(() => faults).toEqual(["fault"]);
  await host.close();
  expect(fs.readdirSync(state)).toEqual([]);
});

test("where nothing can be watched, nothing is left of the try", () => {
  const [state, cache] = [path.join(tree({}), "state"), path.join(tree({}), "cache")];
  fs.mkdirSync(state, { mode: 0o700 });
  const watch = vi.spyOn(fs, "watch").mockImplementation(() => {
    throw new Error("ENOSPC: no more watches");
  });
  onTestFinished(() => watch.mockRestore());
  const host = new TreeHost(
    () => {},
    () => {},
  );
  const stored = { directory: cache, maxBytes: 2 ** 20, walk: "" };
  expect(() => host.hear({ kind: "open", tree: { ...requestFor(state), cache: stored } })).toThrow("no more watches");
  expect([fs.readdirSync(state), fs.existsSync(cache)]).toEqual([[], false]);
});

test("that its directory is gone is no reason not to end", async () => {
  const { pair, state } = await opened({ "a.txt": "needle\n" });
  fs.rmSync(state, { recursive: true });
  fs.writeFileSync(state, "something else");
  await pair.close();
});

test("a program that forgets to close its workspace ends all the same", () => {
  const workdir = tree({ "a.txt": "needle\n" });
  const library = path.resolve(import.meta.dirname, "../../../dist/index.js");
  const env = { ...process.env, LIBRARY: library, SETTINGS: JSON.stringify({ workdir, index: HERE, stateDirectory: path.join(tree({}), "state") }) };
  const { status, stdout } = spawnSync(process.execPath, ["-e", FORGETFUL], { env, encoding: "utf8", timeout: 30_000 });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "index" });
});

/** Searches until the index answers, and says so. */
const FORGETFUL = `
  import(process.env.LIBRARY).then(async ({ openWorkspace }) => {
    const workspace = openWorkspace(JSON.parse(process.env.SETTINGS));
    let way;
    workspace.onWay((taken) => { way = taken.way; });
    for (; way !== "index"; await new Promise((resolve) => setTimeout(resolve, 20))) await workspace.call("grep", { pattern: "needle" });
    process.stdout.write(way);
  });
`;

/** An empty tree. */
function requestFor(stateDirectory: string): TreeRequest {
  const ripgrep = { source: "bundled" as const, path: "/nonexistent", environment: {} };
  return { directory: tree({}), walk: queryFor("").walk, denyGlobs: [], ripgrep, stateDirectory, cacheBytes: 2 ** 20 };
}

interface Opened {
  readonly pair: Pair;
  readonly root: string;
  readonly state: string;
}

function open(files: Parameters<typeof tree>[0], cacheBytes: number = HERE.cacheBytes): Opened {
  const root = tree(files);
  const state = path.join(tree({}), "state");
  const pair = openPair(root, { index: { ...HERE, cacheBytes }, stateDirectory: state });
  onTestFinished(() => pair.close());
  return { pair, root, state };
}

async function opened(files: Parameters<typeof tree>[0]): Promise<Opened> {
  const all = open(files);
  await all.pair.ready();
  return all;
}

async function namesOf(pair: Pair): Promise<readonly string[]> {
  const result = await pair.indexed.search(queryFor("needle"));
  return result.ok ? result.value.entries.map(({ name }) => name) : [];
}

/** Index processes among our children. */
function hosts(): readonly string[] {
  const { stdout } = spawnSync("ps", ["-o", "args=", "--ppid", String(process.pid)], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.includes("index/host.js"));
}

/** The event loop has one descriptor for all of them. */
function watches(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap").length;
}

function threads(): readonly string[] {
  return fs.readdirSync("/proc/self/task");
}

/** What is open, but for what the event loop has for all watches together, and this very listing. */
function descriptors(): readonly string[] {
  const targets = fs.readdirSync("/proc/self/fd").map((fd) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return "gone";
    }
  });
  return targets.filter((target) => target !== "gone" && !/inotify|^\/proc\/|^pipe:|^socket:/.test(target)).sort();
}
