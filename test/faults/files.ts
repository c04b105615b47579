// Trials of the files room under faults: races, crowds, crashes, full disks, odd files. Functions that take counts and give counts,
// free of vitest, so that the tests run them for seconds and a long run for as long as it likes.
import { execFileSync, spawn } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { replaceText } from "../../src/files/replace-text.ts";
import { openWorkspace } from "../../src/index.ts";
import { StdioServer } from "../support/stdio-server.ts";

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** Runs a trial in a folder of its own. */
async function inFolder<T>(task: (folder: string) => Promise<T>): Promise<T> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "fossick-faults-")));
  try {
    return await task(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

export interface RaceCounts {
  readonly trials: number;
  /** Answers that were about the directory inside. */
  readonly inside: number;
  readonly refused: number;
  /** Reads that showed, and writes that reached, what is outside. Must be 0. */
  readonly outside: number;
}

/** Reads, writes, edits and lists below a directory that another process keeps swapping for a link that leads out of the fence. */
export function raceTheFence({ trials }: { readonly trials: number }): Promise<RaceCounts> {
  return inFolder(async (folder) => {
    const [inside, outside] = [path.join(folder, "in"), path.join(folder, "out")];
    for (const [place, text] of [
      [path.join(inside, "d"), "inside"],
      [outside, "OUTSIDE"],
    ] as const) {
      fs.mkdirSync(place, { recursive: true });
      for (const name of ["read.txt", "edit.txt", `${text}-marker`]) fs.writeFileSync(path.join(place, name), `${text}\n`);
    }
    const before = snapshot(outside);
    const swapper = startSwapper(path.join(inside, "d"), outside);
    const workspace = openWorkspace({ workdir: inside, requireView: "false" });
    const counts = { trials, inside: 0, refused: 0, outside: 0 };
    try {
      for (let i = 0; i < trials; i++) {
        const reply = await raceOnce(workspace, i);
        if (reply.text.includes("OUTSIDE")) counts.outside++;
        else counts[reply.outcome === "error" ? "refused" : "inside"]++;
      }
    } finally {
      await swapper.stop();
      await workspace.close();
    }
    if (snapshot(outside) !== before) counts.outside++;
    return counts;
  });
}

type Workspace = ReturnType<typeof openWorkspace>;

function raceOnce(workspace: Workspace, trial: number): ReturnType<Workspace["call"]> {
  switch (trial % 5) {
    case 0:
      return workspace.call("view", { path: "d/read.txt" });
    case 1:
      return workspace.call("view", { path: "d" });
    case 2:
      return workspace.call("str_replace", { path: "d/edit.txt", old_str: "\n", new_str: "\n" });
    case 3:
      return workspace.call("create_file", { path: `d/new-${trial % 7}.txt`, content: "new\n" });
    default:
      return workspace.call("create_file", { path: `d/deep-${trial % 7}/a/new.txt`, content: "new\n" });
  }
}

/** Names, contents and times of everything below a directory. */
function snapshot(directory: string): string {
  const names = (fs.readdirSync(directory, { recursive: true }) as string[]).sort();
  return JSON.stringify(
    names.map((name) => {
      const file = path.join(directory, name);
      const stats = fs.lstatSync(file);
      return [name, stats.ino, stats.mtimeMs, stats.isFile() ? fs.readFileSync(file, "latin1") : ""];
    }),
  );
}

function startSwapper(directory: string, outside: string): { stop(): Promise<void> } {
  // While the directory is away, a write may make a new one in its place: that goes.
  const script = `
    const fs = require("node:fs"), [d, out] = process.argv.slice(1);
    let over = false; process.stdin.on("data", () => {}).on("end", () => { over = true; });
    const clear = () => fs.rmSync(d, { recursive: true, force: true });
    const insist = (task) => { for (let i = 0; ; i++) try { return task(); } catch (error) { if (i > 1000) throw error; } };
    function turn() {
      for (let i = 0; i < 50; i++) {
        fs.renameSync(d, d + ".real");
        insist(() => { clear(); fs.symlinkSync(out, d); });
        insist(() => { clear(); fs.renameSync(d + ".real", d); });
      }
      over ? process.exit() : setImmediate(turn);
    }
    turn();`;
  const child = spawn(process.execPath, ["-e", script, directory, outside], { stdio: ["pipe", "ignore", "inherit"] });
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    stop: () => {
      child.stdin.end();
      return gone;
    },
  };
}

export interface EditCounts {
  readonly edits: number;
  readonly acknowledged: number;
  readonly refused: number;
  /** Acknowledged edits that are not in the file. Must be 0. */
  readonly lost: number;
}

/** Parallel edits of different lines of one file, through one server or several. */
export function editInParallel({ edits, servers }: { readonly edits: number; readonly servers: number }): Promise<EditCounts> {
  return inFolder(async (folder) => {
    const file = path.join(folder, "shared.txt");
    fs.writeFileSync(file, Array.from({ length: edits }, (_, index) => `line ${index}: old\n`).join(""));
    const flags = ["--require-view-before-edit", "false"];
    const running = await Promise.all(Array.from({ length: servers }, () => StdioServer.start({ workdir: folder, flags })));
    const replies = await Promise.all(
      Array.from({ length: edits }, (_, index) =>
        (running[index % servers] as StdioServer).call("str_replace", { path: file, old_str: `line ${index}: old\n`, new_str: `line ${index}: new\n` }),
      ),
    );
    await Promise.all(running.map((server) => server.close()));
    const text = fs.readFileSync(file, "utf8");
    const acknowledged = replies.flatMap(({ isError }, index) => (isError ? [] : [index]));
    const lost = acknowledged.filter((index) => !text.includes(`line ${index}: new\n`)).length;
    return { edits, acknowledged: acknowledged.length, refused: edits - acknowledged.length, lost };
  });
}

export interface KillCounts {
  readonly trials: number;
  /** Kills that came between the start of the write and the reply. */
  readonly unacknowledged: number;
  /** Kills that left a temporary or a backup behind: right in the middle. */
  readonly midWrite: number;
  /** Files that are neither the old content nor the new, after the next start. Must be 0. */
  readonly torn: number;
  /** Must be 0. */
  readonly acknowledgedButOld: number;
  /** Files of ours that are still there after the next start. Must be 0. */
  readonly leftovers: number;
}

/** kill -9 in the middle of an 8 MB overwrite, at a random moment; the next server cleans up. */
export function killDuringOverwrite({ trials, links }: { readonly trials: number; readonly links: 1 | 2 }): Promise<KillCounts> {
  return inFolder(async (folder) => {
    const file = path.join(folder, "big.txt");
    fs.writeFileSync(file, contentFor(0));
    if (links === 2) fs.linkSync(file, path.join(folder, "other-name.txt"));
    const flags = ["--require-view-before-edit", "false"];
    const counts = { trials, unacknowledged: 0, midWrite: 0, torn: 0, acknowledgedButOld: 0, leftovers: 0 };
    let server = await StdioServer.start({ workdir: folder, flags });
    const wholeMs = await timeOf(() => server.call("create_file", { path: file, content: contentFor(0) }));
    for (let trial = 1; trial <= trials; trial++) {
      const isAcknowledged = await killDuring(server, { file, trial, wholeMs });
      if (!isAcknowledged) counts.unacknowledged++;
      if (oursIn(folder).length > 0) counts.midWrite++;
      server = await StdioServer.start({ workdir: folder, flags });
      counts.leftovers += oursIn(folder).length;
      const text = fs.readFileSync(file, "utf8");
      if (isAcknowledged && text !== contentFor(trial)) counts.acknowledgedButOld++;
      if (!isOneOf(text, trial)) counts.torn++;
    }
    await server.close();
    return counts;
  });
}

/** Whether the overwrite was acknowledged before the server died. */
async function killDuring(server: StdioServer, { file, trial, wholeMs }: { file: string; trial: number; wholeMs: number }): Promise<boolean> {
  const reply = server.call("create_file", { path: file, content: contentFor(trial) }).then(
    ({ isError }) => !isError,
    () => false,
  );
  // Every other kill waits until the write has begun: most of the time goes into carrying 8 MB to the server.
  await Promise.race([reply, trial % 2 === 0 ? sleep(Math.random() * 1.2 * wholeMs) : begunIn(path.dirname(file))]);
  await server.kill();
  return reply;
}

/** 8 MB that name their trial in every line. */
function contentFor(trial: number): string {
  return `${String(trial).padStart(31, "0")}\n`.repeat((8 * MB) / 32);
}

/** Whole content of this trial or an earlier one. */
function isOneOf(text: string, trial: number): boolean {
  const written = Number(text.slice(0, 31));
  return written >= 0 && written <= trial && text === contentFor(written);
}

function oursIn(folder: string): readonly string[] {
  return fs.readdirSync(folder).filter((name) => name.startsWith(".fossick-"));
}

/** A moment after a file of ours appears. */
async function begunIn(folder: string): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (oursIn(folder).length === 0 && performance.now() < deadline) await sleep(1);
  await sleep(Math.random() * 20);
}

