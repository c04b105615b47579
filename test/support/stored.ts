// The index of a tree and its store, without a server: what it would look at, before and after a restart.
import fs from "node:fs";
import path from "node:path";
import { Files } from "../../src/search/index/files.ts";
import { wantedOf } from "../../src/search/index/pattern/pattern.ts";
import type { Wanted } from "../../src/search/index/pattern/wanted.ts";
import { openStore } from "../../src/search/index/store/tree-store.ts";
import { MAX_BYTES } from "../../src/search/index/texts/read-text.ts";
import { ScannerWithRoom } from "../../src/search/index/wasm/scanner.ts";

export interface Place {
  readonly root: string;
  readonly cache: string;
}

/** The index of a tree as a server starts with it: what was stored has been adopted, nothing has been read. */
export function startedAt({ root, cache }: Place, maxBytes: number = 2 ** 30): Files {
  const store = openStore({ directory: cache, maxBytes, walk: "" }, root);
  const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, 2 ** 20), { store });
  files.list(namesIn(root), () => false);
  for (const segment of store?.stored() ?? []) for (const _ of files.adopt(segment));
  files.adopted();
  return files;
}

/** The index of a tree without a store, with everything read. */
export function freshFrom(root: string): Files {
  const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, 2 ** 20));
  files.list(namesIn(root), () => false);
  work(files);
  return files;
}

/** Reads all that has to be read. */
export function work(files: Files): void {
  while (files.hasWork) files.work(Number.POSITIVE_INFINITY);
}

export function storeAll(files: Files): void {
  work(files);
  files.store(Number.POSITIVE_INFINITY);
}

/** The files that would be looked at for a word. */
export function namesFor(files: Files, word: string): readonly string[] {
  const wanted = wantedOf({ pattern: word, caseInsensitive: false }) as Wanted;
  const found = files.picker.pick({ wanted, span: "piece", passes: () => true });
  found.openAll(Number.POSITIVE_INFINITY);
  return Array.from({ length: found.size }, (_, index) => found.file(index).name).sort();
}

/** Text files that hold a word. */
export function holding(root: string, word: string): string[] {
  const texts = [...namesIn(root)].map((name) => [name, fs.readFileSync(path.join(root, name), "latin1")] as const);
  return texts.flatMap(([name, text]) => (text.includes(word) && !text.includes("\0") ? [name] : [])).sort();
}

/** Plain files of a tree. */
export function namesIn(root: string): ReadonlySet<string> {
  const names = fs.readdirSync(root, { recursive: true, encoding: "utf8" });
  return new Set(names.filter((name) => fs.lstatSync(path.join(root, name)).isFile()));
}

export function segmentsIn(cache: string): readonly string[] {
  const names = fs.readdirSync(cache, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".segment"))
    .sort()
    .map((name) => path.join(cache, name));
}

/** The same inode, and the same times as far as they can be set; only the ctime tells. */
export function editKeepingTimes(file: string, text: string): void {
  const { atime, mtime } = fs.statSync(file);
  const fd = fs.openSync(file, "r+");
  fs.writeSync(fd, text, 0);
  fs.closeSync(fd);
  fs.utimesSync(file, atime, mtime);
}

/** Until what changed before is not too new to be believed. */
export function waitForTick(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
}
