import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyOperations } from "../../../src/files/hashline/apply.ts";
import { parseEdit } from "../../../src/files/hashline/grammar.ts";
import type { Operation } from "../../../src/files/hashline/operation.ts";

function applied(file: string, body: string, encoding: BufferEncoding = "utf8"): string {
  const edit = parseEdit(`¶f#0000\n${body}`);
  if (!edit.ok) throw new Error(JSON.stringify(edit.failure));
  const result = applyOperations(Buffer.from(file, encoding), edit.value[0]?.operations ?? []);
  if (result.ok) return result.value.toString(encoding);
  return result.failure.code === "line-past-end" ? `no line ${result.failure.line} of ${result.failure.total}` : result.failure.code;
}

describe("operations on lines", () => {
  test.each([
    ["replace", "a\nb\nc\n", "replace 2..2:\n+x\n+y", "a\nx\ny\nc\n"],
    ["a range", "a\nb\nc\nd\n", "replace 2..3:\n+x", "a\nx\nd\n"],
    ["delete", "a\nb\nc\n", "delete 2", "a\nc\n"],
    ["everything", "a\nb\n", "delete 1..2", ""],
    ["before and after", "a\nb\nc\n", "insert before 2:\n+x\ninsert after 2:\n+y", "a\nx\nb\ny\nc\n"],
    ["head and tail", "a\nb\n", "insert tail:\n+y\ninsert head:\n+x", "x\na\nb\ny\n"],
    ["numbers mean the file as it was", "a\nb\nc\n", "insert head:\n+1\n+2\ndelete 3\nreplace 1..1:\n+A", "1\n2\nA\nb\n"],
    ["several at one place in their order", "a\n", "insert before 1:\n+1\ninsert after 1:\n+3\ninsert before 1:\n+2\ninsert after 1:\n+4", "1\n2\na\n3\n4\n"],
    ["around what is replaced", "a\nb\nc\n", "insert after 2:\n+y\nreplace 2..2:\n+B\ninsert before 2:\n+x", "a\nx\nB\ny\nc\n"],
    ["inside what is replaced", "a\nb\nc\nd\n", "replace 2..3:\n+X\ninsert after 2:\n+y", "a\nX\ny\nd\n"],
    ["adjacent ranges", "a\nb\nc\n", "delete 1\nreplace 2..2:\n+x\ndelete 3", "x\n"],
  ])("%s", (_, file, body, expected) => {
    expect(applied(file, body)).toBe(expected);
  });
});

describe("what a file keeps", () => {
  test.each([
    ["no newline at its end", "a\nb", "insert tail:\n+c", "a\nb\nc"],
    ["none after its last line went", "a\nb\nc", "delete 2..3", "a"],
    ["none after its last line was replaced", "a\nb", "replace 2..2:\n+x\n+y", "a\nx\ny"],
    ["CRLF", "a\r\nb\r\n", "insert after 1:\n+x\n+y", "a\r\nx\r\ny\r\nb\r\n"],
    ["CRLF without a last one", "a\r\nb", "insert tail:\n+c", "a\r\nb\r\nc"],
    ["mixed line ends", "a\nb\r\nc\n", "replace 2..2:\n+x", "a\nx\r\nc\n"],
    ["lone returns", "a\rb\nc\n", "delete 2", "a\rb\n"],
    ["its mark", "\uFEFFa\nb\n", "insert head:\n+x\ndelete 1", "\uFEFFx\nb\n"],
    ["its mark alone", "\uFEFF", "insert tail:\n+x", "\uFEFFx\n"],
    ["nothing, if it was empty", "", "insert head:\n+x", "x\n"],
  ])("%s", (_, file, body, expected) => {
    expect(applied(file, body)).toBe(expected);
  });

  test("UTF-16", () => {
    expect(applied("\uFEFFa\r\nb ü\r\nc", "replace 2..2:\n+Ö Ċ\ninsert tail:\n+z", "utf16le")).toBe("\uFEFFa\r\nÖ Ċ\r\nc\r\nz");
  });

  test("bytes that are no text", () => {
    const result = applyOperations(Buffer.from("\xff\x80\na\n\xfe", "latin1"), [{ kind: "delete", first: 2, last: 2, line: 1 }]);
    expect(result.ok && result.value.toString("latin1")).toBe("\xff\x80\n\xfe");
  });
});

