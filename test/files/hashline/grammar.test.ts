import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseEdit } from "../../../src/files/hashline/grammar.ts";

/** Sections in short: `path#TAG` and what each operation does. */
function parsed(input: string): unknown {
  const edit = parseEdit(input);
  if (!edit.ok) return edit.failure.code === "bad-edit" ? edit.failure.fault : edit.failure;
  return edit.value.map(({ path, tag, operations, hasBareRows }) => ({ file: `${path}#${tag}`, operations, ...(hasBareRows ? { hasBareRows } : {}) }));
}

function operations(body: string): unknown {
  const sections = parsed(`¶a.ts#0A3B\n${body}`);
  return Array.isArray(sections) ? sections[0].operations : sections;
}

describe("operations", () => {
  test.each([
    ["replace 3..4:\n+x\n+y", [{ kind: "replace", first: 3, last: 4, body: ["x", "y"], line: 1 }]],
    ["replace 3..4\n+x", [{ kind: "replace", first: 3, last: 4, body: ["x"], line: 1 }]],
    ["replace 3:\n+x", [{ kind: "replace", first: 3, last: 3, body: ["x"], line: 1 }]],
    ["replace 3-4:\n+x", [{ kind: "replace", first: 3, last: 4, body: ["x"], line: 1 }]],
    ["replace 3…4:\n+x", [{ kind: "replace", first: 3, last: 4, body: ["x"], line: 1 }]],
    ["replace 3 4:\n+x", [{ kind: "replace", first: 3, last: 4, body: ["x"], line: 1 }]],
    ["replace 3 .. 4 :\n+x", [{ kind: "replace", first: 3, last: 4, body: ["x"], line: 1 }]],
    ["  replace 3..4:\n+x", [{ kind: "replace", first: 3, last: 4, body: ["x"], line: 1 }]],
    ["delete 3", [{ kind: "delete", first: 3, last: 3, line: 1 }]],
    ["delete 3..4", [{ kind: "delete", first: 3, last: 4, line: 1 }]],
    ["insert before 3:\n+x", [{ kind: "insert", where: "before", anchor: 3, body: ["x"], line: 1 }]],
    ["insert after 3\n+x", [{ kind: "insert", where: "after", anchor: 3, body: ["x"], line: 1 }]],
    ["insert head:\n+x", [{ kind: "insert", where: "head", body: ["x"], line: 1 }]],
    ["insert tail:\n+x", [{ kind: "insert", where: "tail", body: ["x"], line: 1 }]],
    ["insert head:\n+\n++x\n+-y\n+ ¶z#0000", [{ kind: "insert", where: "head", body: ["", "+x", "-y", " ¶z#0000"], line: 1 }]],
    ["insert head:\n+replace 1..2:\n+delete 5", [{ kind: "insert", where: "head", body: ["replace 1..2:", "delete 5"], line: 1 }]],
    [
      "# first the old one\n\n# goes\ndelete 3\n\nreplace 5..5:\r\n+x\r\n\n\n",
      [
        { kind: "delete", first: 3, last: 3, line: 4 },
        { kind: "replace", first: 5, last: 5, body: ["x"], line: 6 },
      ],
    ],
  ])("%j", (body, expected) => {
    expect(operations(body)).toEqual(expected);
  });
});

describe("rows of a body without their plus", () => {
  test.each([
    ["replace 3..4:\nraw", ["raw"]],
    ["replace 3..4:\n  const a = 1;\n# not a comment here", ["  const a = 1;", "# not a comment here"]],
    ["replace 3..4:\n+a\n\n\n+b\n\n", ["a", "", "", "b"]],
    ["replace 3..4:\n\n+a\nb", ["a", "b"]],
    ["insert head:\nplease delete 3 files", ["please delete 3 files"]],
  ])("%j are taken, and told", (body, rows) => {
    expect(parsed(`¶a.ts#0A3B\n${body}`)).toEqual([{ file: "a.ts#0A3B", operations: [expect.objectContaining({ body: rows })], hasBareRows: true }]);
  });
});

const DELETE_1 = [{ kind: "delete", first: 1, last: 1, line: 1 }];

describe("sections", () => {
  test.each<[string, string, unknown]>([
    ["lower case", "¶a.ts#0a3b\ndelete 1", [{ file: "a.ts#0A3B", operations: DELETE_1 }]],
    ["blank lines and a mark before", "\uFEFF\n \n¶a.ts#0A3B\ndelete 1", [{ file: "a.ts#0A3B", operations: DELETE_1 }]],
    ["spaces and hashes in a path", "¶my #1 file.ts#0A3B \ndelete 1", [{ file: "my #1 file.ts#0A3B", operations: DELETE_1 }]],
    ["an envelope", "*** Begin Patch\n¶a.ts#0A3B\ndelete 1\n*** End Patch\nwhatever", [{ file: "a.ts#0A3B", operations: DELETE_1 }]],
    ["a text that was cut off", "¶a.ts#0A3B\ndelete 1\n*** Abort\n¶b.ts#0A3B\ndel", [{ file: "a.ts#0A3B", operations: DELETE_1 }]],
    ["a header without operations", "¶a.ts#0A3B\ndelete 1\n¶b.ts#0A3B\n\n", [{ file: "a.ts#0A3B", operations: DELETE_1 }]],
    [
      "several files",
      "¶a.ts#0A3B\ndelete 1\n¶b.ts#1F7C\ndelete 1",
      [
        { file: "a.ts#0A3B", operations: DELETE_1 },
        { file: "b.ts#1F7C", operations: DELETE_1 },
      ],
    ],
    [
      "one file twice, its lines counted on",
      "¶a.ts#0A3B\ndelete 1\n¶b.ts#1F7C\ndelete 1\n¶a.ts\ndelete 3",
      [
        { file: "a.ts#0A3B", operations: [...DELETE_1, { kind: "delete", first: 3, last: 3, line: 2 }] },
        { file: "b.ts#1F7C", operations: DELETE_1 },
      ],
    ],
  ])("%s", (_, input, expected) => {
    expect(parsed(input)).toEqual(expected);
  });
});

