import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tree } from "../support/tree.ts";
import { textOf, workspaceAt } from "../support/workspace.ts";

const create = (root: string, name: string): Promise<string> => textOf(workspaceAt(path.join(root, "in")), "create_file", { path: name, content: "x" });

test("missing directories are made, also behind a link that leads to a directory inside", async () => {
  const root = tree({ "in/real/": "", "in/link": { link: "real" } });
  expect(await create(root, "link/a/b/c.txt")).toBe(`Created ${root}/in/link/a/b/c.txt (1 bytes)`);
  expect(fs.readFileSync(path.join(root, "in/real/a/b/c.txt"), "utf8")).toBe("x");
});

test.each([
  ["a link out of the fence", "out/new.txt", "[ACCESS_DENIED] path IN/out/new.txt is outside the allowed directories"],
  ["a dangling link to a file", "dangling", "[ACCESS_DENIED] path IN/dangling is a symbolic link whose target does not exist; create the target itself"],
  [
    "a dangling link to a directory",
    "nowhere/new.txt",
    "[ACCESS_DENIED] path IN/nowhere is a symbolic link whose target does not exist; create the target itself",
  ],
  ["a dangling link inside", "inner", "[ACCESS_DENIED] path IN/inner is a symbolic link whose target does not exist; create the target itself"],
  ["a file where a directory should be", "file/x/y.txt", "[INVALID_INPUT] path IN/file is not a directory"],
])("nothing is written through %s", async (_, name, answer) => {
  const root = tree({
    "in/file": "f",
    "in/out": { link: "../out" },
    "out/": "",
    "in/dangling": { link: "../out/made.txt" },
    "in/nowhere": { link: "../out/dir" },
    "in/inner": { link: "not-there" },
  });
  expect((await create(root, name)).replaceAll(`${root}/in`, "IN")).toBe(answer);
  expect(fs.readdirSync(path.join(root, "out"))).toEqual([]);
  expect(fs.existsSync(path.join(root, "in/not-there"))).toBe(false);
});
