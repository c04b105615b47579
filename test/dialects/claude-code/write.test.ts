import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { OpenWorkspace, Settings } from "../../../src/index.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

const CURRENT = " (file state is current in your context — no need to Read it back)";
const NOT_READ = "File has not been read yet. Read it first before writing to it.";
const MODIFIED = "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";

function opened(root: string, settings: Partial<Settings> = {}): OpenWorkspace {
  return workspaceAt(root, { dialect: "claude-code", ...settings });
}

test.each<[string, object, string]>([
  ["a new file", { file_path: "new.txt", content: "a" }, `File created successfully at: ROOT/new.txt${CURRENT}`],
  ["an empty file", { file_path: "new.txt", content: "" }, `File created successfully at: ROOT/new.txt${CURRENT}`],
  ["directories on the way", { path: "a/b/c.txt", file_text: "a" }, `File created successfully at: ROOT/a/b/c.txt${CURRENT}`],
  ["a file that was not read", { file_path: "f.txt", content: "a" }, NOT_READ],
  ["a directory", { file_path: "d", content: "a" }, "ROOT/d is a directory, not a file. To create a file inside it, include the file name in file_path."],
  ["a file as a directory", { file_path: "f.txt/x", content: "a" }, "Path is not a directory: ROOT/f.txt"],
  [
    "a name that is too long",
    { file_path: "x".repeat(300), content: "a" },
    `Cannot create ROOT/${"x".repeat(300)}: its name is too long, or a directory on the way is missing.`,
  ],
  ["too much", { file_path: "big/f.txt", content: "x".repeat(101) }, "Content is 101 bytes, exceeds maximum 100 bytes"],
  [
    "half a character",
    { file_path: "x.txt", content: "\ud83d" },
    "InputValidationError: Write failed due to the following issue:\nThe parameter `content` holds half of a surrogate pair, which is not a character",
  ],
  ["something outside", { file_path: "/etc/new.txt", content: "a" }, "Path /etc/new.txt is outside the allowed directories"],
  ["nothing", { file_path: "x.txt" }, "InputValidationError: Write failed due to the following issue:\nThe required parameter `content` is missing"],
  [
    "a link that leads nowhere",
    { file_path: "gone.txt", content: "a" },
    "Refusing to write ROOT/gone.txt: it is a symbolic link. Write to the link's target path instead: ROOT/nowhere.txt.",
  ],
  ["a link out of the fence", { file_path: "out.txt", content: "a" }, "Path ROOT/out.txt is outside the allowed directories"],
])("Write answers %s", async (_, args, answer) => {
  const root = tree({ "f.txt": "one\n", "d/": "", "gone.txt": { link: "nowhere.txt" }, "out.txt": { link: "/etc/passwd" } });
  expect((await textOf(opened(root, { maxFileBytes: 100 }), "Write", args)).replaceAll(root, "ROOT")).toBe(answer);
  expect([fs.readFileSync(path.join(root, "f.txt"), "utf8"), fs.existsSync(path.join(root, "big")), fs.existsSync(path.join(root, "nowhere.txt"))]).toEqual([
    "one\n",
    false,
    false,
  ]);
});

test("a file is replaced once it was Read, in part or as a link, as long as nobody else changes it", async () => {
  const root = tree({ "f.txt": "one\ntwo\n", "l.txt": { link: "f.txt" } });
  const file = path.join(root, "f.txt");
  fs.chmodSync(file, 0o750);
  const workspace = opened(root);
  const write = (file_path: string, content: string): Promise<string> => textOf(workspace, "Write", { file_path, content });
  expect(await write("l.txt", "x")).toBe(NOT_READ);
  await workspace.call("Read", { file_path: "l.txt", limit: 1 });
  expect(await write("l.txt", "x")).toBe(`Refusing to write ${root}/l.txt: it is a symbolic link. Write to the link's target path instead: ${file}.`);
  expect(await write("f.txt", "1\r\n")).toBe(`The file ${file} has been updated successfully.${CURRENT}`);
  expect(await textOf(workspace, "Edit", { file_path: file, old_string: "1", new_string: "2" })).toBe(
    `The file ${file} has been updated successfully.${CURRENT}`,
  );
  expect([fs.readFileSync(file, "utf8"), (fs.statSync(file).mode & 0o777).toString(8)]).toEqual(["2\r\n", "750"]);
  fs.writeFileSync(file, "other\n");
  expect(await write("f.txt", "x")).toBe(MODIFIED);
  expect(fs.readFileSync(file, "utf8")).toBe("other\n");
});

test.each<[string, Buffer, Buffer | string]>([
  ["UTF-16 stays UTF-16", Buffer.from("\uFEFFalt\n", "utf16le"), Buffer.from("\uFEFFä\n", "utf16le")],
  ["UTF-16, big end first, too", Buffer.from("\uFEFFalt\n", "utf16le").swap16(), Buffer.from("\uFEFFä\n", "utf16le").swap16()],
  ["a mark stays", Buffer.from("\uFEFFalt\n"), Buffer.from("\uFEFFä\n")],
  ["what is not UTF-8 is refused", Buffer.from("caf\xe9", "latin1"), "File is not valid UTF-8: written as text it would be damaged."],
  ["what has NUL bytes is refused", Buffer.from("a\0"), "File has NUL bytes in its first 8 KB: written as text it would be damaged."],
])("%s", async (_, before, after) => {
  const root = tree({ "f.txt": before });
  const workspace = opened(root);
  await workspace.call("Read", { file_path: "f.txt" });
  const text = await textOf(workspace, "Write", { file_path: "f.txt", content: "ä\n" });
  const content = fs.readFileSync(path.join(root, "f.txt"));
  if (typeof after === "string") expect([text.startsWith(after), content]).toEqual([true, before]);
  else expect([text, content]).toEqual([`The file ${root}/f.txt has been updated successfully.${CURRENT}`, after]);
});

test("a mark that the content brings is not doubled", async () => {
  const root = tree({ "f.txt": "\uFEFFa" });
  const workspace = opened(root, { requireView: "false" });
  await workspace.call("Write", { file_path: "f.txt", content: "\uFEFFb" });
  expect(fs.readFileSync(path.join(root, "f.txt"), "utf8")).toBe("\uFEFFb");
});

test("a file too large to be edited is replaced whole", async () => {
  const root = tree({ "f.txt": "line\n".repeat(100) });
  const workspace = opened(root, { maxFileBytes: 200 });
  expect(await textOf(workspace, "Write", { file_path: "f.txt", content: "x" })).toBe(NOT_READ);
  await workspace.call("Read", { file_path: "f.txt", limit: 1 });
  expect(await textOf(workspace, "Write", { file_path: "f.txt", content: "x" })).toBe(`The file ${root}/f.txt has been updated successfully.${CURRENT}`);
});

test("a kept result cannot be written", async () => {
  const root = tree({});
  expect(await textOf(workspaceAt(root, { dialect: "claude-code" }), "Write", { file_path: "artifact://12345678", content: "x" })).toBe(
    "Path artifact://12345678 is a kept result, not a regular file or directory",
  );
  expect(fs.readdirSync(root)).toEqual([]);
});
