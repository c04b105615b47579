// Where the index cannot be trusted or does not fit, ripgrep answers alone; and nothing of it outlives its workspace.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { SearchQuery, SearchWay } from "../../../src/index.ts";
import { statuses } from "../../../src/search/index/status.ts";
import { openPair, type Pair, queryFor } from "../../support/indexed.ts";
import { tree } from "../../support/tree.ts";
import { workspaceAt } from "../../support/workspace.ts";

async function readyPair(files: Parameters<typeof tree>[0]): Promise<Pair & { readonly root: string }> {
  const root = tree(files);
  const pair = openPair(root);
  onTestFinished(() => pair.close());
  await pair.ready();
  return { ...pair, root };
}

async function wayOf(pair: Pair, query: SearchQuery): Promise<SearchWay | undefined> {
  await pair.indexed.search(query);
  return pair.ways().at(-1);
}

test.each<[string, SearchQuery]>([
  ["ignored files are asked for", queryFor("needle", { walk: { ...queryFor("").walk, ignoreFiles: false } })],
  ["no index yet", queryFor("needle", { walk: { ...queryFor("").walk, hidden: false } })],
  ["pattern says nothing to look up", queryFor("\\A.")],
  ["pattern is not understood", queryFor("(?x) needle")],
  ["not below the tree", queryFor("needle", { roots: [{ path: "out" }] })],
])("plain: %s", async (why, query) => {
  const pair = await readyPair({ "a.txt": "needle\n", ".gitignore": "out\n", "out/b.txt": "needle\n" });
  expect(await wayOf(pair, query)).toEqual({ way: "plain", why });
});

test("only files that may match are candidates, and those that changed", async () => {
  const pair = await readyPair({ "a.txt": "needle\n", "b.txt": "hay\n", "c.txt": "hay\n", "d.dat": Buffer.from("needle\0") });
  await settled(pair, 1);
  fs.writeFileSync(path.join(pair.root, "b.txt"), "straw\n");
  const ways = [1, 2].map((candidates) => ({ way: "index", candidates, files: 4, by: "index" })); // it may have been read again by then
  expect(ways).toContainEqual(await wayOf(pair, queryFor("needle")));
  fs.writeFileSync(path.join(pair.root, "b.txt"), "a needle\n");
  expect(await wayOf(pair, queryFor("needle"))).toEqual(ways[1]);
});

test("a file that came is taken in before the search is answered", async () => {
  const pair = await readyPair({ "a.txt": "needle\n", "src/a.txt": "hay\n" });
  fs.writeFileSync(path.join(pair.root, "src/b.txt"), "needle\n");
  expect(await wayOf(pair, queryFor("needle"))).toEqual({ way: "index", candidates: 2, files: 3, by: "index" });
});

test("a directory that came makes a new list necessary; then the index answers again", async () => {
  const pair = await readyPair({ "a.txt": "needle\n" });
  fs.mkdirSync(path.join(pair.root, "new"));
  fs.writeFileSync(path.join(pair.root, "new/b.txt"), "needle\n");
  // It may be there by then.
  expect([
    { way: "plain", why: "listing" },
    { way: "index", candidates: 2, files: 2, by: "index" },
  ]).toContainEqual(await wayOf(pair, queryFor("needle")));
  expect(await pair.ready()).toMatchObject({ way: "index", files: 2 });
});

test("ignored files that come, go and grow do not", async () => {
  const pair = await readyPair({ "a.txt": "needle\n", ".gitignore": "*.log\n", "app.log": "x\n" });
  fs.appendFileSync(path.join(pair.root, "app.log"), "more\n");
  expect(await wayOf(pair, queryFor("needle"))).toMatchObject({ way: "index" });
  fs.writeFileSync(path.join(pair.root, "new.log"), "x\n");
  await pair.ready();
  fs.rmSync(path.join(pair.root, "new.log"));
  fs.writeFileSync(path.join(pair.root, "new.log"), "x\n");
  expect(await wayOf(pair, queryFor("needle"))).toMatchObject({ way: "index" });
});

test("a tree that was moved away and replaced is not the one that is known", async () => {
  const pair = await readyPair({ "tree/a.txt": "needle\n" });
  const inner = openPair(path.join(pair.root, "tree"));
  onTestFinished(() => inner.close());
  await inner.ready();
  fs.renameSync(path.join(pair.root, "tree"), path.join(pair.root, "old"));
  fs.mkdirSync(path.join(pair.root, "tree"));
  fs.writeFileSync(path.join(pair.root, "tree/b.txt"), "needle\n");
  const result = await inner.indexed.search(queryFor("needle"));
  expect(result.ok && result.value.entries.map(({ name }) => name)).toEqual(["b.txt"]);
  expect(inner.ways().at(-1)?.way).toBe("plain");
});

