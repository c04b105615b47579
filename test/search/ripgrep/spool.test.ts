// The file in which a list is kept while ripgrep prints it.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { Spool } from "../../../src/search/ripgrep/spool.ts";
import { tree } from "../../support/tree.ts";

afterEach(() => vi.unstubAllEnvs());

test("what another process prints is read once, in order, as it grows; the file has no name", () => {
  const directory = tree({});
  vi.stubEnv("TMPDIR", directory);
  const spool = Spool.open() as Spool;
  const print = (text: string): void => void spawnSync("printf", ["%s", text], { stdio: ["ignore", spool.fd, "inherit"] });
  const read = (): readonly string[] => {
    const pieces: string[] = [];
    while (spool.readPiece((chunk) => pieces.push(chunk.toString())));
    return pieces;
  };
  const before = read();
  print("one ");
  print("two ");
  const first = read();
  print("three");
  expect([before, first, read(), read(), fs.readdirSync(directory)]).toEqual([[], ["one two "], ["three"], [], []]);
  spool.close();
});

test("a long text comes in pieces", () => {
  const spool = Spool.open() as Spool;
  fs.writeSync(spool.fd, "a".repeat(70_000));
  const sizes: number[] = [];
  while (spool.readPiece((chunk) => sizes.push(chunk.length)));
  spool.close();
  expect(sizes).toEqual([32_768, 32_768, 4_464]);
});

test("one that cannot be read says so", () => {
  const spool = Spool.open() as Spool;
  const broken = vi.spyOn(fs, "readSync").mockImplementation(() => {
    throw new Error("EIO");
  });
  const pieces: Buffer[] = [];
  spool.readPiece((chunk) => pieces.push(chunk));
  broken.mockRestore();
  spool.close();
  expect([pieces, spool.isBroken]).toEqual([[], true]);
});

test("there is none where nothing can be written", () => {
  vi.stubEnv("TMPDIR", "/no/such/directory");
  expect(Spool.open()).toBeUndefined();
});
