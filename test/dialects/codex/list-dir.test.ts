import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/index.ts";
import { tree } from "../../support/tree.ts";
import { workspaceAt } from "../../support/workspace.ts";

/** The lines below `Absolute path: …`, or the whole refusal, with the folder's name as ROOT. */
async function list(root: string, args: Record<string, unknown>, settings: Partial<Settings> = {}): Promise<readonly string[]> {
  const workspace = workspaceAt(root, { dialect: "codex", ...settings });
  const { text, outcome } = await workspace.call("list_dir", { dir_path: root, ...args });
  const lines = text.replaceAll(root, "ROOT").split("\n");
  if (outcome === "error") return lines;
  expect(lines[0]).toBe("Absolute path: ROOT");
  return lines.slice(1);
}

const FILES = {
  "a/b/c/d.txt": "",
  "a/x.txt": "",
  "a-z.txt": "",
  ".git/HEAD": "",
  link: { link: "a" },
  lost: { link: "nowhere" },
  "z.txt": "",
};

describe("list_dir shows a tree by name", () => {
  test.each<[Record<string, unknown>, readonly string[]]>([
    [{}, [".git/", "  HEAD", "a/", "  b/", "  x.txt", "a-z.txt", "link@", "lost@", "z.txt"]],
    [{ depth: 1 }, [".git/", "a/", "a-z.txt", "link@", "lost@", "z.txt"]],
    [{ depth: "3" }, [".git/", "  HEAD", "a/", "  b/", "    c/", "  x.txt", "a-z.txt", "link@", "lost@", "z.txt"]],
    [{ depth: 99, offset: 4, limit: 4 }, ["  b/", "    c/", "      d.txt", "  x.txt", "More than 4 entries found"]],
    [{ depth: 1, limit: 2 }, [".git/", "a/", "More than 2 entries found"]],
    [{ depth: 1, limit: 6 }, [".git/", "a/", "a-z.txt", "link@", "lost@", "z.txt"]],
    [{ depth: 1, offset: 5, limit: 2 ** 64 }, ["lost@", "z.txt"]],
    [{ depth: 1, offset: 6 }, ["z.txt"]],
  ])("%j", async (args, lines) => {
    expect(await list(tree(FILES), args)).toEqual(lines);
  });

  test("25 entries unless more are asked for", async () => {
    const root = tree(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index + 10}`, ""])));
    const lines = await list(root, {});
    expect([lines.length, lines.at(-2), lines.at(-1)]).toEqual([26, "f34", "More than 25 entries found"]);
  });

  test("an empty directory has no entries, wherever they are asked for from", async () => {
    expect([await list(tree({}), {}), await list(tree({}), { offset: 9 })]).toEqual([[], []]);
  });

  test("pipes are others, control characters are quoted, long names are cut after 500 bytes", async () => {
    const root = tree({ "a\u001b[2J": "" });
    execFileSync("mkfifo", [path.join(root, "b")]);
    fs.writeFileSync(path.join(root, `c${"\n".repeat(254)}`), "");
    expect(await list(root, {})).toEqual(['"a\\033[2J"', "b?", `"c${"\\n".repeat(249)}`]);
  });

  test("a link to a directory is followed if it is what was asked for", async () => {
    const root = tree(FILES);
    const { text } = await workspaceAt(root, { dialect: "codex" }).call("list_dir", { dir_path: `${root}/link/` });
    expect(text).toBe(`Absolute path: ${root}/link\nb/\n  c/\nx.txt`);
  });

  test("denied entries do not exist", async () => {
    expect(await list(tree(FILES), {}, { denyDirs: ["**/.git", "x.txt", "link"] })).toEqual(["a/", "  b/", "a-z.txt", "lost@", "z.txt"]);
  });

  test("no answer is longer than the limit", async () => {
    const root = tree(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index + 100}${"x".repeat(90)}`, ""])));
    const lines = await list(root, { limit: 100 }, { maxOutputChars: 2_000 });
    expect([lines.join("\n").length < 2_000, lines.at(-1)]).toEqual([true, "More than 19 entries found"]);
  });
});

describe("list_dir refuses", () => {
  test.each<[Record<string, unknown>, string]>([
    [{ dir_path: "." }, "dir_path must be an absolute path"],
    [{ dir_path: "" }, "dir_path must be an absolute path"],
    [{ dir_path: "~" }, "dir_path must be an absolute path"],
    [{ dir_path: ".", offset: 0 }, "offset must be a 1-indexed entry number"],
    [{ limit: 0 }, "limit must be greater than zero"],
    [{ depth: 0 }, "depth must be greater than zero"],
    [{ offset: 10 }, "offset exceeds directory entry count"],
    [{ offset: 1e18 }, "offset exceeds directory entry count"],
    [{ offset: -3 }, "failed to parse function arguments: invalid value: integer `-3`, expected usize at `offset`"],
    [{ dir_path: ["/a", "/b"] }, "failed to parse function arguments: invalid type: sequence, expected a string at `dir_path`"],
    [{ dir_path: "ROOT/no" }, "unable to access `ROOT/no`: No such file or directory (os error 2)"],
    [{ dir_path: "ROOT/lost" }, "unable to access `ROOT/lost`: No such file or directory (os error 2)"],
    [{ dir_path: "ROOT/z.txt" }, "unable to access `ROOT/z.txt`: Not a directory (os error 20). Use read_file to read a file."],
    [{ dir_path: "/etc" }, "path /etc is outside the allowed directories"],
    [{ dir_path: "//host/share" }, "network path //host/share is refused"],
    [{ dir_path: "/a\0b" }, "path must not contain NUL bytes"],
  ])("%j", async (args, refusal) => {
    const root = tree(FILES);
    const given = typeof args.dir_path === "string" ? { dir_path: args.dir_path.replace("ROOT", root) } : {};
    expect(await list(root, { ...args, ...given })).toEqual([refusal]);
  });

  test("a missing dir_path", async () => {
    const { text } = await workspaceAt(tree({}), { dialect: "codex" }).call("list_dir", {});
    expect(text).toBe("failed to parse function arguments: missing field `dir_path`");
  });
});

test("a large directory is listed from any place, and a cancelled listing ends", async () => {
  const root = tree({});
  for (let i = 0; i < 20_000; i++) fs.writeFileSync(path.join(root, `f${i + 10_000}`), "");
  expect(await list(root, { limit: 2 })).toEqual(["f10000", "f10001", "More than 2 entries found"]);
  expect(await list(root, { offset: 19_999 })).toEqual(["f29998", "f29999"]);
  const workspace = workspaceAt(root, { dialect: "codex" });
  const cancel = new AbortController();
  const call = workspace.call("list_dir", { dir_path: root }, cancel.signal);
  cancel.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
});
