import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { OpenWorkspace, Settings } from "../../../src/index.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

const CURRENT = " (file state is current in your context — no need to Read it back)";
const NOTE =
  " (note: the file had been modified on disk since you last read it — the edit applied cleanly, but the file contains other changes not in your context. " +
  "Read it before edits that depend on surrounding content.)";
const NOT_READ = "File has not been read yet. Read it first before writing to it.";
const MODIFIED = "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";
const EXISTS = "Cannot create new file - file already exists.";
const SAME = "No changes to make: old_string and new_string are exactly the same.";

function opened(root: string, settings: Partial<Settings> = {}): OpenWorkspace {
  return workspaceAt(root, { dialect: "claude-code", ...settings });
}

/** What Edit answers to a change of f.txt, and what is in the file then. */
async function edited(content: string | Buffer, args: object, settings: Partial<Settings> = {}): Promise<readonly [string, string]> {
  const root = tree({ "f.txt": content });
  const workspace = opened(root, settings);
  await workspace.call("Read", { file_path: "f.txt" });
  const text = await textOf(workspace, "Edit", { file_path: "f.txt", ...args });
  return [text.replaceAll(root, "ROOT"), fs.readFileSync(path.join(root, "f.txt"), "utf8")];
}

test.each<[string, string, object, string]>([
  ["one match", "one two\n", { old_string: "one", new_string: "1" }, "1 two\n"],
  ["other names", "one\n", { old_str: "one", new_str: "1" }, "1\n"],
  ["CRLF", "a\r\nb\r\nc\r\n", { old_string: "a\nb", new_string: "1\n2\n3" }, "1\r\n2\r\n3\r\nc\r\n"],
  ["curly quotes", "say “hi”, it’s\n", { old_string: `"hi", it's`, new_string: `"ho", that's` }, "say “ho”, that’s\n"],
  ["a line that is deleted", "a\nb\nc\n", { old_string: "b", new_string: "" }, "a\nc\n"],
  ["a byte order mark", "\uFEFFa\n", { old_string: "a", new_string: "b" }, "\uFEFFb\n"],
  ["what looks like a pattern", "a.*b\n", { old_string: ".*", new_string: "$&$1" }, "a$&$1b\n"],
])("Edit changes %s", async (_, content, args, result) => {
  expect(await edited(content, args)).toEqual([`The file ROOT/f.txt has been updated successfully.${CURRENT}`, result]);
});

test("Edit changes every occurrence", async () => {
  expect(await edited("x y x\n", { old_string: "x", new_string: "z", replace_all: true })).toEqual([
    `The file ROOT/f.txt has been updated. All occurrences were successfully replaced.${CURRENT}`,
    "z y z\n",
  ]);
});

test("Edit keeps UTF-16", async () => {
  const content = Buffer.from("\uFEFFä “one”\r\n", "utf16le");
  const root = tree({ "f.txt": content });
  const workspace = opened(root);
  await workspace.call("Read", { file_path: "f.txt" });
  await workspace.call("Edit", { file_path: "f.txt", old_string: '"one"', new_string: '"two"' });
  expect(fs.readFileSync(path.join(root, "f.txt")).toString("utf16le")).toBe("\uFEFFä “two”\r\n");
});

test.each<[string, string | Buffer, object, string]>([
  ["nothing new", "a", { old_string: "a", new_string: "a" }, SAME],
  ["nothing at all", "", { old_string: "", new_string: "" }, SAME],
  ["a text that is not there", "one\ntwo\n", { old_string: "zzz\nyyy", new_string: "" }, "String to replace not found in file.\nString: zzz\nyyy"],
  [
    "a text that is nearly there",
    "one\n\tlet two = 2;\n",
    { old_string: "  let two = 2;", new_string: "" },
    "String to replace not found in file.\nString:   let two = 2;\nThe closest text is at line 2:\n2\t\tlet two = 2;",
  ],
  [
    "a text that is there several times",
    "x x\nx\n",
    { old_string: "x", new_string: "y" },
    "Found 3 matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. " +
      "To replace only one occurrence, please provide more context to uniquely identify the instance.\nString: x",
  ],
  ["a file with content, as a new one", "a", { old_string: "", new_string: "b" }, EXISTS],
  [
    "what is not UTF-8",
    Buffer.from("caf\xe9 a", "latin1"),
    { old_string: "a", new_string: "b" },
    "File is not valid UTF-8: written as text it would be damaged. Change it with a program that knows its encoding or format, for example with Bash.",
  ],
  [
    "what has NUL bytes",
    "a\0b",
    { old_string: "a", new_string: "b" },
    "File has NUL bytes in its first 8 KB: written as text it would be damaged. Change it with a program that knows its encoding or format, for example with Bash.",
  ],
  [
    "half a character",
    "a",
    { old_string: "a", new_string: "\ud83d" },
    "InputValidationError: Edit failed due to the following issue:\nThe parameter `new_string` holds half of a surrogate pair, which is not a character",
  ],
  [
    "nothing to put in",
    "a",
    { old_string: "a" },
    "InputValidationError: Edit failed due to the following issue:\nThe required parameter `new_string` is missing",
  ],
])("Edit refuses %s", async (_, content, args, answer) => {
  expect(await edited(content, args)).toEqual([answer, content.toString("utf8")]);
});

