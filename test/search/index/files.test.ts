// What is known of files that come and go.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Files } from "../../../src/search/index/files.ts";
import { MAX_BYTES } from "../../../src/search/index/texts/read-text.ts";
import { ScannerWithRoom } from "../../../src/search/index/wasm/scanner.ts";
import { namesFor, namesIn, work } from "../../support/stored.ts";
import { tree } from "../../support/tree.ts";

test("files that came and went leave nothing behind", () => {
  const root = tree({ "a.txt": "plum\n" });
  const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, 2 ** 20));
  files.list(namesIn(root), () => false);
  const comeAndGo = (name: string): number => {
    fs.writeFileSync(path.join(root, name), "plum and pear\n");
    files.add([name]);
    work(files);
    expect(namesFor(files, "pear")).toEqual([name]);
    const bytes = files.indexBytes;
    files.vanished(name);
    return bytes;
  };
  comeAndGo("first.txt"); // is read together with the one that was there
  const second = comeAndGo("second.txt");
  for (let i = 0; i < 50; i++) comeAndGo(`${i}.txt`);
  expect(comeAndGo("other.txt")).toBe(second);
});

test("files of a directory that went are gone, those of one with a longer name are not", () => {
  const root = tree({ "src/a.txt": "plum\n", "src/deep/b.txt": "plum\n", "src-2/c.txt": "plum\n", "src.txt": "plum\n", "src0/d.txt": "plum\n" });
  const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, 2 ** 20));
  files.list(namesIn(root), () => false);
  work(files);
  files.vanishedBelow("src");
  expect([...namesFor(files, "plum")].sort()).toEqual(["src-2/c.txt", "src.txt", "src0/d.txt"]);
});
