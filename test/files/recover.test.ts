import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { writeBackup } from "../../src/files/backup.ts";
import { newName, ownIdentity } from "../../src/files/owner.ts";
import { tree } from "../support/tree.ts";
import { textOf, workspaceAt } from "../support/workspace.ts";

/** A name of ours from a process that cannot be: the number is above what the kernel gives. */
function deadName(kind: "tmp" | "bak"): string {
  return newName(kind).replace(/-\d+-/, "-99999999-");
}

test("the next write in a directory sweeps what a dead process left, and nothing else", async () => {
  const living = newName("tmp");
  const root = tree({ [deadName("tmp")]: "x", [living]: "x", ".fossick-notes.tmp": "x", ".fossick-00000000-1-00000000-000000000000.tmp": "x" });
  await textOf(workspaceAt(root), "create_file", { path: "new.txt", content: "" });
  expect(fs.readdirSync(root).sort()).toEqual([".fossick-00000000-1-00000000-000000000000.tmp", ".fossick-notes.tmp", living, "new.txt"].sort());
});

test("the next start sweeps the directories that a dead process had noted", async () => {
  const root = tree({ [`deep/er/${deadName("tmp")}`]: "x", "a.txt": "a\n" });
  const stateDirectory = fs.mkdtempSync(path.join(os.tmpdir(), "fossick-state-"));
  const note = path.join(stateDirectory, `${ownIdentity().replace(/-\d+-/, "-99999999-")}-000000000000.dirs`);
  fs.writeFileSync(note, `${JSON.stringify(path.join(root, "deep/er"))}\n`);
  await textOf(workspaceAt(root, { stateDirectory }), "view", { path: "a.txt" });
  expect([fs.readdirSync(path.join(root, "deep/er")), fs.readdirSync(stateDirectory)]).toEqual([[], []]);
  fs.rmSync(stateDirectory, { recursive: true });
});

test.each([
  ["torn", "NEW old", "old old"],
  ["finished", "NEW NEW!", "NEW NEW!"],
  ["not begun", "old old", "old old"],
  ["changed by somebody since", "else", "else"],
])("a write in place that was %s is put right", async (_, now, after) => {
  const root = tree({ "a.txt": now });
  await writeBackup(path.join(root, deadName("bak")), { name: "a.txt", old: Buffer.from("old old"), new: Buffer.from("NEW NEW!") });
  await textOf(workspaceAt(root), "create_file", { path: "new.txt", content: "" });
  expect([fs.readFileSync(path.join(root, "a.txt"), "utf8"), fs.readdirSync(root).sort()]).toEqual([after, ["a.txt", "new.txt"]]);
});

test("a closed workspace leaves no note", async () => {
  const root = tree({});
  const stateDirectory = fs.mkdtempSync(path.join(os.tmpdir(), "fossick-state-"));
  const workspace = workspaceAt(root, { stateDirectory });
  await textOf(workspace, "create_file", { path: "a.txt", content: "" });
  expect(fs.readdirSync(stateDirectory).length).toBe(1);
  await workspace.close();
  expect(fs.readdirSync(stateDirectory)).toEqual([]);
  fs.rmSync(stateDirectory, { recursive: true });
});

test("planted leftovers of any kind are neither read nor followed, and stop nothing", async () => {
  const root = tree({ [`d/${deadName("bak")}`]: { link: "/dev/zero" }, [`e/${deadName("tmp")}/`]: "", [`e/${deadName("bak")}/`]: "" });
  execFileSync("mkfifo", [path.join(root, "d", deadName("bak")), path.join(root, "d", deadName("tmp"))]);
  const workspace = workspaceAt(root);
  const create = (name: string): Promise<string> => textOf(workspace, "create_file", { path: name, content: "x" });
  expect([await create("d/x"), await create("e/x")]).toEqual([`Created ${root}/d/x (1 bytes)`, `Created ${root}/e/x (1 bytes)`]);
});

test("a torn file that somebody emptied since stays empty", async () => {
  const root = tree({ "a.txt": "" });
  await writeBackup(path.join(root, deadName("bak")), { name: "a.txt", old: Buffer.from("old content"), new: Buffer.from("new content, longer") });
  await textOf(workspaceAt(root), "create_file", { path: "new.txt", content: "" });
  expect(fs.readFileSync(path.join(root, "a.txt"), "utf8")).toBe("");
});
