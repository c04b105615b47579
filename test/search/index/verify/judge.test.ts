import { expect, test } from "vitest";
import { type Proven, provenOf } from "../../../../src/search/index/pattern/proven.ts";
import { textsOf } from "../../../../src/search/index/texts/parts.ts";
import { judge } from "../../../../src/search/index/verify/judge.ts";
import { type Shape, soughtOf } from "../../../../src/search/index/verify/verify.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";

const scanner = new ScannerWithRoom(1_000, 0);
const LINES: Shape = { what: "lines", before: 0, after: 0, maxBytes: 400, columns: 100 };

/** How many hits a file with letters that are others without case has, and what is printed of it. */
function judged(pattern: string, caseInsensitive: boolean, text: string, shape: Shape) {
  const proven = provenOf({ pattern, caseInsensitive, multiline: false }) as Proven;
  const found = judge("f", { kind: "partners", texts: textsOf(Buffer.from(text), undefined) }, soughtOf(proven, scanner), shape, undefined);
  return found && [found.hits, found.text];
}

test.each<[string, string, boolean, string, Shape, readonly [number, string] | undefined]>([
  ["what does not match is not ripgrep's to read", "tasks", true, "\u212aelvin\nta\u017f\n", LINES, [0, ""]],
  ["what matches is, where it is shown", "tasks", true, "ta\u017f\u212as\n", LINES, undefined],
  ["it is counted", "tasks", true, "ta\u017f\u212as\nx\nTASKS\n", { what: "counts" }, [2, "f\x002\n"]],
  ["it is named", "tasks", true, "x\nta\u017f\u212as\n", { what: "names" }, [1, "f\0"]],
  ["other patterns are ripgrep's", "task\\w", true, "\u212aelvin\n", LINES, undefined],
  ["where case matters, all is as in other files", "tasks", false, "ta\u017f\u212as\ntasks\n", LINES, [1, "f\x002:9:tasks\n"]],
])("%s", (_, pattern, caseInsensitive, text, shape, found) => {
  expect(judged(pattern, caseInsensitive, text, shape)).toEqual(found);
});