async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

export type DiskFullCounts =
  | { readonly skipped: string }
  | { readonly trials: number; readonly refused: number; readonly damaged: number; readonly leftovers: number };

/** Overwrites and edits on a disk of 1 MB that has no room for them. */
export function fillTheDisk({ trials }: { readonly trials: number }): Promise<DiskFullCounts> {
  return inFolder(async (folder) => {
    if (process.platform !== "linux" || process.getuid?.() !== 0) return { skipped: "mounting a small disk takes root on Linux" };
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
    } catch {
      return { skipped: "mounting is not permitted here" };
    }
    const workspace = openWorkspace({ workdir: folder, requireView: "false" });
    try {
      const counts = { trials, refused: 0, damaged: 0, leftovers: 0 };
      for (let trial = 0; trial < trials; trial++) {
        const old = crypto.randomBytes(200_000).toString("hex");
        const file = path.join(folder, `file-${trial % 2}.txt`);
        for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
        fs.writeFileSync(file, old);
        if (trial % 3 === 2) fs.linkSync(file, path.join(folder, "link.txt"));
        const reply = await workspace.call("create_file", { path: file, content: "x".repeat(900_000) });
        if (/ENOSPC/.test(reply.text)) counts.refused++;
        if (fs.readFileSync(file, "utf8") !== old) counts.damaged++;
        counts.leftovers += oursIn(folder).length;
      }
      return counts;
    } finally {
      await workspace.close();
      execFileSync("umount", [folder]);
    }
  });
}