test("a long text that is not there is quoted in part, and what is near it is still shown", async () => {
  const [text] = await edited("a word\n", { old_string: `a words\n${"x".repeat(9_000)}`, new_string: "" });
  expect([text.length < 8_000, text.includes("… (9008 characters)")]).toEqual([true, true]);
});

test("a file too large to be edited, and an edit that would make it so", async () => {
  const limit = { maxFileBytes: 10 };
  expect(await edited("x".repeat(11), { old_string: "x", new_string: "y" }, limit)).toEqual([
    "File ROOT/f.txt is 11 bytes, which exceeds the maximum of 10 bytes.",
    "x".repeat(11),
  ]);
  expect(await edited("x", { old_string: "x", new_string: "y".repeat(11) }, limit)).toEqual(["Content is 11 bytes, exceeds maximum 10 bytes", "x"]);
});

test("an empty old_string makes a file with its directories, or fills one that has no text", async () => {
  const root = tree({ "empty.txt": "", "blank.txt": " \n", "mark.txt": "\uFEFF" });
  const workspace = opened(root);
  const make = (file_path: string): Promise<string> => textOf(workspace, "Edit", { file_path, old_string: "", new_string: "new\n" });
  expect(await make("a/b/c.txt")).toBe(`The file ${root}/a/b/c.txt has been updated successfully.${CURRENT}`);
  expect(fs.readFileSync(path.join(root, "a/b/c.txt"), "utf8")).toBe("new\n");
  for (const [name, content] of Object.entries({ "empty.txt": "new\n", "blank.txt": "new\n", "mark.txt": "\uFEFFnew\n" })) {
    expect(await make(name)).toBe(NOT_READ);
    await workspace.call("Read", { file_path: name });
    expect(await make(name)).toBe(`The file ${root}/${name} has been updated successfully.${CURRENT}`);
    expect(fs.readFileSync(path.join(root, name), "utf8")).toBe(content);
  }
  expect(await textOf(workspace, "Edit", { file_path: "d/big.txt", old_string: "", new_string: "x".repeat(11 * 1024 * 1024) })).toBe(
    "Content is 11534336 bytes, exceeds maximum 10485760 bytes",
  );
  expect(fs.existsSync(path.join(root, "d"))).toBe(false);
});

test("the checks come in their order", async () => {
  const root = tree({ "f.txt": "one\n", "e.txt": "", "src/app.ts": "" });
  const workspace = opened(root);
  const edit = async (file_path: string, old_string: string, new_string: string): Promise<string> =>
    (await textOf(workspace, "Edit", { file_path, old_string, new_string })).replaceAll(root, "ROOT");
  expect(await edit("nope.txt", "x", "x")).toBe(SAME);
  expect(await edit("f.txt", "", "x")).toBe(EXISTS);
  expect(await edit("e.txt", "", "x")).toBe(NOT_READ);
  expect(await edit("f.txt", "zzz", "x")).toBe(NOT_READ);
  expect(await edit("src/app.js", "zzz", "x")).toBe("File does not exist. Note: your current working directory is ROOT. Did you mean app.ts?");
  expect(await edit("src", "zzz", "x")).toBe("EISDIR: illegal operation on a directory, read 'ROOT/src'\nUse Glob to list the files in it.");
  expect(await edit("/etc/passwd", "zzz", "x")).toBe("Path /etc/passwd is outside the allowed directories");
});

test("a Read of a part is a Read, but nobody is told to know the whole", async () => {
  const root = tree({ "f.txt": "a\nb\nc\n" });
  const workspace = opened(root);
  const edit = (old_string: string, new_string: string): Promise<string> => textOf(workspace, "Edit", { file_path: "f.txt", old_string, new_string });
  const updated = `The file ${root}/f.txt has been updated successfully.`;
  await workspace.call("Read", { file_path: "f.txt", limit: 2 });
  expect(await edit("a", "1")).toBe(updated);
  await workspace.call("Read", { file_path: "f.txt", offset: 2 });
  expect(await edit("b", "2")).toBe(updated);
  await workspace.call("Read", { file_path: "f.txt", limit: 4 });
  expect(await edit("c", "3")).toBe(`${updated}${CURRENT}`);
  await workspace.call("Read", { file_path: "f.txt", limit: 1 });
  expect(await edit("3", "4")).toBe(`${updated}${CURRENT}`);
});

test("a Read that was cut or showed nothing is no Read of the whole", async () => {
  const root = tree({ "f.txt": "a line of text\n".repeat(200), "wide.txt": `end ${"x".repeat(5_000)}`, "past.txt": "a\n" });
  const workspace = opened(root, { maxOutputChars: 2_000 });
  const edit = (file_path: string, old_string: string): Promise<string> =>
    textOf(workspace, "Edit", { file_path, old_string, new_string: "1", replace_all: true });
  await workspace.call("Read", { file_path: "f.txt" });
  expect(await edit("f.txt", "line")).toBe(`The file ${root}/f.txt has been updated. All occurrences were successfully replaced.`);
  await workspace.call("Read", { file_path: "wide.txt" });
  expect(await edit("wide.txt", "end")).toBe(`The file ${root}/wide.txt has been updated. All occurrences were successfully replaced.`);
  await workspace.call("Read", { file_path: "past.txt", offset: 9 });
  expect(await edit("past.txt", "a")).toBe(NOT_READ);
});

