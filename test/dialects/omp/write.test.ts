import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

test.each([
  ["a new file", { path: "new.txt", content: "hello\n" }, "¶new.txt#5BF9\nSuccessfully wrote 6 bytes to new.txt"],
  ["directories on the way", { path: "a/b/c.txt", content: "é" }, "¶a/b/c.txt#2927\nSuccessfully wrote 2 bytes to a/b/c.txt"],
  ["an existing file, seen or not", { path: "f.txt", content: "" }, "¶f.txt#5D05\nSuccessfully wrote 0 bytes to f.txt"],
  ["too much", { path: "new.txt", content: "x".repeat(101) }, "Content is 101 bytes, exceeds maximum 100 bytes"],
  ["half a character", { path: "new.txt", content: "\ud83d" }, "Content holds half of a surrogate pair, which is not a character"],
  ["a directory", { path: "d", content: "x" }, "d is a directory, not a file"],
  ["something outside", { path: "../x.txt", content: "x" }, "Path OUTSIDE/x.txt is outside the allowed directories"],
  ["a link that leads nowhere", { path: "l", content: "x" }, "Path ROOT/l is a symbolic link whose target does not exist; create the target itself"],
])("write answers %s", async (_, args, answer) => {
  const root = tree({ "f.txt": "old\n", "d/": "", l: { link: "nowhere" } });
  const text = await textOf(workspaceAt(root, { dialect: "omp", maxFileBytes: 100 }), "write", args);
  expect(text.replaceAll(root, "ROOT").replaceAll(path.dirname(root), "OUTSIDE")).toBe(answer);
  if (text.startsWith("¶")) expect(fs.readFileSync(path.join(root, args.path), "utf8")).toBe(args.content);
});

test("in replace mode there is no tag to tell", async () => {
  const workspace = workspaceAt(tree({}), { dialect: "omp", editMode: "replace" });
  expect(await textOf(workspace, "write", { path: "new.txt", content: "hello\n" })).toBe("Successfully wrote 6 bytes to new.txt");
});

test("what was overwritten can be recovered from", async () => {
  const root = tree({ "f.txt": "one\ntwo\nthree\nfour\n" });
  const workspace = workspaceAt(root, { dialect: "omp" });
  const header = (await textOf(workspaceAt(root, { dialect: "omp" }), "read", { path: "f.txt" })).split("\n")[0];
  await textOf(workspace, "write", { path: "f.txt", content: "zero\none\ntwo\nthree\nfour\n" });
  expect(await textOf(workspace, "edit", { input: `${header}\nreplace 3..3:\n+THREE` })).toBe(
    "¶f.txt#A431\n 2:one\n 3:two\n-4:three\n+4:THREE\n 5:four\n\nWarnings:\n" +
      "Recovered from a stale file hash using an earlier in-session snapshot (the file hash advanced after a prior edit in this session).",
  );
});

test.each([
  ["docs://x.md", "Path docs://x.md is a text that can only be read, not a regular file or directory"],
  ["a.zip:src/x.ts", "Path a.zip:src/x.ts is a member of an archive, which can only be read, not a regular file or directory"],
])("%s cannot be written", async (name, text) => {
  const root = tree({ "a.zip": "PK" });
  const reply = await workspaceAt(root, { dialect: "omp" }).call("write", { path: name, content: "x" });
  expect(reply).toEqual({ text, outcome: "error" });
  expect(fs.readdirSync(root)).toEqual(["a.zip"]);
});
