// Ignore rules that stand where nobody watches: the next search knows of them all the same.
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPair, type Pair, queryFor } from "../../support/indexed.ts";
import { tree } from "../../support/tree.ts";

interface Place {
  /** The working directory. */
  readonly at: (name: string) => string;
  /** What is beside it. */
  readonly beside: (name: string) => string;
}

async function open(files: Parameters<typeof tree>[0]): Promise<Pair & Place> {
  const root = tree({ ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`work/${name}`, content])), "beside/": "" });
  const pair = openPair(path.join(root, "work"));
  onTestFinished(() => pair.close());
  return { ...pair, at: (name) => path.join(root, "work", name), beside: (name) => path.join(root, "beside", name) };
}

/** The same by the index, if it answers, and without. */
async function expectSame({ indexed, plain }: Pair, pattern = "needle"): Promise<void> {
  const query = queryFor(pattern, { limits: { ...queryFor("").limits, receiptMs: 60_000 } });
  expect(await indexed.search(query)).toEqual(await plain.search(query));
}

const FILES = { "a.txt": "needle\n", "src/a.txt": "needle\n", "src/b.md": "needle\n" };

test.each<[string, (place: Place) => string]>([
  [
    "a link to them",
    ({ at, beside }) => {
      fs.writeFileSync(beside("rules"), "*.txt\n");
      fs.symlinkSync(beside("rules"), at("src/.gitignore"));
      return beside("rules");
    },
  ],
  [
    "another name of the file",
    ({ at, beside }) => {
      fs.writeFileSync(beside("rules"), "*.txt\n");
      fs.linkSync(beside("rules"), at("src/.ignore"));
      return beside("rules");
    },
  ],
  [
    "a repository that is linked to",
    ({ at, beside }) => {
      fs.mkdirSync(beside("git/info"), { recursive: true });
      fs.writeFileSync(beside("git/info/exclude"), "*.txt\n");
      fs.symlinkSync(beside("git"), at("src/.git"));
      return beside("git/info/exclude");
    },
  ],
])("%s", async (_, make) => {
  const place = await open(FILES);
  const rules = make(place);
  await place.ready();
  await expectSame(place);
  for (const text of ["*.md\n", "", "*.txt\n"]) {
    fs.writeFileSync(rules, text);
    await expectSame(place);
    await place.ready();
    await expectSame(place);
  }
});

test.each([".git/info/exclude", "../.ignore", "src/.gitignore"])("a file that was ignored is found when %s ignores others", async (name) => {
  const place = await open(FILES);
  fs.mkdirSync(path.dirname(place.at(name)), { recursive: true });
  fs.writeFileSync(place.at(name), "*.new\n");
  await place.ready();
  fs.writeFileSync(place.at("src/c.new"), "needle\n");
  await expectSame(place);
  fs.rmSync(place.at("src/c.new"));
  fs.writeFileSync(place.at(name), "*.old\n");
  await expectSame(place);
  await place.ready();
  fs.writeFileSync(place.at("src/c.new"), "needle\n");
  await expectSame(place);
});

test("a link comes to a directory that is ignored, and is linked to itself", async () => {
  const place = await open({ ".gitignore": "/out\n/other\n", "a.txt": "straw\n", link: { link: "out" }, "out/a.txt": "straw\n", "other/b.txt": "needle\n" });
  await place.ready();
  for (let i = 0; i < 2; i++) await expectSame(place);
  fs.symlinkSync("../other/b.txt", place.at("out/new"));
  await expectSame(place);
});

test("directories are found as they are, though rules for them are linked to", async () => {
  const place = await open({ "src/sub/": "" });
  fs.mkdirSync(place.beside("git/info"), { recursive: true });
  fs.symlinkSync(place.beside("git"), place.at("src/.git"));
  const find = async (): Promise<unknown> => {
    const { filter, walk, page } = queryFor("");
    const found = await place.plain.find({
      roots: [{ path: "." }],
      filter,
      walk,
      kinds: { files: false, directories: true, links: false },
      order: "path",
      page,
      limits: { timeMs: 60_000, receiptMs: 60_000 },
    });
    return found.ok && found.value.entries.map(({ name }) => name);
  };
  await new Promise((resolve) => setTimeout(resolve, 50)); // what is newer than a tick of the clock is not remembered
  expect(await find()).toEqual(["src", "src/sub"]);
  fs.writeFileSync(place.beside("git/info/exclude"), "sub\n");
  expect(await find()).toEqual(["src"]);
});
