// The index after a restart: what was kept is used if it is still true, and whatever happened meanwhile, the answers are those of plain searches.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openPair, type Pair, queryFor, withoutReceipt } from "../../support/indexed.ts";
import { editKeepingTimes, type Place, segmentsIn } from "../../support/stored.ts";
import { tree } from "../../support/tree.ts";

const FILES = {
  "a.txt": { text: "apricot\n", mtime: 1_000_000_000 }, // a time that can be set again to the nanosecond
  "b.txt": "blueberry\n",
  "src/a.txt": "cherry\n",
  "src/deep/a.txt": "damson\n",
  "src/deep/b.txt": "apricot and cherry\n",
  "lib/a.txt": "apricot\n",
  "lib/b.log": "blueberry\n",
  "odd/kelvin.txt": "\u212aelvin apricot\n",
  "odd/binary.dat": Buffer.from("apricot\0cherry\n"),
  "odd/\udcff.txt": "damson\n",
};
const WORDS = ["apricot", "blueberry", "cherry", "damson", "elderberry", "avocado", "(?i)kelvin"];

test("what did not change is not read again", async () => {
  const place = await built(FILES);
  const before = segmentsIn(place.cache);
  expect(before.length).toBeGreaterThan(0);
  await restarted(place);
  expect(segmentsIn(place.cache)).toEqual(before);
});

test("what changed is, and kept for the next time", async () => {
  const place = await built(FILES);
  const before = segmentsIn(place.cache);
  fs.writeFileSync(path.join(place.root, "a.txt"), "elderberry\n");
  await restarted(place);
  const after = segmentsIn(place.cache);
  expect(after.filter((name) => before.includes(name))).toEqual(before);
  expect(after.length).toBe(before.length + 1);
  await restarted(place);
  expect(segmentsIn(place.cache)).toEqual(after);
});

test("a server that ends before it has looked at what is kept leaves it alone", async () => {
  const place = await built(FILES);
  const before = segmentsIn(place.cache);
  for (const ms of [0, 20, 40, 80]) {
    const pair = opened(place);
    await pair.indexed.search(queryFor("apricot"));
    await expect.poll(() => hosts().length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, ms));
    await pair.close();
    expect(segmentsIn(place.cache)).toEqual(before);
  }
});

test("nothing but segments and the name of the tree is left by a server that ended, for nobody else to read", async () => {
  const { root, cache } = await built(FILES);
  const [directory, ...others] = fs.readdirSync(cache);
  expect(others).toEqual([]);
  const inside = path.join(cache, directory as string);
  const names = fs.readdirSync(inside).map((name) => name.replace(/^[0-9a-f]{16}/, "*"));
  expect(new Set(names)).toEqual(new Set(["*.segment", "tree.json"]));
  expect(JSON.parse(fs.readFileSync(path.join(inside, "tree.json"), "utf8"))).toEqual({ tree: root });
  const modes = [inside, ...fs.readdirSync(inside).map((name) => path.join(inside, name))].map((name) => fs.statSync(name).mode & 0o777);
  expect(modes).toEqual([0o700, ...names.map(() => 0o600)]);
});