test("a file that others changed is edited where the text still fits, and must be Read again to be known", async () => {
  const root = tree({ "f.txt": "one\n" });
  const file = path.join(root, "f.txt");
  const workspace = opened(root);
  const edit = (old_string: string, new_string: string, replace_all = false): Promise<string> =>
    textOf(workspace, "Edit", { file_path: file, old_string, new_string, replace_all });
  await workspace.call("Read", { file_path: "f.txt" });
  fs.writeFileSync(file, "two two\none\n");
  expect(await edit("three", "x")).toBe(MODIFIED);
  expect(await edit("two", "x")).toBe(MODIFIED);
  expect(await edit("two", "2", true)).toBe(`The file ${file} has been updated. All occurrences were successfully replaced.${NOTE}`);
  expect(await edit("one", "1")).toBe(`The file ${file} has been updated successfully.`);
  expect(fs.readFileSync(file, "utf8")).toBe("2 2\n1\n");
  await workspace.call("Read", { file_path: "f.txt" });
  fs.writeFileSync(file, "2 2\n1\n"); // another time, the same content
  expect(await edit("1", "one")).toBe(`The file ${file} has been updated successfully.${CURRENT}`);
});

test("without the need to Read, a file is edited as it is, and nobody is told to know it", async () => {
  for (const settings of [{ requireView: "false" }, { disabledTools: ["Read"] }] as const) {
    const root = tree({ "f.txt": "one\n" });
    const workspace = opened(root, settings);
    const edit = (old_string: string): Promise<string> => textOf(workspace, "Edit", { file_path: "f.txt", old_string, new_string: "1" });
    expect(await edit("one")).toBe(`The file ${root}/f.txt has been updated successfully.`);
    fs.writeFileSync(path.join(root, "f.txt"), "two\n");
    expect(await edit("one")).toBe("String to replace not found in file.\nString: one");
    expect(await edit("two")).toBe(`The file ${root}/f.txt has been updated successfully.${NOTE}`);
  }
});

test("nothing is written through a link, not even one that leads nowhere", async () => {
  const root = tree({ "real/f.txt": "one\n", "l.txt": { link: "real/f.txt" }, "gone.txt": { link: "real/../new.txt" }, way: { link: "real" } });
  const workspace = opened(root);
  const edit = (file_path: string, old_string: string): Promise<string> => textOf(workspace, "Edit", { file_path, old_string, new_string: "1" });
  const refusal = (link: string, target: string): string =>
    `Refusing to write ${root}/${link}: it is a symbolic link. Write to the link's target path instead: ${root}/${target}.`;
  expect(await edit("l.txt", "one")).toBe(NOT_READ);
  await workspace.call("Read", { file_path: "l.txt" });
  expect(await edit("l.txt", "one")).toBe(refusal("l.txt", "real/f.txt"));
  expect(await edit("gone.txt", "")).toBe(refusal("gone.txt", "new.txt"));
  expect(await edit("gone.txt", "one")).toBe(`File does not exist. Note: your current working directory is ${root}.`);
  expect(fs.readFileSync(path.join(root, "real/f.txt"), "utf8")).toBe("one\n");
  // A link on the way is no link in the last place.
  expect(await edit("way/f.txt", "one")).toBe(`The file ${root}/way/f.txt has been updated successfully.${CURRENT}`);
  expect(fs.readdirSync(root).sort()).toEqual(["gone.txt", "l.txt", "real", "way"]);
});

test("parallel Edits of one file lose none", async () => {
  const root = tree({ "f.txt": Array.from({ length: 30 }, (_, i) => `<${i}>\n`).join("") });
  const workspace = opened(root);
  await workspace.call("Read", { file_path: "f.txt" });
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, i) => textOf(workspace, "Edit", { file_path: "f.txt", old_string: `<${i}>`, new_string: `<done ${i}>` })),
  );
  expect(new Set(replies)).toEqual(new Set([`The file ${root}/f.txt has been updated successfully.${CURRENT}`]));
  expect(fs.readFileSync(path.join(root, "f.txt"), "utf8")).toBe(Array.from({ length: 30 }, (_, i) => `<done ${i}>\n`).join(""));
});

test("a cancelled Edit changes nothing", async () => {
  const root = tree({ "f.txt": "one\n" });
  const workspace = opened(root, { requireView: "false" });
  await expect(workspace.call("Edit", { file_path: "f.txt", old_string: "one", new_string: "1" }, AbortSignal.abort())).rejects.toThrow();
  expect([fs.readFileSync(path.join(root, "f.txt"), "utf8"), fs.readdirSync(root)]).toEqual(["one\n", ["f.txt"]]);
});
