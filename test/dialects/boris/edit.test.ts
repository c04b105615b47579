import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

const FILE = "one\ntwo\nthree two\n";

test.each([
  ["one match", { old_str: "one", new_str: "1" }, "Replaced in ROOT/f.txt\n\n1\t1\n2\ttwo\n3\tthree two\n"],
  ["a deletion", { old_str: "one\n" }, "Replaced in ROOT/f.txt\n\n1\ttwo\n2\tthree two\n"],
  ["all matches", { old_str: "two", new_str: "2", replace_all: true }, "Replaced 2 occurrences in ROOT/f.txt"],
  ["the other dialect's names", { old_string: "one", new_string: "1", replace_all: "true" }, "Replaced 1 occurrences in ROOT/f.txt"],
  [
    "several matches",
    { old_str: "two", new_str: "2" },
    "[STR_REPLACE_AMBIGUOUS] found 2 occurrences in ROOT/f.txt; match must be unique (use replace_all to replace all): lines 2, 3",
  ],
  ["no match", { old_str: "tree two" }, "[STR_REPLACE_NOT_FOUND] old_str not found in ROOT/f.txt\nThe closest text is at line 3:\n3\tthree two"],
  ["an empty text", { old_str: "" }, "[INVALID_INPUT] old_str must not be empty"],
  ["half a character", { old_str: "one", new_str: "\ud83d" }, "[INVALID_INPUT] new_str holds half of a surrogate pair, which is not a character"],
  ["no text", {}, "[INVALID_INPUT] old_str is required"],
])("str_replace answers %s", async (_, args, answer) => {
  const root = tree({ "f.txt": FILE });
  const text = await textOf(workspaceAt(root, { requireView: "false" }), "str_replace", { path: "f.txt", ...args });
  expect(text.replaceAll(root, "ROOT")).toBe(answer);
});

test("a change longer than an answer is cut at a line end", async () => {
  const root = tree({ "f.txt": FILE });
  const text = await textOf(workspaceAt(root, { requireView: "false" }), "str_replace", { path: "f.txt", old_str: "one", new_str: "x\n".repeat(50_000) });
  expect(text.length).toBeLessThanOrEqual(48_000);
  expect(text.split("\n").at(-1)).toMatch(/^\[Truncated: use view_range from line \d+ to see the rest of the change\.\]$/);
});

test.each([
  ["a new file", { path: "new.txt", content: "hello\n" }, "Created ROOT/new.txt (6 bytes)"],
  ["bytes, not characters", { path: "new.txt", content: "ä" }, "Created ROOT/new.txt (2 bytes)"],
  ["directories on the way", { path: "a/b/c.txt", file_text: "" }, "Created ROOT/a/b/c.txt (0 bytes)"],
  [
    "an existing file that was not viewed",
    { path: "f.txt", content: "" },
    "[FILE_NOT_VIEWED] file ROOT/f.txt must be viewed before overwriting. Use the view tool first.",
  ],
  ["too much", { path: "new/big.txt", content: "x".repeat(101) }, "[FILE_TOO_LARGE] content is 101 bytes, exceeds maximum 100 bytes"],
  ["a directory", { path: "d", content: "x" }, "[INVALID_INPUT] path ROOT/d is a directory, not a file"],
  ["something outside", { path: "../x.txt", content: "x" }, "[ACCESS_DENIED] path OUTSIDE/x.txt is outside the allowed directories"],
])("create_file answers %s", async (_, args, answer) => {
  const root = tree({ "f.txt": FILE, "d/": "" });
  const text = await textOf(workspaceAt(root, { maxFileBytes: 100 }), "create_file", args);
  expect(text.replaceAll(root, "ROOT").replaceAll(path.dirname(root), "OUTSIDE")).toBe(answer);
  expect(fs.existsSync(path.join(root, "new"))).toBe(false);
});

test("a cancelled edit changes nothing", async () => {
  const root = tree({ "f.txt": FILE });
  const workspace = workspaceAt(root, { requireView: "false" });
  await expect(workspace.call("str_replace", { path: "f.txt", old_str: "one" }, AbortSignal.abort())).rejects.toThrow();
  expect([fs.readFileSync(path.join(root, "f.txt"), "utf8"), fs.readdirSync(root)]).toEqual([FILE, ["f.txt"]]);
});
