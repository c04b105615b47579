// A file with very many matches is cut where a page has enough of them: only if all that comes before it was looked at.
import { expect, test } from "vitest";
import { Files } from "../../../src/search/index/files.ts";
import { type Proven, provenOf } from "../../../src/search/index/proven.ts";
import { MAX_BYTES } from "../../../src/search/index/read-text.ts";
import { Verdicts } from "../../../src/search/index/verdicts.ts";
import { ScannerWithRoom } from "../../../src/search/index/wasm/scanner.ts";
import { namesIn, work } from "../../support/stored.ts";
import { tree } from "../../support/tree.ts";

const LINES = 10_000;

function verdictsOf(isInOrder: boolean) {
  const root = tree({ "much.txt": "a plum, and nothing but plums\n".repeat(LINES) });
  const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, 2 ** 20));
  files.list(namesIn(root), () => false);
  work(files);
  const crowd = files.pick({ wanted: "anything", span: "piece", passes: () => true });
  crowd.openAll(1);
  const proven = provenOf({ pattern: "plum", caseInsensitive: false, multiline: false }) as Proven;
  const verification = {
    proven,
    shape: { what: "lines" as const, before: 0, after: 0, maxBytes: 400, columns: 100 },
    maxChars: 1e9,
    budgetMs: 1e9,
    isNewestFirst: false,
  };
  const verdicts = new Verdicts(
    { crowd, verification, cut: 0, maxBytes: Number.MAX_SAFE_INTEGER, reach: { order: "path", unit: "hits", least: 21, most: 20 } },
    files,
  );
  const added = verdicts.add(crowd.chosen(0), isInOrder);
  return { added, lines: verdicts.sum(undefined).printed.split("\n").length - 1 };
}

test("in order, no more is printed than is needed and easily told", () => {
  const { added, lines } = verdictsOf(true);
  expect(added).toBe("cut");
  expect(lines).toBeGreaterThan(20);
  expect(lines).toBeLessThan(LINES);
});

test("in any order, all of it is printed: what comes before it may be found later", () => {
  expect(verdictsOf(false)).toEqual({ added: undefined, lines: LINES });
});
