import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Cookie, Cookies } from "../../../../src/search/index/listing/cookies.ts";
import { tree } from "../../../support/tree.ts";

test("one whose event has come is touched again instead of another being made", () => {
  const root = tree({});
  const cookies = new Cookies(root);
  const first = cookies.drop() as Cookie;
  const before = new Date(0);
  cookies.keep(first);
  fs.utimesSync(path.join(root, first.name), before, before);
  expect(cookies.drop()).toBe(first);
  expect(fs.readdirSync(root)).toEqual([first.name]);
  expect(fs.statSync(path.join(root, first.name)).mtime).not.toEqual(before);
  cookies.keep(first);
  cookies.close();
});

test("of two who wait at once, each has one of its own", () => {
  const root = tree({});
  const cookies = new Cookies(root);
  const both = [cookies.drop() as Cookie, cookies.drop() as Cookie];
  expect(fs.readdirSync(root).sort()).toEqual(both.map(({ name }) => name));
  for (const cookie of both) cookies.keep(cookie);
  cookies.close();
});

test("one whose event has not come is never used again, nor is its name", () => {
  const root = tree({});
  const cookies = new Cookies(root);
  const lost = cookies.drop() as Cookie;
  cookies.abandon(lost);
  expect(fs.readdirSync(root)).toEqual([]);
  const next = cookies.drop() as Cookie;
  expect(next.name).not.toBe(lost.name);
  cookies.keep(next);
  cookies.close();
});

test("where the directory is gone, there is none", () => {
  const root = tree({ "gone/": "" });
  const cookies = new Cookies(path.join(root, "gone"));
  fs.rmdirSync(path.join(root, "gone"));
  expect(cookies.drop()).toBe(undefined);
});

test("closed, no descriptor is left", () => {
  const open = (): number => fs.readdirSync("/proc/self/fd").length;
  const before = open();
  const cookies = new Cookies(tree({}));
  const both = [cookies.drop() as Cookie, cookies.drop() as Cookie];
  expect(open()).toBe(before + 2);
  for (const cookie of both) cookies.keep(cookie);
  cookies.close();
  expect(open()).toBe(before);
});