const CHANGES: Readonly<Record<string, (at: (name: string) => string) => void>> = {
  nothing: () => {},
  "files were edited": (at) => {
    fs.writeFileSync(at("a.txt"), "cherry\n");
    fs.appendFileSync(at("src/a.txt"), "elderberry\n");
  },
  "a file was edited in place, with the same length and time": (at) => editKeepingTimes(at("a.txt"), "avocado\n"),
  "text became binary, and binary text": (at) => {
    fs.writeFileSync(at("a.txt"), "apricot\0\n");
    fs.writeFileSync(at("odd/binary.dat"), "elderberry\n");
  },
  "files came": (at) => {
    fs.writeFileSync(at("src/new.txt"), "elderberry\n");
    fs.mkdirSync(at("fresh/deep"), { recursive: true });
    fs.writeFileSync(at("fresh/deep/new.txt"), "apricot\n");
  },
  "files went": (at) => {
    fs.rmSync(at("a.txt"));
    fs.rmSync(at("src/deep"), { recursive: true });
  },
  "files were renamed": (at) => {
    fs.renameSync(at("a.txt"), at("z.txt"));
    fs.renameSync(at("b.txt"), at("a.txt"));
  },
  "modes were changed": (at) => {
    fs.chmodSync(at("a.txt"), 0o600);
    fs.chmodSync(at("src"), 0o700);
  },
  "times were set back after an edit": (at) => {
    fs.writeFileSync(at("a.txt"), "elderberry\n");
    fs.utimesSync(at("a.txt"), 1_000_000_000, 1_000_000_000);
  },
  "a file was replaced by one of the same size and time": (at) => {
    const { atime, mtime } = fs.statSync(at("a.txt"));
    fs.writeFileSync(at("new"), "avocado\n");
    fs.utimesSync(at("new"), atime, mtime);
    fs.renameSync(at("new"), at("a.txt"));
  },
  "rules changed": (at) => {
    fs.writeFileSync(at(".gitignore"), "*.log\n/src/deep\n");
    fs.writeFileSync(at("lib/.ignore"), "a.txt\n");
  },
  "directories were swapped": (at) => {
    fs.renameSync(at("src"), at("aside"));
    fs.renameSync(at("lib"), at("src"));
    fs.renameSync(at("aside"), at("lib"));
  },
  "a directory became a file, and a file a link": (at) => {
    fs.rmSync(at("lib"), { recursive: true });
    fs.writeFileSync(at("lib"), "cherry\n");
    fs.rmSync(at("a.txt"));
    fs.symlinkSync("src/a.txt", at("a.txt"));
  },
  "a file got a second name, and was changed through it": (at) => {
    fs.linkSync(at("a.txt"), at("second.txt"));
    editKeepingTimes(at("second.txt"), "avocado\n");
  },
  "the whole tree was copied anew": (at) => {
    fs.cpSync(at("."), at("../copy"), { recursive: true, preserveTimestamps: true });
    fs.writeFileSync(at("../copy/a.txt"), "avocado\n");
    fs.rmSync(at("."), { recursive: true });
    fs.renameSync(at("../copy"), at("."));
  },
};

test.each(Object.keys(CHANGES))("while no server ran: %s", async (what) => {
  const place = await built(FILES);
  CHANGES[what]?.((name) => path.join(place.root, name));
  await restarted(place);
});

test("servers that were killed leave nothing that is believed", async () => {
  // Enough for a segment that is written before all is read.
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`many/${i % 7}/${i}.txt`, `${WORDS[i % 5]} ${i}\n${noise(i)}`]));
  const { root, cache } = { root: path.join(tree({ ...prefixed(FILES), ...prefixed(many) }), "tree"), cache: path.join(tree({}), "cache") };
  const kept = (): readonly string[] => (fs.existsSync(cache) ? fs.readdirSync(cache) : []);
  const killed = async (wait: () => Promise<unknown>): Promise<void> => {
    const pair = opened({ root, cache });
    await pair.indexed.search(queryFor("apricot"));
    await expect.poll(() => hosts().length).toBeGreaterThan(0);
    await wait();
    for (const pid of hosts()) process.kill(pid, "SIGKILL");
    await pair.close();
  };
  for (const ms of [50, 100, 150, 200, 250, 300, 400, 500]) {
    await killed(() => sleep(ms));
    fs.writeFileSync(path.join(root, "a.txt"), `elderberry ${ms}\n`);
  }
  await killed(() => expect.poll(() => kept().length).toBeGreaterThan(0)); // on a slow machine none of them came so far
  const half = path.join(cache, kept()[0] as string, "0123456789abcdef.segment.tmp");
  fs.writeFileSync(half, "half a segm");
  await restarted({ root, cache });
  expect(fs.existsSync(half)).toBe(false);
});