test("when the index process dies, searches go on without it", async () => {
  const pair = await readyPair({ "a.txt": "needle\n" });
  for (const pid of hostsOf(process.pid)) process.kill(pid, "SIGKILL");
  const result = await pair.indexed.search(queryFor("needle"));
  expect(result.ok && result.value.entries.map(({ name }) => name)).toEqual(["a.txt"]);
  expect(pair.ways().at(-1)?.way).toBe("plain");
});

test("small trees have none, and neither has a workspace that wants none", async () => {
  const root = tree({ "a.txt": "needle\n" });
  const [small, none] = [workspaceAt(root), workspaceAt(root, { index: { use: "off", minFiles: 1, cacheBytes: 2 ** 26, host: "process" } })];
  const ways: SearchWay[] = [];
  for (const workspace of [small, none]) workspace.onWay((way) => ways.push(way));
  await small.search(queryFor("needle"));
  await expect.poll(async () => (await small.search(queryFor("needle"))) && ways.at(-1)).toEqual({ way: "plain", why: "tree is small" });
  await none.search(queryFor("needle"));
  expect(ways.at(-1)).toEqual({ way: "plain", why: "index is off" });
});

test("doctor is told how the index is, and why it is not used", async () => {
  const state = path.join(tree({}), "state");
  const root = tree({ "a.txt": "needle\n" });
  const pair = openPair(root, { stateDirectory: state });
  onTestFinished(() => pair.close());
  await pair.ready();
  const about = { pid: process.pid, directory: root, files: 1, directories: 1 };
  expect(statuses(state)).toEqual([about]);
  for (const pid of hostsOf(process.pid)) process.kill(pid, "SIGKILL");
  await expect.poll(() => statuses(state)).toEqual([{ ...about, why: "index ended" }]);
  await pair.close();
  expect(statuses(state)).toEqual([]);
});

test("after close no process and no cookie is left", async () => {
  const before = hostsOf(process.pid);
  const state = path.join(tree({}), "state");
  const pair = openPair(tree({ "a.txt": "needle\n" }), { stateDirectory: state });
  await pair.ready();
  expect(hostsOf(process.pid).length).toBe(before.length + 1);
  await pair.close();
  expect(hostsOf(process.pid)).toEqual(before);
  expect(fs.readdirSync(state)).toEqual([]);
});

/** Of its own, a user may have a lower limit than the system's. */
const CAN_LIMIT_WATCHES = spawnSync("unshare", ["-Ur", "sh", "-c", "echo 5 > /proc/sys/user/max_inotify_watches"]).status === 0;

test.runIf(CAN_LIMIT_WATCHES)("where no more directories can be watched, ripgrep answers alone, and the log says why", async () => {
  const root = tree(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`d${i}/a.txt`, "needle\n"])));
  const { stdout } = spawnSync(
    "unshare",
    ["-Ur", "sh", "-c", 'echo 5 > /proc/sys/user/max_inotify_watches; exec "$@"', "sh", process.execPath, "-e", LIMITED],
    {
      env: { ...process.env, ROOT: root, STATE: path.join(tree({}), "state"), LIBRARY: path.resolve(import.meta.dirname, "../../../dist/index.js") },
      encoding: "utf8",
    },
  );
  expect(JSON.parse(stdout)).toEqual({ way: { way: "plain", why: "watch limit reached" }, files: 10 });
});

/** Searches until the index has given up, and prints the last way and what was found. */
const LIMITED = `
  import(process.env.LIBRARY).then(async ({ openWorkspace }) => {
    const index = { use: "always", minFiles: 1, cacheBytes: 2 ** 24, host: "process" };
    const environment = { PATH: "", HOME: "/nonexistent" };
    const workspace = openWorkspace({ workdir: process.env.ROOT, stateDirectory: process.env.STATE, index, ripgrep: { prefer: "bundled", environment } });
    let way, files;
    workspace.onWay((taken) => { way = taken; });
    for (const end = Date.now() + 20_000; Date.now() < end && !/limit/.test(way?.why); await new Promise((resolve) => setTimeout(resolve, 50)))
      files = (await workspace.call("grep", { pattern: "needle" })).text.split("\\n").length;
    console.log(JSON.stringify({ way, files }));
    await workspace.close();
  });
`;

/** Index processes among the children of a process. */
function hostsOf(pid: number): readonly number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=,args=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout
    .split("\n")
    .filter((line) => line.includes("index/host.js"))
    .map((line) => Number.parseInt(line, 10));
}

/** Waits until so few files are candidates: all have been read. */
async function settled(pair: Pair, candidates: number): Promise<void> {
  await expect.poll(async () => await wayOf(pair, queryFor("needle"))).toMatchObject({ way: "index", candidates });
}