export interface CrowdCounts {
  readonly calls: number;
  readonly answered: number;
}

/** More reads at once than the process may have descriptors. */
export function readInCrowds({ reads, descriptors }: { readonly reads: number; readonly descriptors: number }): Promise<CrowdCounts> {
  return inFolder(async (folder) => {
    for (let i = 0; i < 100; i++) fs.writeFileSync(path.join(folder, `${i}.txt`), `file ${i}\n`);
    const server = await StdioServer.start({ workdir: folder, maxDescriptors: descriptors });
    const replies = await Promise.all(Array.from({ length: reads }, (_, index) => server.call("view", { path: `${index % 100}.txt` })));
    await server.close();
    return { calls: reads, answered: replies.filter(({ text }, index) => text === `1\tfile ${index % 100}\n`).length };
  });
}

/** As many edits at once, each of a file of its own. */
export function editInCrowds({ edits, descriptors }: { readonly edits: number; readonly descriptors: number }): Promise<CrowdCounts> {
  return inFolder(async (folder) => {
    for (let i = 0; i < edits; i++) fs.writeFileSync(path.join(folder, `${i}.txt`), "old\n");
    const server = await StdioServer.start({ workdir: folder, maxDescriptors: descriptors, flags: ["--require-view-before-edit", "false"] });
    await Promise.all(Array.from({ length: edits }, (_, index) => server.call("str_replace", { path: `${index}.txt`, old_str: "old", new_str: "new" })));
    await server.close();
    const answered = Array.from({ length: edits }, (_, index) => fs.readFileSync(path.join(folder, `${index}.txt`), "utf8")).filter((text) => text === "new\n");
    return { calls: edits, answered: answered.length };
  });
}

export interface OddFile {
  readonly what: string;
  /** The first line of the answer. */
  readonly answer: string;
  readonly chars: number;
}

export interface OddCounts {
  readonly answers: readonly OddFile[];
  /** How much more memory the server took at its peak than when it was idle, in MB. */
  readonly extraMb: number;
}