test("two servers share what is kept; the second writes when the first has gone", async () => {
  const place = await built(FILES);
  const [first, second] = [opened(place), opened(place)];
  await first.ready();
  await second.ready();
  fs.writeFileSync(path.join(place.root, "a.txt"), "elderberry\n");
  await same(first);
  await same(second);
  await first.close();
  fs.writeFileSync(path.join(place.root, "b.txt"), "elderberry\n");
  await same(second);
  await settled(second);
  await second.close();
  const after = segmentsIn(place.cache);
  await restarted(place);
  expect(segmentsIn(place.cache)).toEqual(after);
});

test("a cache that is taken away under a server costs nothing but time", async () => {
  const place = await built(FILES);
  const pair = opened(place);
  await pair.ready();
  fs.rmSync(place.cache, { recursive: true });
  await same(pair);
  fs.writeFileSync(path.join(place.root, "a.txt"), "elderberry\n");
  await same(pair);
  await pair.close();
  await restarted(place);
});

test.each<[string, (place: Place) => void]>([
  ["others can read the directory", ({ cache }) => fs.mkdirSync(cache, { mode: 0o755 })],
  ["a file stands there", ({ cache }) => fs.writeFileSync(cache, "")],
  ["a link stands there", ({ cache, root }) => fs.symlinkSync(root, cache)],
])("nothing is kept where %s", async (_, prepare) => {
  const place = { root: path.join(tree(prefixed(FILES)), "tree"), cache: path.join(tree({}), "cache") };
  prepare(place);
  const before = fs.readdirSync(path.dirname(place.cache), { recursive: true });
  await restarted(place);
  expect(fs.readdirSync(path.dirname(place.cache), { recursive: true })).toEqual(before);
});

test("nothing is kept inside the tree itself", async () => {
  const root = path.join(tree(prefixed(FILES)), "tree");
  await restarted({ root, cache: path.join(root, ".cache/index") });
  expect(fs.existsSync(path.join(root, ".cache"))).toBe(false);
});

/** Runs a server until it has read everything, and ends it. */
async function built(files: Parameters<typeof tree>[0]): Promise<Place> {
  const place = { root: path.join(tree(prefixed(files)), "tree"), cache: path.join(tree({}), "cache") };
  const pair = opened(place);
  await pair.ready();
  await settled(pair);
  await pair.close();
  return place;
}

/** A server that starts with what is there, has everything right from the start, and ends. */
async function restarted(place: Place): Promise<void> {
  const pair = opened(place);
  await pair.ready();
  await same(pair);
  await settled(pair);
  await pair.close();
}

function opened({ root, cache }: Place): Pair {
  const pair = openPair(root, { cacheDirectory: cache });
  onTestFinished(() => pair.close());
  return pair;
}

async function same({ indexed, plain }: Pair): Promise<void> {
  for (const word of WORDS) {
    const query = queryFor(word, { mode: "count" });
    const [byIndex, without] = [await indexed.search(query), await plain.search(query)];
    expect(byIndex.ok ? withoutReceipt(byIndex.value) : byIndex).toEqual(without.ok ? withoutReceipt(without.value) : without);
  }
}

/** Waits until no file has to be looked at for a word that is nowhere: all have been read. */
async function settled(pair: Pair): Promise<void> {
  await expect
    .poll(
      async () => {
        await pair.indexed.search(queryFor("nowhere_at_all", { roots: [{ path: "src" }] }));
        return pair.ways().at(-1);
      },
      { timeout: 20_000 },
    )
    .toMatchObject({ way: "index", candidates: 0 });
}

/** Below a directory of its own, so that the tree itself can be replaced. */
function prefixed(files: Parameters<typeof tree>[0]): Parameters<typeof tree>[0] {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [`tree/${name}`, content]));
}

function noise(seed: number): string {
  return Array.from({ length: 3_000 }, (_, i) => ((seed * 7919 + i * 104_729) % 1_000_003).toString(36)).join("\n");
}

function hosts(): readonly number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" });
  return stdout
    .split("\n")
    .filter((line) => line.includes("index/host.js"))
    .map((line) => Number.parseInt(line, 10));
}