describe("line numbers past the end", () => {
  test.each([
    ["a\nb", "insert before 4:\n+x", "no line 4 of 2"],
    ["a\nb", "insert after 3:\n+x", "no line 3 of 2"],
    ["a\nb\n", "delete 2..4", "no line 4 of 2"],
    ["a\nb\n", "replace 4..4:\n+x", "no line 4 of 2"],
    // Some count an empty line behind the last newline: there it means the end.
    ["a\nb\n", "insert before 3:\n+x", "a\nb\nx\n"],
    ["a\nb\n", "replace 2..3:\n+x", "a\nx\n"],
    ["a\nb\n", "delete 3", "a\nb\n"],
    ["", "replace 1..1:\n+x", "x\n"],
    ["", "delete 2", "no line 2 of 0"],
  ])("%j %j", (file, body, expected) => {
    expect(applied(file, body)).toBe(expected);
  });
});

test("operations do what a naive model does", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "b", ""), { minLength: 1, maxLength: 8 }), fc.boolean(), fc.infiniteStream(fc.nat()), (lines, ends, numbers) => {
      const next = (below: number): number => (numbers.next().value as number) % below;
      const operations = someOperations(lines.length, next);
      const file = `${lines.join("\n")}${ends ? "\n" : ""}`;
      if (!ends && lines.at(-1) === "") return; // that is a file with one line less
      const result = applyOperations(Buffer.from(file), operations);
      const model = naively(lines, operations);
      expect(result.ok && result.value.toString()).toBe(`${model.join("\n")}${ends && model.length > 0 ? "\n" : ""}`);
    }),
  );
});

/** Some operations without overlap, in any order. */
function someOperations(count: number, next: (below: number) => number): readonly Operation[] {
  const operations: Operation[] = [];
  const taken = new Set<number>();
  for (let line = 1; line <= 6; line++) {
    const body = Array.from({ length: 1 + next(2) }, (_, index) => `new ${line}.${index}`);
    const first = 1 + next(count);
    const last = Math.min(count, first + next(3));
    const anchors = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    switch (next(6)) {
      case 0:
      case 1:
        if (anchors.some((anchor) => taken.has(anchor))) continue;
        for (const anchor of anchors) taken.add(anchor);
        operations.push(next(2) === 0 ? { kind: "delete", first, last, line } : { kind: "replace", first, last, body, line });
        break;
      case 2:
        operations.push({ kind: "insert", where: "before", anchor: first, body, line });
        break;
      case 3:
        operations.push({ kind: "insert", where: "after", anchor: first, body, line });
        break;
      default:
        operations.push({ kind: "insert", where: next(2) === 0 ? "head" : "tail", body, line });
    }
  }
  return operations;
}

function naively(lines: readonly string[], operations: readonly Operation[]): readonly string[] {
  const bodies = (isMeant: (operation: Operation) => boolean): readonly string[] =>
    operations.flatMap((operation) => (isMeant(operation) && "body" in operation ? operation.body : []));
  const inserted = (where: string, anchor?: number): readonly string[] =>
    bodies((o) => o.kind === "insert" && o.where === where && (anchor === undefined || ("anchor" in o && o.anchor === anchor)));
  const middle = lines.flatMap((text, index) => {
    const number = index + 1;
    const isGone = operations.some((o) => o.kind !== "insert" && o.first <= number && number <= o.last);
    const replacement = bodies((o) => o.kind === "replace" && o.first === number);
    return [...inserted("before", number), ...replacement, ...(isGone ? [] : [text]), ...inserted("after", number)];
  });
  return [...inserted("head"), ...middle, ...inserted("tail")];
}