describe("faults", () => {
  test.each<[string, unknown]>([
    ["", { kind: "no-header", got: "" }],
    ["replace 1..1:\n+c", { kind: "no-header", got: "replace 1..1:" }],
    ["@@ -1,3 +1,3 @@\n+c", { kind: "diff-instead" }],
    ["¶", { kind: "bad-header", got: "¶" }],
    ["¶#0A3B\ndelete 1", { kind: "bad-header", got: "¶#0A3B" }],
    ["¶a.ts#12\ndelete 1", { kind: "bad-header", got: "¶a.ts#12" }],
    ["¶a.ts#0A3B delete 1", { kind: "bad-header", got: "¶a.ts#0A3B delete 1" }],
    ["¶a.ts#0A3B", { kind: "no-sections" }],
    ["¶a.ts\ndelete 1", { kind: "missing-tag", path: "a.ts" }],
    ["¶a.ts#0A3B\ndelete 1\n¶a.ts#0A3C\ndelete 3", { kind: "two-tags", path: "a.ts", tags: ["0A3B", "0A3C"] }],
  ])("%j", (input, fault) => {
    expect(parsed(input)).toEqual(fault);
  });

  test.each<[string, unknown]>([
    ["+x", { kind: "stray-body", line: 1, got: "+x" }],
    ["2ab:\n+x", { kind: "stray-text", line: 1, got: "2ab:" }],
    ["# a comment\n\nx", { kind: "stray-text", line: 1, got: "# a comment" }],
    ["# a comment alone", { kind: "stray-text", line: 1, got: "# a comment alone" }],
    ["replace 2..2:\n-b\n+c", { kind: "minus-row", line: 2, got: "-b" }],
    ["replace 2..2:", { kind: "empty-replace", line: 1, got: "" }],
    ["replace 2..2:\n\ndelete 5", { kind: "empty-replace", line: 1, got: "" }],
    ["insert tail:\n", { kind: "empty-insert", line: 1, got: "" }],
    ["delete 2\n+x", { kind: "delete-with-body", line: 2, got: "+x" }],
    ["delete 2\nx", { kind: "delete-with-body", line: 2, got: "x" }],
    ["delete 2..3:", { kind: "delete-with-colon", line: 1, got: "delete 2..3:" }],
    ["replace 5..2:\n+x", { kind: "backward-range", line: 1, first: 5, last: 2 }],
    ["replace 1..2:\n+x\ndelete 2", { kind: "overlap", line: 3, anchor: 2, other: 1 }],
    ["delete 3..5\nreplace 2..4:\n+x", { kind: "overlap", line: 2, anchor: 3, other: 1 }],
    ["replace 2..2:\n+x\nreplace 2..2:\n+y", { kind: "overlap", line: 3, anchor: 2, other: 1 }],
    ["5", { kind: "bare-number", line: 1, got: "5" }],
    ["5..7:\n+x", { kind: "bare-range", line: 1, got: "5..7:" }],
    ["insert head:\n+x\n5 7", { kind: "bare-range", line: 3, got: "5 7" }],
    ["replace 0..1:\n+x", { kind: "bad-operation", line: 1, got: "replace 0..1:" }],
    ["replace block 3:\n+x", { kind: "bad-operation", line: 1, got: "replace block 3:" }],
    ["insert head:\n+x\ninsert after:\n+y", { kind: "bad-operation", line: 3, got: "insert after:" }],
    ["*** Update File: a.ts", { kind: "patch-marker", line: 1, got: "*** Update File: a.ts" }],
    ["insert head:\n@@ -1,3 +1,3 @@", { kind: "diff-hunk", line: 2, got: "@@ -1,3 +1,3 @@" }],
    ["@@ 5 @@", { kind: "bracketed-hunk", line: 1, got: "@@ 5 @@" }],
  ])("in a section: %j", (body, fault) => {
    expect(operations(body)).toEqual(fault);
  });
});

test("whatever is sent is an edit or a fault", () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom("¶a.ts#0A3B", "¶", "replace 1..2:", "delete 3", "insert head:", "+x", "-x", "", "# c", "5 7", "*** Abort"),
  );
  fc.assert(fc.property(fc.array(line), (lines) => typeof parseEdit(lines.join("\n")).ok === "boolean"));
});
