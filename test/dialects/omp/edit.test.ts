import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { tagOf } from "../../../src/files/hashline/tag.ts";
import { serially } from "../../../src/files/serial.ts";
import type { OpenWorkspace, Reply, Settings } from "../../../src/index.ts";
import { callText, cli, connect } from "../../support/server.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

const tag = (text: string): string => tagOf(Buffer.from(text));
const header = (name: string, text: string): string => `¶${name}#${tag(text)}`;
const fileAt = (root: string, name: string): string => fs.readFileSync(path.join(root, name), "utf8");

function omp(root: string, settings: Partial<Settings> = {}): OpenWorkspace {
  return workspaceAt(root, { dialect: "omp", ...settings });
}

function edit(workspace: OpenWorkspace, ...lines: readonly string[]): Promise<Reply> {
  return workspace.call("edit", { input: lines.join("\n") });
}

const LINES = "a\nb\nc\nd\ne\nf\n";

describe("an edit answers with the new tag and what changed", () => {
  test.each([
    ["a replacement", ["replace 2..3:", "+B"], "a\nB\nd\ne\nf\n", [" 1:a", "-2:b", "-3:c", "+2:B", " 3:d", " 4:e"]],
    ["lines that stay in it", ["replace 1..3:", "+a", "+B", "+c"], "a\nB\nc\nd\ne\nf\n", [" 1:a", "-2:b", "+2:B", " 3:c", " 4:d"]],
    ["a deletion", ["delete 6"], "a\nb\nc\nd\ne\n", [" 4:d", " 5:e", "-6:f"]],
    ["both ends", ["insert head:", "+x", "insert tail:", "+y"], "x\na\nb\nc\nd\ne\nf\ny\n", ["+1:x", " 2:a", " 3:b", "...", " 6:e", " 7:f", "+8:y"]],
  ])("%s", async (_, operations, after, rows) => {
    const root = tree({ "f.txt": LINES });
    const reply = await edit(omp(root), header("f.txt", LINES), ...operations);
    expect(reply).toEqual({ text: [header("f.txt", after), ...rows].join("\n"), outcome: "found" });
    expect(fileAt(root, "f.txt")).toBe(after);
  });

  test("and the next one goes on from there", async () => {
    const root = tree({ "f.txt": LINES });
    const workspace = omp(root);
    const first = await edit(workspace, header("f.txt", LINES), "insert head:", "+x");
    const second = await edit(workspace, first.text.split("\n")[0] as string, "delete 1");
    expect([second.text.split("\n")[0], fileAt(root, "f.txt")]).toEqual([header("f.txt", LINES), LINES]);
  });

  test("and long ones in 50 KiB", async () => {
    const root = tree({ "f.txt": LINES });
    const rows = Array.from({ length: 300 }, (_, i) => `insert after ${1 + (i % 6)}:\n+${"x".repeat(2_000)}${i}`);
    const { text } = await edit(omp(root), header("f.txt", LINES), ...rows);
    expect([text.length <= 52_000, fileAt(root, "f.txt").split("\n").length]).toEqual([true, 307]);
  });

  test("about several files", async () => {
    const root = tree({ "f.txt": LINES, "g.txt": "1\n", "h.txt": "x\n" });
    const reply = await edit(
      omp(root),
      header("f.txt", LINES),
      "delete 1",
      header("g.txt", "1\n"),
      "replace 1:",
      "+2",
      header("h.txt", "x\n"),
      "replace 1:",
      "+x",
      header("f.txt", LINES),
      "delete 6",
    );
    expect(reply.text).toBe(
      [`${header("f.txt", "b\nc\nd\ne\n")}\n-1:a\n 1:b\n 2:c\n 3:d\n 4:e\n-6:f`, `${header("g.txt", "2\n")}\n-1:1\n+1:2`, unchanged("h.txt")].join("\n\n"),
    );
    expect([fileAt(root, "f.txt"), fileAt(root, "g.txt")]).toEqual(["b\nc\nd\ne\n", "2\n"]);
  });
});

