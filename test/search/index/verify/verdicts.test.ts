// A file with very many matches is cut where a page has enough of them: only if all that comes before it was looked at. What comes before a page is counted.
import { expect, test } from "vitest";
import { Files } from "../../../../src/search/index/files.ts";
import { type Proven, provenOf } from "../../../../src/search/index/pattern/proven.ts";
import { MAX_BYTES } from "../../../../src/search/index/texts/read-text.ts";
import { InOrder, type Reach } from "../../../../src/search/index/verify/in-order.ts";
import { Verdicts } from "../../../../src/search/index/verify/verdicts.ts";
import type { Shape } from "../../../../src/search/index/verify/verify.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";
import { namesIn, work } from "../../../support/stored.ts";
import { tree } from "../../../support/tree.ts";

const LINES = 10_000;

const LINES_OF_PLUMS = { pattern: "plum", caseInsensitive: false, shape: { what: "lines", before: 0, after: 0, maxBytes: 400, columns: 100 } as Shape };

/** Of files, one after the other. */
function verdictsOf(contents: Record<string, string>, isInOrder: boolean, reach: Partial<Reach> = {}, { pattern, caseInsensitive, shape } = LINES_OF_PLUMS) {
  const root = tree(contents);
  const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, 2 ** 20));
  files.list(namesIn(root), () => false);
  work(files);
  const crowd = files.picker.pick({ wanted: "anything", span: "piece", passes: () => true });
  crowd.openAll(Number.POSITIVE_INFINITY);
  const proven = provenOf({ pattern, caseInsensitive, multiline: false }) as Proven;
  const verification = { proven, shape, maxChars: 1e9, budgetMs: 1e9, leftMs: 0, isNewestFirst: false };
  const asked: Reach = { order: "path", unit: "hits", least: 21, most: 20, ...reach };
  const verdicts = new Verdicts(
    { crowd, verification, cut: 0, maxBytes: Number.MAX_SAFE_INTEGER, reach: asked, passes: () => true, isCalledOff: () => false },
    files,
  );
  const inOrder = new InOrder(crowd, asked, files);
  let added: ReturnType<Verdicts["add"]>;
  for (let index = inOrder.next(); index !== undefined; index = inOrder.next()) added = verdicts.add(index, isInOrder);
  const { printed, before, left } = verdicts.sum(undefined);
  return { added, lines: printed.split("\n").slice(0, -1), before, left: left.known.map(({ file }) => file.name) };
}

const MUCH = { "much.txt": "a plum, and nothing but plums\n".repeat(LINES) };

test("in order, no more is printed than is needed and easily told", () => {
  const { added, lines } = verdictsOf(MUCH, true);
  expect(added).toBe("cut");
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.length).toBeLessThan(LINES);
});

test("in any order, all of it is printed: what comes before it may be found later", () => {
  const { added, lines } = verdictsOf(MUCH, false);
  expect({ added, lines: lines.length }).toEqual({ added: undefined, lines: LINES });
});

const FEW = { "a.txt": "plum\nplum\n", "b.txt": "pear\n", "c.txt": "plum\n", "d.txt": "plum\nplum\n", "e.txt": "plum\n" };

test("files that come before what is shown are counted, not printed", () => {
  const { lines, before } = verdictsOf(FEW, true, { skipped: 4 });
  expect({ lines, before }).toEqual({ lines: ["d.txt\x001:0:plum", "d.txt\x002:5:plum", "e.txt\x001:0:plum"], before: { entries: 2, hits: 3 } });
});

test("behind a file of which ripgrep has to say, everything is printed", () => {
  const odd = { ...FEW, "b.txt": `plum\n${"x".repeat(70_000)}\0` };
  const { lines, before } = verdictsOf(odd, true, { skipped: 4 });
  expect({ lines: lines.length, before }).toEqual({ lines: 4, before: { entries: 1, hits: 2 } });
});

const ANY_CASE = { pattern: "sink", caseInsensitive: true, shape: { what: "counts" } as Shape };
const LETTERS = { "a.txt": "\u017fink\nsin\u212a\npink\nSINK\n", "b.txt": "\u017f\u212a\n", "c.txt": "sink\n" };

test.each([ANY_CASE, { ...ANY_CASE, pattern: "(?i)sink", caseInsensitive: false }])(
  "letters that are others without case are counted as those: $pattern",
  (asked) => {
    const { lines, left } = verdictsOf(LETTERS, false, {}, asked);
    expect({ lines, left }).toEqual({ lines: ["a.txt\x003", "c.txt\x001"], left: [] });
  },
);

test("whoever wants to see lines with such letters has ripgrep look at files that match; so has who minds the case of some", () => {
  const ofLines = verdictsOf(LETTERS, false, {}, { ...ANY_CASE, shape: LINES_OF_PLUMS.shape });
  expect({ lines: ofLines.lines, left: ofLines.left }).toEqual({ lines: ["c.txt\x001:0:sink"], left: ["a.txt"] });
  const ofSome = verdictsOf(LETTERS, false, {}, { ...ANY_CASE, pattern: "sin(?-i:k)" });
  expect({ lines: ofSome.lines, left: ofSome.left }).toEqual({ lines: ["c.txt\x001"], left: ["a.txt", "b.txt"] });
});
