import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tree } from "../support/tree.ts";
import { textOf, workspaceAt } from "../support/workspace.ts";

const bytesAt = (root: string, name: string): string => fs.readFileSync(path.join(root, name), "latin1");

test("the target of a link is changed and the link stays", async () => {
  const root = tree({ "real/a.txt": "one\n", "link.txt": { link: "real/a.txt" } });
  const workspace = workspaceAt(root, { requireView: "false" });
  expect(await textOf(workspace, "str_replace", { path: "link.txt", old_str: "one", new_str: "two" })).toBe(`Replaced in ${root}/link.txt\n\n1\ttwo\n`);
  expect([bytesAt(root, "real/a.txt"), fs.readlinkSync(path.join(root, "link.txt"))]).toEqual(["two\n", "real/a.txt"]);
});

test("a file with several links is changed under all its names", async () => {
  const root = tree({ "a.txt": "one two three\n" });
  fs.linkSync(path.join(root, "a.txt"), path.join(root, "b.txt"));
  await textOf(workspaceAt(root, { requireView: "false" }), "str_replace", { path: "a.txt", old_str: "one two", new_str: "1" });
  expect([bytesAt(root, "a.txt"), bytesAt(root, "b.txt"), fs.readdirSync(root).sort()]).toEqual(["1 three\n", "1 three\n", ["a.txt", "b.txt"]]);
});

test("parallel edits under two names of one file lose none", async () => {
  const root = tree({ "a.txt": Array.from({ length: 40 }, (_, i) => `<${i}>\n`).join("") });
  fs.linkSync(path.join(root, "a.txt"), path.join(root, "b.txt"));
  const workspace = workspaceAt(root, { requireView: "false" });
  const edit = async (i: number): Promise<void> => {
    const reply = await workspace.call("str_replace", { path: i % 2 === 0 ? "a.txt" : "b.txt", old_str: `<${i}>`, new_str: `<done ${i}>` });
    expect(reply.outcome).toBe("found");
  };
  await Promise.all(Array.from({ length: 40 }, (_, i) => edit(i)));
  expect(bytesAt(root, "b.txt")).toBe(Array.from({ length: 40 }, (_, i) => `<done ${i}>\n`).join(""));
});

test("the mode is kept", async () => {
  const root = tree({ "run.sh": "echo old\n" });
  fs.chmodSync(path.join(root, "run.sh"), 0o750);
  await textOf(workspaceAt(root, { requireView: "false" }), "create_file", { path: "run.sh", content: "echo new\n" });
  expect([(fs.statSync(path.join(root, "run.sh")).mode & 0o777).toString(8), bytesAt(root, "run.sh")]).toEqual(["750", "echo new\n"]);
});

test("an edit needs a view of the file, by any of its names, and the same content", async () => {
  const root = tree({ "a.txt": "one\n", "link.txt": { link: "a.txt" } });
  const workspace = workspaceAt(root);
  const edit = (old: string, made: string): Promise<string> => textOf(workspace, "str_replace", { path: "a.txt", old_str: old, new_str: made });
  expect(await edit("one", "two")).toBe(`[FILE_NOT_VIEWED] file ${root}/a.txt must be viewed before editing. Use the view tool first.`);
  expect(await textOf(workspace, "create_file", { path: "a.txt", content: "" })).toBe(
    `[FILE_NOT_VIEWED] file ${root}/a.txt must be viewed before overwriting. Use the view tool first.`,
  );
  await textOf(workspace, "view", { path: "link.txt", view_range: [1, 1] });
  fs.writeFileSync(path.join(root, "a.txt"), "one\n"); // another time, the same content
  expect(await edit("one", "two")).toBe(`Replaced in ${root}/a.txt\n\n1\ttwo\n`);
  expect(await edit("two", "three")).toBe(`Replaced in ${root}/a.txt\n\n1\tthree\n`);
  fs.writeFileSync(path.join(root, "a.txt"), "other\n");
  expect(await edit("three", "four")).toBe(`[FILE_CHANGED] file ${root}/a.txt has changed since it was last viewed. View it again before editing.`);
  expect(bytesAt(root, "a.txt")).toBe("other\n");
});

test("what this session wrote it has seen", async () => {
  const root = tree({});
  const workspace = workspaceAt(root);
  await textOf(workspace, "create_file", { path: "new.txt", content: "one\n" });
  expect(await textOf(workspace, "str_replace", { path: "new.txt", old_str: "one", new_str: "two" })).toBe(`Replaced in ${root}/new.txt\n\n1\ttwo\n`);
});

test("without the tool to view, nothing needs to be viewed", async () => {
  const root = tree({ "a.txt": "one\n" });
  const workspace = workspaceAt(root, { disabledTools: ["view"] });
  expect(await textOf(workspace, "str_replace", { path: "a.txt", old_str: "one" })).toBe(`Replaced in ${root}/a.txt\n\n1\t\n`);
});

test("files too large to be edited are refused; viewed by range they can be overwritten", async () => {
  const root = tree({ "big.txt": "line\n".repeat(100) });
  const workspace = workspaceAt(root, { maxFileBytes: 200 });
  expect(await textOf(workspace, "str_replace", { path: "big.txt", old_str: "line" })).toBe(
    `[FILE_TOO_LARGE] file ${root}/big.txt is 500 bytes, exceeds maximum 200 bytes`,
  );
  expect(await textOf(workspace, "create_file", { path: "big.txt", content: "x" })).toMatch(/^\[FILE_NOT_VIEWED\]/);
  expect(await textOf(workspace, "view", { path: "big.txt", view_range: [99, -1] })).toBe(" 99\tline\n100\tline\n");
  expect(await textOf(workspace, "create_file", { path: "big.txt", content: "x" })).toBe(`Created ${root}/big.txt (1 bytes)`);
});

test.runIf(process.platform === "linux" && process.getuid?.() !== 0)("a file that may not be written is not replaced", async () => {
  const root = tree({ "a.txt": "one\n" });
  fs.chmodSync(path.join(root, "a.txt"), 0o444);
  const workspace = workspaceAt(root, { requireView: "false" });
  expect(await textOf(workspace, "str_replace", { path: "a.txt", old_str: "one" })).toBe(`[IO_ERROR] ${root}/a.txt: EACCES: permission denied`);
});

test("extended attributes are kept where cp can copy them", async ({ skip }) => {
  const { execFileSync } = await import("node:child_process");
  const root = tree({ "a.txt": "one\n" });
  const python = (code: string): string =>
    execFileSync("python3", ["-c", `import os; ${code}`, path.join(root, "a.txt")], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    python("import sys; os.setxattr(sys.argv[1], 'user.note', b'kept')");
  } catch {
    return skip("no python3, or no attributes here");
  }
  await textOf(workspaceAt(root, { requireView: "false" }), "str_replace", { path: "a.txt", old_str: "one", new_str: "two" });
  expect([bytesAt(root, "a.txt"), python("import sys; print(os.getxattr(sys.argv[1], 'user.note').decode())")]).toEqual(["two\n", "kept\n"]);
});

test("a path that ends with a slash names a directory", async () => {
  const root = tree({});
  expect(await textOf(workspaceAt(root), "create_file", { path: "new/", content: "x" })).toBe("[INVALID_INPUT] path new/ is a directory, not a file");
  expect(fs.readdirSync(root)).toEqual([]);
});