function unchanged(name: string): string {
  return (
    `Edits to ${name} parsed and applied cleanly, but produced no change: your body row(s) are byte-identical to the file at the targeted lines. ` +
    "The bug is somewhere else — re-read the file before issuing another edit. Do NOT widen the payload or add lines; verify the anchor first."
  );
}

test("an edit that changes nothing says so and writes nothing", async () => {
  const root = tree({ "f.txt": { text: LINES, mtime: 1000 } });
  expect(await edit(omp(root), header("f.txt", LINES), "replace 2:", "+b")).toEqual({ text: unchanged("f.txt"), outcome: "nothing" });
  expect(fs.statSync(path.join(root, "f.txt")).mtimeMs).toBe(1_000_000);
});

describe("a file that is not what its tag says", () => {
  const RECOVERED = "\n\nWarnings:\nRecovered from a stale file hash using a previous read snapshot (file changed externally between read and edit).";
  const OWN =
    "\n\nWarnings:\nRecovered from a stale file hash using an earlier in-session snapshot (the file hash advanced after a prior edit in this session).";
  const DRIFTED =
    "\n\nWarnings:\nApplied an `insert head:`/`insert tail:` edit onto the current file content even though the snapshot tag was stale (the file changed since your read). " +
    "Head/tail position is content-independent, so the insert was not rejected — but re-read if the drift was unexpected.";

  async function shownThenChanged(now: string): Promise<{ root: string; workspace: OpenWorkspace }> {
    const root = tree({ "f.txt": LINES });
    const workspace = omp(root);
    await textOf(workspace, "read", { path: "f.txt:1-1" });
    fs.writeFileSync(path.join(root, "f.txt"), now);
    return { root, workspace };
  }

  test.each([
    ["lines added above", `1\n2\n${LINES}`, ["replace 3:", "+C"], "1\n2\na\nb\nC\nd\ne\nf\n", [" 3:a", " 4:b", "-5:c", "+5:C", " 6:d", " 7:e"]],
    ["a neighbour changed", "a\nB\nc\nd\ne\nf\n", ["replace 3:", "+C"], "a\nB\nC\nd\ne\nf\n", [" 1:a", " 2:B", "-3:c", "+3:C", " 4:d", " 5:e"]],
    [
      "lines added at the end, and a tail",
      `${LINES}g\n`,
      ["insert tail:", "+h", "delete 1"],
      "b\nc\nd\ne\nf\ng\nh\n",
      ["-1:a", " 1:b", " 2:c", "...", " 5:f", " 6:g", "+7:h"],
    ],
    ["lines added above, and a head", `1\n${LINES}`, ["insert head:", "+0", "delete 1"], "0\n1\nb\nc\nd\ne\nf\n", ["+1:0", " 2:1", "-2:a", " 3:b", " 4:c"]],
  ])("is edited where the lines are now: %s", async (_, now, operations, after, rows) => {
    const { root, workspace } = await shownThenChanged(now);
    const reply = await edit(workspace, header("f.txt", LINES), ...operations);
    expect(reply).toEqual({ text: [header("f.txt", after), ...rows].join("\n") + RECOVERED, outcome: "found" });
    expect(fileAt(root, "f.txt")).toBe(after);
  });

  test("is edited after an edit of our own, too", async () => {
    const root = tree({ "f.txt": LINES });
    const workspace = omp(root);
    await textOf(workspace, "read", { path: "f.txt" });
    await edit(workspace, header("f.txt", LINES), "replace 2:", "+B", "+B2");
    const reply = await edit(workspace, header("f.txt", LINES), "replace 6:", "+F");
    const after = "a\nB\nB2\nc\nd\ne\nF\n";
    expect([reply.text, fileAt(root, "f.txt")]).toEqual([`${header("f.txt", after)}\n 5:d\n 6:e\n-7:f\n+7:F${OWN}`, after]);
  });

  test.each([
    ["a line changed by both", "a\nX\nc\nd\ne\nf\n", ["replace 2:", "+B"], ["*2:X", " 3:c", " 4:d"], [" 1:a"]],
    ["a line changed that is inserted beside", "a\nX\nc\nd\ne\nf\n", ["insert after 2:", "+B"], ["*2:X", " 3:c", " 4:d"], [" 1:a"]],
    ["a line that is gone", "a\nc\nd\ne\nf\n", ["delete 2"], ["*2:c", " 3:d", " 4:e"], [" 1:a"]],
    ["lines added at one place", "a\nb\nX\nc\nd\ne\nf\n", ["insert after 2:", "+Y"], ["*2:b", " 3:X", " 4:c"], [" 1:a"]],
    ["everything", "x\n", ["replace 2:", "+B", "replace 6:", "+F"], [], []],
    ["two places", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", ["delete 1", "replace 8..9:", "+x"], ["...", " 6:6", " 7:7", "*8:8", "*9:9"], ["*1:1", " 2:2", " 3:3"]],
  ])("is refused with its lines as they are: %s", async (_, now, operations, rows, before) => {
    const { root, workspace } = await shownThenChanged(now);
    const reply = await edit(workspace, header("f.txt", LINES), ...operations);
    const lines = [...before, ...rows];
    expect(reply).toEqual({
      text: [
        "Edit rejected for f.txt: file changed between read and edit.",
        `Section is bound to #${tag(LINES)}, but the current file hashes to #${tag(now)}. If a prior edit in this session modified this file, copy the ¶path#newhash header from that edit's response; otherwise re-read the file with \`read\` to refresh the tag before retrying.`,
        ...(lines.length === 0 ? [] : ["", ...lines]),
      ].join("\n"),
      outcome: "error",
    });
    expect(fileAt(root, "f.txt")).toBe(now);
  });

  test("is refused if this session was not shown what the tag says", async () => {
    const root = tree({ "f.txt": LINES });
    const reply = await edit(omp(root), "¶f.txt#FFFF", "replace 4..5:", "+x");
    expect(reply.text).toBe(
      [
        "Edit rejected for f.txt: hash #FFFF is not from this session.",
        `The current file hashes to #${tag(LINES)}. Re-read the file with \`read\` to copy a current ¶path#tag header — never invent the tag and never reuse one from a prior session.`,
        "",
        " 2:b",
        " 3:c",
        "*4:d",
        "*5:e",
        " 6:f",
      ].join("\n"),
    );
  });

  test("still has a head and a tail", async () => {
    const root = tree({ "f.txt": LINES });
    const reply = await edit(omp(root), "¶f.txt#FFFF", "insert tail:", "+g");
    expect(reply.text).toBe(`${header("f.txt", `${LINES}g\n`)}\n 5:e\n 6:f\n+7:g${DRIFTED}`);
  });

  test("may differ in what a tag does not count", async () => {
    const root = tree({ "f.txt": "a \r\nb\t\r\n" });
    await edit(omp(root), header("f.txt", "a\nb\n"), "replace 2:", "+B");
    expect(fileAt(root, "f.txt")).toBe("a \r\nB\r\n");
  });
});

describe("an edit refuses", () => {
  const OPERATIONS = "`replace N..M:`, `delete N..M`, or `insert before|after|head|tail:`";
  test.each([
    [
      ["replace 1..1:", "+c"],
      'input must begin with "¶PATH#HASH" on the first non-blank line for anchored edits; got: "replace 1..1:". Example: "¶src/foo.ts#0A3B" then edit ops.',
    ],
    [
      ["@@ -1,2 +1,2 @@"],
      "unified-diff hunk header (`@@ -N,M +N,M @@`) is not valid in hashline. File sections start with `¶path#HASH`; use `replace`, `delete`, or `insert` ops.",
    ],
    [["¶f.txt#1"], 'Input header must be ¶PATH or ¶PATH#TAG with a 4-hex content-hash tag; got "¶f.txt#1".'],
    [["¶f.txt#FFFF"], "No hashline sections found in input."],
    [
      ["¶ROOT/f.txt", "delete 1"],
      "Missing hashline snapshot tag for edit to f.txt; use `¶f.txt#tag` from your latest read/search output. To create a new file, use the write tool.",
    ],
    [
      ["¶f.txt#0000", "delete 1", "¶f.txt#0001", "delete 2"],
      "Conflicting hashline snapshot tags for f.txt: #0000 and #0001. Re-read the file and retry with one current header.",
    ],
    [
      ["HEADER", "delete 1", "¶./f.txt#TAG", "delete 2"],
      "Multiple hashline sections resolve to the same file (f.txt and ./f.txt). Merge their ops under one header before applying.",
    ],
    [["HEADER", "+x"], 'line 1: payload line has no preceding hunk header. Got "+x".'],
    [["HEADER", "x"], `line 1: payload line has no preceding hunk header. Use ${OPERATIONS} above the body. Got "x".`],
    [["HEADER", "replace 2..1:", "+x"], "line 1: range 2..1 ends before it starts."],
    [["HEADER", "insert tail:"], "line 1: `insert` needs at least one `+TEXT` body row."],
    [["HEADER", "delete 1..2:"], "line 1: `delete N..M` has no colon and no body. Remove the colon and body rows."],
    [["HEADER", "5"], "line 1: hunk headers need a verb. Use `replace 5..5:` to replace, or `delete 5` to delete."],
    [["HEADER", "2-4:"], 'line 1: bare range hunk header "2-4:" is not valid. Hunk headers need a verb: write `replace 2..4:` or `delete 2..4`.'],
    [
      ["HEADER", "*** Update File: x"],
      `line 1: apply_patch sentinel "*** Update File: x" is not valid in hashline. File sections start with \`¶path#HASH\` (no \`Update File:\` / \`Add File:\` keyword). Use ${OPERATIONS} ops.`,
    ],
    [["HEADER", "@@ -1,2 +1,2 @@"], `line 1: unified-diff hunk header (\`@@ -N,M +N,M @@\`) is not valid in hashline. Use ${OPERATIONS} ops.`],
    [
      ["HEADER", "@@ f @@"],
      'line 1: `@@`-bracketed hunk header "@@ f @@" is not valid in hashline. Drop the `@@ ... @@` brackets and write a verb header such as `replace N..M:`.',
    ],
    [
      ["HEADER", "insert head:", "+x", "replace block 2:"],
      `line 3: cannot read the operation "replace block 2:". Use ${OPERATIONS} with line numbers from 1; to insert this as a literal line, write it as a \`+TEXT\` body row.`,
    ],
    [["HEADER", "delete 8"], "Line 8 does not exist (file has 6 lines)"],
    [["¶nope.txt#0000", "delete 1"], "File not found: nope.txt. Use the write tool to create new files."],
    [["¶d#0000", "delete 1"], "d is a directory, not a file"],
    [["¶/etc/passwd#0000", "delete 1"], "Path /etc/passwd is outside the allowed directories"],
    [["HEADER", "delete 1", "¶nope.txt#0000", "delete 1"], "File not found: nope.txt. Use the write tool to create new files."],
    [["HEADER", "insert head:", "+\ud83d"], "Input holds half of a surrogate pair, which is not a character"],
  ])("%j", async (lines, answer) => {
    const root = tree({ "f.txt": LINES, "d/": "" });
    const input = lines.map((line) => line.replace("HEADER", header("f.txt", LINES)).replace("TAG", tag(LINES)).replace("ROOT", root));
    expect(await edit(omp(root), ...input)).toEqual({ text: answer, outcome: "error" });
    expect(fileAt(root, "f.txt")).toBe(LINES);
  });

  test("a file that is too large, or would be", async () => {
    const root = tree({ "f.txt": LINES });
    expect((await edit(omp(root, { maxFileBytes: 11 }), header("f.txt", LINES), "delete 1")).text).toBe("File f.txt is 12 bytes, exceeds maximum 11 bytes");
    expect((await edit(omp(root, { maxFileBytes: 20 }), header("f.txt", LINES), "insert head:", "+123456789")).text).toBe(
      "Content is 22 bytes, exceeds maximum 20 bytes",
    );
  });
});

test.each(["my #1 file ü.txt", "new\nline", "dir/a:5"])("a file called %j can be edited under the name it is shown by", async (name) => {
  const root = tree({ [name]: LINES });
  const workspace = omp(root);
  const [shown] = (await textOf(workspace, "read", { path: name })).split("\n1:");
  await edit(workspace, shown as string, "delete 2..6");
  expect(fileAt(root, name)).toBe("a\n");
});

test("a body row without its plus is taken, with a warning", async () => {
  const root = tree({ "f.txt": LINES });
  expect((await edit(omp(root), header("f.txt", LINES), "replace 1..5:", "raw")).text).toBe(
    `${header("f.txt", "raw\nf\n")}\n-1:a\n-2:b\n-3:c\n-4:d\n-5:e\n+1:raw\n 2:f\n\nWarnings:\n` +
      "Auto-prefixed bare body row(s) with `+`. Body rows must be `+TEXT` literal lines; pasting raw code as payload is not a portable shape.",
  );
});

test("all sections are checked before anything is written", async () => {
  const root = tree({ "f.txt": LINES, "g.txt": "1\n" });
  const reply = await edit(omp(root), header("f.txt", LINES), "delete 1", "¶g.txt#FFFF", "replace 1:", "+2");
  expect([reply.text.split("\n")[0], fileAt(root, "f.txt")]).toEqual(["Edit rejected for g.txt: hash #FFFF is not from this session.", LINES]);
});

test("if a later file cannot be written, what was written is said", async () => {
  const root = tree({ "f.txt": LINES, "g.txt": "1\n", "h.txt": "x\n" });
  const second = path.join(root, "g.txt");
  // Has its turn at the second file first, and changes it when the first is written.
  const meddler = serially(second, async () => {
    while (fileAt(root, "f.txt") === LINES) await new Promise((resolve) => setTimeout(resolve, 2));
    fs.writeFileSync(second, "other\n");
  });
  const reply = await edit(omp(root), header("f.txt", LINES), "delete 1", header("g.txt", "1\n"), "delete 1", header("h.txt", "x\n"), "delete 1");
  await meddler;
  expect(reply.text.split("\n")[0]).toBe(`Failed to write g.txt: Edit rejected for g.txt: hash #${tag("1\n")} is not from this session.`);
  expect(reply.text.split("\n").at(-1)).toBe("Sections already written: f.txt. Sections not written: h.txt.");
  expect([fileAt(root, "f.txt"), fileAt(root, "g.txt"), fileAt(root, "h.txt")]).toEqual(["b\nc\nd\ne\nf\n", "other\n", "x\n"]);
});

test("parallel edits of one file lose none", async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i}`);
  const text = `${lines.join("\n")}\n`;
  const root = tree({ "f.txt": text });
  const workspace = omp(root);
  await textOf(workspace, "read", { path: "f.txt" });
  const replies = await Promise.all([0, 13, 26, 39].map((i) => edit(workspace, header("f.txt", text), `replace ${i + 1}:`, `+changed ${i}`)));
  expect(replies.map(({ outcome }) => outcome)).toEqual(["found", "found", "found", "found"]);
  expect(fileAt(root, "f.txt")).toBe(`${lines.map((line, i) => (i % 13 === 0 ? `changed ${i}` : line)).join("\n")}\n`);
});

test("a cancelled edit changes nothing", async () => {
  const root = tree({ "f.txt": LINES, "g.txt": "1\n" });
  const input = [header("f.txt", LINES), "delete 1", header("g.txt", "1\n"), "delete 1"].join("\n");
  await expect(omp(root).call("edit", { input }, AbortSignal.abort())).rejects.toThrow();
  expect([fileAt(root, "f.txt"), fs.readdirSync(root).sort()]).toEqual([LINES, ["f.txt", "g.txt"]]);
});

test("a tag that one server printed is honoured by another", async () => {
  const root = tree({ "f.txt": LINES });
  const shown = await callText(await connect(root, "legacy", ["--dialect", "omp"]), "read", { path: "f.txt:2-2" });
  const other = await connect(root, "legacy", ["--dialect", "omp"]);
  const edited = await callText(other, "edit", { input: `${shown.split("\n")[0]}\nreplace 2..2:\n+B` });
  expect(edited).toBe(`${header("f.txt", LINES.replace("b", "B"))}\n 1:a\n-2:b\n+2:B\n 3:c\n 4:d`);
  expect(await callText(other, "read", { path: "f.txt:2-2" })).toBe(`${edited.split("\n")[0]}\n2:B`);
});

describe("in replace mode", () => {
  const FILE = "one\ntwo\nthree two\n";
  test.each([
    ["one text", [{ old_text: "one", new_text: "1" }], "Updated f.txt\n-1|one\n+1|1\n 2|two\n 3|three two"],
    [
      "several, in order",
      [
        { old_text: "one", new_text: "1" },
        { old_text: "1\ntwo", new_text: "2" },
      ],
      "Updated f.txt\n-1|one\n-2|two\n+1|2\n 2|three two",
    ],
    ["all", { old_str: "two", new_str: "2", all: "true" }, "Updated f.txt\n 1|one\n-2|two\n-3|three two\n+2|2\n+3|three 2"],
    ["nothing", [{ old_text: "one", new_text: "one" }], "Edits to f.txt produced no change: the new text is what is there already."],
    [
      "an ambiguous text",
      [{ old_text: "two", new_text: "2" }],
      "Found 2 occurrences in f.txt (lines 2, 3). Add more context lines to disambiguate, or set all.",
    ],
    [
      "no match",
      [{ old_text: "tree two", new_text: "" }],
      "Could not find the exact text in f.txt. The old text must match exactly including all whitespace and newlines.\nThe closest text is at line 3:\n3|three two",
    ],
    ["an empty text", [{ old_text: "", new_text: "" }], "Old_text must not be empty"],
    ["no edits", [], "Edits must not be empty"],
    ["half an edit", [{ old_text: "one" }], "Missing required parameter: new_text"],
    ["no objects", "text", "Edits must be an array of objects, got string"],
  ])("edit answers %s", async (_, edits, answer) => {
    const root = tree({ "f.txt": FILE });
    expect(await textOf(omp(root, { editMode: "replace" }), "edit", { path: "f.txt", edits })).toBe(answer);
    if (!answer.startsWith("Updated")) expect(fileAt(root, "f.txt")).toBe(FILE);
  });
});

test("each mode offers one edit, and all tools together stay small", () => {
  const root = tree({});
  const listed = (flags: readonly string[]): { name: string; inputSchema: { required: readonly string[] } }[] =>
    JSON.parse(cli(root, ["tools", "--json", "--dialect", "omp", ...flags]).stdout);
  expect(listed([]).filter(({ name }) => name === "edit")).toMatchObject([{ inputSchema: { required: ["input"] } }]);
  expect(listed(["--edit-mode", "replace"]).filter(({ name }) => name === "edit")).toMatchObject([{ inputSchema: { required: ["path", "edits"] } }]);
  expect(JSON.stringify(listed([])).length).toBeLessThan(6_000);
});

test.each([
  [["--edit-mode", "both"], 'fossick: invalid --edit-mode "both"; expected one of: hashline, replace\n'],
  [["--context-before", "-1"], 'fossick: invalid --context-before "-1"; expected a whole number of 0 or more\n'],
])("%j is refused", (flags, answer) => {
  expect(cli(tree({}), ["tools", "--dialect", "omp", ...flags]).stderr.startsWith(answer)).toBe(true);
});
