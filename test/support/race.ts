// Searches against writers: what was there before a search must be found, and what was gone before it must not.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { openPair, type Pair, queryFor } from "./indexed.ts";

export interface Raced {
  readonly searches: number;
  /** Those in which the index said where to look. */
  readonly byIndex: number;
  readonly stale: readonly string[];
}

/** Without more by the index nothing is tested: then it goes on for so long. */
const LEAST_BY_INDEX = 5;
const MORE_MS = 120_000;
/** While nobody searches, the index can list what came. */
const CATCH_UP_MS = 100;

/** Writes files and searches for them, while a thread changes others around them, for so long. */
export async function raceSearches(ms: number): Promise<Raced> {
  const root = temporary("race");
  for (let i = 0; i < 200; i++) write(path.join(root, `noise/${i % 10}/${i}.txt`), `noise ${i}\n`);
  write(path.join(root, ".gitignore"), "*.tmp\n");
  const pair = openPair(root);
  const expected = new Expectations(pair);
  const names = ["quiet/x.txt", "quiet/deep/y.txt", "noise/3/marked.txt"];
  for (const name of names) write(path.join(root, name), "x\n");
  await pair.ready();
  const writer = new Worker(NOISE, { eval: true, workerData: { root: path.join(root, "noise") } });
  const end = performance.now() + ms;
  // On a busy machine the index hardly keeps up with the noise, and most searches go without it.
  const isOver = ({ byIndex }: Raced): boolean => performance.now() > end + (byIndex > LEAST_BY_INDEX ? 0 : MORE_MS);
  for (let i = 0; !isOver(expected); i++) {
    const [name, how] = [names[i % names.length] as string, WRITES[i % WRITES.length] as (typeof WRITES)[number]];
    const marker = `marker_${i}_end`;
    const before = expected.byIndex;
    how(path.join(root, name), `${marker}\n`);
    await expected.files(marker, [name], how.name);
    how(path.join(root, name), "nothing\n");
    await expected.files(marker, [], how.name);
    if (expected.byIndex === before) await sleep(CATCH_UP_MS);
  }
  await writer.terminate();
  await pair.close();
  fs.rmSync(root, { recursive: true, force: true });
  return expected;
}

/** Goes to and fro between two branches; each search is made right after a checkout. */
export async function raceCheckouts(asked: { readonly files: number; readonly checkouts: number }): Promise<Raced & { readonly checkouts: number }> {
  const root = temporary("checkout");
  const git = (...args: string[]): void => void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: root, stdio: "ignore" });
  git("init", "-q");
  for (const branch of BRANCHES) {
    git("checkout", "-q", "--orphan", branch);
    for (let i = 0; i < asked.files; i++) if (isOn(branch, i)) write(path.join(root, nameOf(i)), `apricot of ${branch} ${i}\n`);
    git("add", "-A");
    git("commit", "-q", "-m", branch);
    git("rm", "-rfq", ".");
  }
  git("checkout", "-qf", "even");
  const pair = openPair(root);
  const expected = new Expectations(pair);
  await pair.ready();
  let checkouts = 0;
  for (; checkouts < asked.checkouts; checkouts++) {
    const branch = BRANCHES[(checkouts + 1) % 2] as Branch;
    git("checkout", "-qf", branch);
    const files = Array.from({ length: asked.files }, (_, i) => i).flatMap((i) => (isOn(branch, i) ? [nameOf(i)] : []));
    await expected.files(`apricot of ${branch}`, files.sort(), "checkout");
    await expected.files(`apricot of ${branch === "even" ? "all" : "even"}`, [], "checkout");
    await pair.ready();
    await expected.files(`apricot of ${branch}`, files, "a rest");
  }
  await pair.close();
  fs.rmSync(root, { recursive: true, force: true });
  return { searches: expected.searches, byIndex: expected.byIndex, stale: expected.stale, checkouts };
}

const BRANCHES = ["even", "all"] as const;
type Branch = (typeof BRANCHES)[number];

function isOn(branch: Branch, i: number): boolean {
  return branch === "all" || i % 2 === 0;
}

function nameOf(i: number): string {
  return `d${i % 20}/f${i}.txt`;
}

/** What searches must find, and what they found instead. */
class Expectations implements Raced {
  readonly #pair: Pair;
  readonly stale: string[] = [];
  searches = 0;
  byIndex = 0;

  constructor(pair: Pair) {
    this.#pair = pair;
  }

  async files(marker: string, files: readonly string[], after: string): Promise<void> {
    // Now everything, now a page: they are looked for in different ways.
    const page = { order: "newest", page: { unit: "entries", skip: 0, take: 50 }, walk: { ...queryFor("").walk, followLinks: false } } as const;
    const result = await this.#pair.indexed.search(queryFor(marker, this.searches % 2 === 0 || files.length > 1 ? {} : page));
    const found = result.ok ? result.value.entries.map(({ name }) => name) : [result.failure.code];
    if (found.join() !== files.join()) this.stale.push(`${after}: ${marker} was expected in ${files.slice(0, 5)}, found in ${found.slice(0, 5)}`);
    this.searches++;
    this.byIndex += this.#pair.ways().filter(({ way }) => way === "index").length;
  }
}

const WRITES = [writeInPlace, replaceByRename, forgeTime, deleteAndCreate];

function writeInPlace(name: string, text: string): void {
  fs.writeFileSync(name, text);
}

export function replaceByRename(name: string, text: string): void {
  fs.writeFileSync(`${name}.tmp`, text);
  fs.renameSync(`${name}.tmp`, name);
}

function forgeTime(name: string, text: string): void {
  fs.writeFileSync(name, text);
  fs.utimesSync(name, 1_000_000_000, 1_000_000_000);
}

function deleteAndCreate(name: string, text: string): void {
  fs.rmSync(name, { force: true });
  fs.writeFileSync(name, text);
}

/** Edits in place all the time; now and then something that changes the list: directories that come, go and move, and rules. */
const NOISE = `
  const fs = require("node:fs"), path = require("node:path");
  const { workerData: { root } } = require("node:worker_threads");
  const pick = (n) => Math.floor(Math.random() * n);
  const made = () => path.join(root, "made" + pick(5));
  const seldom = [
    () => { const at = made(); fs.mkdirSync(at, { recursive: true }); fs.writeFileSync(path.join(at, "x.txt"), "made"); },
    () => fs.rmSync(made(), { recursive: true, force: true }),
    () => fs.renameSync(made(), made()),
    () => fs.writeFileSync(path.join(root, String(pick(10)), ".gitignore"), ["1*.txt", "", "*.log"][pick(3)]),
  ];
  setInterval(() => {
    for (let k = 0; k < 20; k++) {
      const i = pick(200), file = path.join(root, String(i % 10), i + ".txt");
      const write = pick(4);
      if (write === 0) fs.writeFileSync(file, "noise " + Math.random());
      if (write === 1) { fs.writeFileSync(file + ".tmp", "noise"); fs.renameSync(file + ".tmp", file); }
      if (write === 2) fs.appendFileSync(file, "more noise");
      if (write === 3) fs.chmodSync(file, [0o600, 0o644][pick(2)]);
    }
    // What is not possible as things stand does not happen.
    if (pick(30) === 0) try { seldom[pick(seldom.length)](); } catch {}
  }, 10);
`;

export function temporary(what: string): string {
  return fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), `fossick-${what}-`)));
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}
