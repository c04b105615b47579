import { describe, expect, test } from "vitest";
import type { PageQuery } from "../../src/search/query.ts";
import { type Line, RowCollector } from "../../src/search/rows.ts";

/** `h3` is a hit on line 3, `c4` a context line; `|` begins a new file. */
function collect(script: string, page: PageQuery, content: { before?: number; after?: number; gaps?: boolean; hitsPerFile?: number; textChars?: number } = {}) {
  const { before = 0, after = 0, gaps = true, hitsPerFile = Number.POSITIVE_INFINITY, textChars = Number.POSITIVE_INFINITY } = content;
  const collector = new RowCollector({ page, content: { before, after, gaps, hitsPerFile, onlyMatching: false, columns: 100 }, textChars });
  script.split("|").forEach((file, entry) => {
    collector.openFile(entry);
    for (const word of file.trim().split(" ")) if (!collector.isFull) collector.add(line(word));
  });
  const rows = collector.rows.map((row) => (row.kind === "gap" ? "--" : `${row.kind === "hit" ? "h" : "c"}${row.line}`)).join(" ");
  return { rows, hitsSeen: collector.hitsSeen, rowsSeen: collector.rowsSeen };
}

function line(word: string): Line {
  return { kind: word.startsWith("h") ? "hit" : "context", line: Number(word.slice(1)), offset: 0, raw: word };
}

const all = { skip: 0, take: Number.POSITIVE_INFINITY };

describe("pages of hits", () => {
  test.each<[string, string, Omit<PageQuery, "unit">, object, string]>([
    ["a gap stands between groups and between files", "h1 h2 h5 | h1", all, {}, "h1 h2 -- h5 -- h1"],
    ["context is free", "c1 h2 c3 c6 h7 c8", { skip: 0, take: 2 }, { before: 1, after: 1 }, "c1 h2 c3 -- c6 h7 c8"],
    ["a hit off the page may be context of one on it", "h1 h2 h3 h4", { skip: 1, take: 1 }, { before: 1, after: 1 }, "c1 h2 c3"],
    ["context of hits off the page is not shown", "h1 c2 c3 c6 h7 c8", { skip: 1, take: 1 }, { before: 1, after: 2 }, "c6 h7 c8"],
    ["a page may begin in a later file", "h1 h2 | h1 h2", { skip: 3, take: 1 }, {}, "h2"],
    ["without gaps there are none", "h1 h5 | h1", all, { gaps: false }, "h1 h5 h1"],
  ])("%s", (_, script, page, content, rows) => {
    expect(collect(script, { unit: "hits", ...page }, content).rows).toBe(rows);
  });
});

test("pages of rows count context and gaps, and may begin with a gap", () => {
  const script = "c4 h5 c6 h7 c8 c15 h16 c17";
  const ask = (skip: number, take: number) => collect(script, { unit: "rows", skip, take }, { before: 1, after: 1 }).rows;
  expect([ask(0, 3), ask(1, 6), ask(5, 2)]).toEqual(["c4 h5 c6", "h5 c6 h7 c8 -- c15", "-- c15"]);
});

test("pages of files show so many hits of each", () => {
  expect(collect("h1 h2 h3 | h9 h10 h11", { unit: "entries", ...all }, { hitsPerFile: 2 }).rows).toBe("h1 h2 -- h9 h10");
});

test("text above the limit ends the page", () => {
  expect(collect("h1 h2 h3 h4 h5", { unit: "hits", ...all }, { textChars: 8 }).rows).toBe("h1 h2 h3");
});

test("empty lines fill a page, too", () => {
  const collector = new RowCollector({
    page: { unit: "hits", ...all },
    content: { before: 0, after: 0, gaps: false, hitsPerFile: Number.POSITIVE_INFINITY, onlyMatching: false, columns: 100 },
    textChars: 3,
  });
  collector.openFile(0);
  for (let number = 1; number <= 9; number++) collector.add({ kind: "hit", line: number, offset: number, raw: "" });
  expect([collector.rows.length, collector.isCutByText, collector.hitsSeen]).toEqual([4, true, 9]);
});
