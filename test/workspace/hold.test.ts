import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULTS, type Settings } from "../../src/settings.ts";
import { type HoldOptions, hold, holdByName } from "../../src/workspace/hold.ts";
import { withFile } from "../../src/workspace/open-file.ts";
import { createWorkspace, type Workspace } from "../../src/workspace/workspace.ts";
import { tree } from "../support/tree.ts";

function open(workdir: string, settings: Partial<Settings> = {}): Workspace {
  const workspace = createWorkspace({ ...DEFAULTS, workdir, ...settings });
  if (!workspace.ok) throw new Error(workspace.failure.code);
  onTestFinished(() => workspace.value.close());
  return workspace.value;
}

/** The real path, or the code of the failure. */
function realOrCode(held: ReturnType<typeof hold>): string {
  if (!held.ok) return held.failure.code;
  held.value.close();
  return held.value.real;
}

const WAYS: readonly [string, (path: string, workspace: Workspace, options?: HoldOptions) => ReturnType<typeof hold>][] = [
  ["hold", hold],
  ["holdByName", (file, workspace, options = {}) => holdByName(file, workspace, options)],
];

test.each(WAYS)("%s gives the real path of what is inside and refuses what is not", (_, way) => {
  const root = tree({ "in/a.txt": "a", "in/.env": "s", "in/to-a": { link: "a.txt" }, "in/out": { link: "../out.txt" }, "out.txt": "o" });
  const workspace = open(path.join(root, "in"), { denyDirs: [".env"] });
  const asked = ["in/a.txt", "in/to-a", "in/out", "out.txt", "in/.env", "in"];
  expect(asked.map((name) => realOrCode(way(path.join(root, name), workspace)))).toEqual([
    path.join(root, "in/a.txt"),
    path.join(root, "in/a.txt"),
    "path-outside",
    "path-outside",
    "path-denied",
    path.join(root, "in"),
  ]);
  expect(realOrCode(way(path.join(root, "in/out"), workspace, { links: "held" }))).toBe(path.join(root, "in/out"));
});

test("a missing path is not found", () => {
  const root = tree({});
  expect(realOrCode(hold(path.join(root, "nope"), open(root)))).toBe("path-not-found");
});

test.runIf(process.platform === "linux")("what is held stays the same when its name leads elsewhere", () => {
  const root = tree({ "in/d/a.txt": "inside", "out/a.txt": "outside" });
  const held = hold(path.join(root, "in/d"), open(path.join(root, "in")));
  if (!held.ok) throw new Error(held.failure.code);
  fs.renameSync(path.join(root, "in/d"), path.join(root, "in/moved"));
  fs.symlinkSync(path.join(root, "out"), path.join(root, "in/d"));
  expect(fs.readFileSync(`${held.value.at}/a.txt`, "utf8")).toBe("inside");
  expect(held.value.where()).toBe(path.join(root, "in/moved"));
  held.value.close();
});

test.runIf(process.platform === "linux")("a file that was deleted is refused, one that is called so is not", () => {
  const root = tree({ gone: "x", "kept (deleted)": "y" });
  const fd = fs.openSync(path.join(root, "gone"), "r");
  fs.unlinkSync(path.join(root, "gone"));
  expect(realOrCode(hold(`/proc/self/fd/${fd}`, open(root)))).toBe("path-not-found");
  fs.closeSync(fd);
  expect(realOrCode(hold(path.join(root, "kept (deleted)"), open(root)))).toBe(path.join(root, "kept (deleted)"));
});

test("a hard link to a denied file is denied under its other name, also when it was made later", () => {
  const root = tree({ "a/.env": "secret", "b/plain.txt": "p" });
  fs.linkSync(path.join(root, "a/.env"), path.join(root, "b/alias"));
  fs.linkSync(path.join(root, "b/plain.txt"), path.join(root, "b/other"));
  const workspace = open(root, { denyDirs: ["**/.env"] });
  expect(realOrCode(hold(path.join(root, "b/alias"), workspace))).toBe("path-denied");
  expect(realOrCode(hold(path.join(root, "b/other"), workspace))).toBe(path.join(root, "b/other"));
  fs.writeFileSync(path.join(root, "b/.env"), "new secret");
  fs.linkSync(path.join(root, "b/.env"), path.join(root, "b/later"));
  expect(realOrCode(hold(path.join(root, "b/later"), workspace))).toBe("path-denied");
});

test("only regular files are opened", () => {
  const root = tree({ "a.txt": "text", "d/": "" });
  execFileSync("mkfifo", [path.join(root, "fifo")]);
  const workspace = open(root);
  const kindOf = (name: string): string => {
    const read = withFile(path.join(root, name), workspace, ({ fd }) => fs.readFileSync(fd, "utf8"));
    if (read.ok) return read.value;
    return read.failure.code === "not-a-file" ? read.failure.kind : read.failure.code;
  };
  expect(["a.txt", "d", "fifo"].map(kindOf)).toEqual(["text", "directory", "named pipe"]);
});

test.runIf(process.platform === "linux")("no descriptor is left, whatever happens", () => {
  const root = tree({ "in/a.txt": "a", "in/d/": "", "in/out": { link: "/etc" } });
  const workspace = open(path.join(root, "in"));
  const count = (): number => fs.readdirSync("/proc/self/fd").length;
  const before = count();
  for (const name of ["a.txt", "d", "out", "nope", "out/hostname"]) withFile(path.join(root, "in", name), workspace, () => undefined);
  expect(count()).toBe(before);
});

test.runIf(process.platform === "linux")("a file that is replaced again and again is found each time", async () => {
  const root = tree({ "a.txt": "a" });
  const file = path.join(root, "a.txt");
  const workspace = open(root);
  const replacing = spawn(process.execPath, ["-e", REPLACE, file], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void replacing.kill("SIGKILL"));
  await once(replacing.stdout, "data");
  let missed = 0;
  for (let i = 0; i < 60_000; i++) if (realOrCode(hold(file, workspace)) !== file) missed++;
  expect(missed).toBeLessThan(20); // one try each misses a thousand or two; a rename may be held up for long on a busy machine
});

/** Says when it has begun. */
const REPLACE = `
  const fs = require("node:fs");
  const [file] = process.argv.slice(1);
  for (let i = 0; ; i++) {
    fs.writeFileSync(file + ".new", "b");
    fs.renameSync(file + ".new", file);
    if (i === 0) process.stdout.write("begun");
  }
`;
