import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { OpenFiles } from "../../../../src/search/index/texts/open-files.ts";
import { temporary } from "../../../support/race.ts";

const NAMES = ["a", "b", "c"] as const;
const root = temporary("open");
for (const name of NAMES) fs.writeFileSync(path.join(root, name), `in ${name}`);
afterAll(() => fs.rmSync(root, { recursive: true }));
const opener = (name: string) => () => fs.openSync(path.join(root, name), "r");
const isOpen = (fd: number): boolean => fs.existsSync(`/proc/self/fd/${fd}`) && fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith(root);
const textIn = (fd: number): string => fs.readFileSync(fd, "utf8");

test("a file stays open, and is opened again for another version", () => {
  const files = new OpenFiles<string>(10);
  const first = files.get("a", 1, opener("a")) as number;
  expect([textIn(first), files.get("a", 1, opener("b"))]).toEqual(["in a", first]);
  expect(textIn(files.get("a", 2, opener("b")) as number)).toBe("in b");
  files.close("a");
  expect(isOpen(first)).toBe(false);
});

test("of many, those that were used last stay open", () => {
  const files = new OpenFiles<string>(2);
  const [a, b] = NAMES.slice(0, 2).map((name) => files.get(name, 1, opener(name)) as number) as [number, number];
  files.get("a", 1, opener("a"));
  const links = [a, b].map((fd) => fs.readlinkSync(`/proc/self/fd/${fd}`));
  files.get("c", 1, opener("c"));
  expect(fs.readlinkSync(`/proc/self/fd/${a}`)).toBe(links[0]);
  expect(fs.existsSync(`/proc/self/fd/${b}`) && fs.readlinkSync(`/proc/self/fd/${b}`)).not.toBe(links[1]);
  for (const name of NAMES) files.close(name);
});

test("what is held is closed when it is released, not before", () => {
  const files = new OpenFiles<string>(1);
  const fd = files.get("a", 1, opener("a")) as number;
  const [first, second] = [files.hold("a"), files.hold("a")];
  files.close("a");
  first();
  expect(isOpen(fd)).toBe(true);
  second();
  expect(isOpen(fd)).toBe(false);
});

test("a file that cannot be opened has no descriptor, and none has one where none are allowed", () => {
  expect(new OpenFiles<string>(1).get("a", 1, () => undefined)).toBeUndefined();
  expect(new OpenFiles<string>(0).get("a", 1, opener("a"))).toBeUndefined();
});