/** FIFO, socket, device, a line of 1 GiB, a sparse file of 100 GiB, a directory with very many entries. */
export function viewOddFiles({ entries }: { readonly entries: number }): Promise<OddCounts> {
  return inFolder(async (folder) => {
    const at = (name: string): string => path.join(folder, name);
    execFileSync("mkfifo", [at("fifo")]);
    const socket = net.createServer().listen(at("socket"));
    sparse(at("line.txt"), "x".repeat(4096), GB);
    sparse(at("sparse.txt"), "a line\n".repeat(1000), 100 * GB);
    fs.mkdirSync(at("many"));
    for (let i = 0; i < entries; i++) fs.closeSync(fs.openSync(at(`many/${i}`), "w"));
    const server = await StdioServer.start({ workdir: folder, flags: ["--allow-dir", folder, "--allow-dir", "/dev", "--search-timeout", "60"] });
    await server.call("view", { path: "." });
    const idle = server.peakMemory();
    const answers: OddFile[] = [];
    const asked = [
      ["FIFO", { path: "fifo" }],
      ["socket", { path: "socket" }],
      ["device", { path: "/dev/zero" }],
      ["1 GiB line, whole", { path: "line.txt" }],
      ["1 GiB line, by range", { path: "line.txt", view_range: [1, 1] }],
      ["100 GiB sparse file, by range", { path: "sparse.txt", view_range: [500, 510] }],
      ["directory with many entries", { path: "many" }],
    ] as const;
    for (const [what, args] of asked) {
      const { text } = await server.call("view", args);
      answers.push({ what, answer: text.slice(0, 200).split("\n")[0] as string, chars: text.length });
    }
    const extraMb = Math.round((server.peakMemory() - idle) / MB);
    await server.close();
    await new Promise((resolve) => socket.close(resolve));
    return { answers, extraMb };
  });
}

function sparse(file: string, head: string, size: number): void {
  fs.writeFileSync(file, head);
  fs.truncateSync(file, size);
}

export interface RandomCounts {
  readonly edits: number;
  /** Edits after which a byte outside the match was different, or the match was wrong. Must be 0. */
  readonly wrong: number;
}

/** Random bytes around a text that is replaced; the result is built a second time by hand. */
export function editRandomBytes({ edits }: { readonly edits: number }): RandomCounts {
  let wrong = 0;
  for (let i = 0; i < edits; i++) {
    const { bytes, old, text, expected } = randomEdit();
    const edited = replaceText(bytes, { old, new: text, occurrences: "one" }, "/random", 10 * MB);
    if (!edited.ok || !edited.value.bytes.equals(expected)) wrong++;
  }
  return { edits, wrong };
}

function randomEdit(): { bytes: Buffer; old: string; text: string; expected: Buffer } {
  const encoding = pick(["utf8", "utf8", "utf8-mark", "utf16le", "utf16be"]);
  const encoded = (text: string): Buffer =>
    encoding === "utf16be" ? Buffer.from(text, "utf16le").swap16() : Buffer.from(text, encoding === "utf16le" ? "utf16le" : "utf8");
  const mark = { utf8: "", "utf8-mark": "\xef\xbb\xbf", utf16le: "\xff\xfe", utf16be: "\xfe\xff" }[encoding] as string;
  const eol = pick(["\n", "\r\n"]);
  // A text that no random bytes hold.
  const old = `needle-${crypto.randomUUID()}${pick(["", "\n", "\nä 世 😀\n", "\n\n"])}tail`;
  const text = pick(["", "new", "two\nlines", "ü\n😀", old.repeat(2)]);
  const inFile = old.replaceAll("\n", eol);
  const hasEnd = old.includes("\n");
  const width = encoding.startsWith("utf16") ? 2 : 1;
  const before = Buffer.concat([Buffer.from(mark, "latin1"), randomBytes(width)]);
  const after = Buffer.concat([hasEnd ? Buffer.alloc(0) : encoded(eol), randomBytes(width), crypto.randomBytes(Math.random() < 0.1 ? 1 : 0)]);
  return {
    bytes: Buffer.concat([before, encoded(inFile), after]),
    old,
    text,
    expected: Buffer.concat([before, encoded(text.replaceAll("\n", eol)), after]),
  };
}

/** Any bytes, often with line ends among them; whole units, and no byte order mark by accident. */
function randomBytes(width: number): Buffer {
  const bytes = crypto.randomBytes(width * Math.floor(Math.random() * 200));
  for (let i = 0; i < bytes.length; i += 7) if (Math.random() < 0.3) bytes[i] = pick([0x0a, 0x0d, 0x00]);
  if (bytes.length > 0 && (bytes[0] as number) >= 0xef) bytes[0] = 0x41;
  return bytes;
}

function pick<T>(options: readonly T[]): T {
  return options[Math.floor(Math.random() * options.length)] as T;
}
