// Patterns that are a text at the beginning of a line, or behind blanks there.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isAtEdge } from "../../../../src/search/index/pattern/edge.ts";
import { type Proven, type ProvenQuery, provenOf } from "../../../../src/search/index/pattern/proven.ts";
import { textsOf } from "../../../../src/search/index/texts/parts.ts";
import { printedOf, soughtOf } from "../../../../src/search/index/verify/verify.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";
import { matchArguments } from "../../../../src/search/ripgrep/arguments.ts";
import { tree } from "../../../support/tree.ts";

const edgeOf = (pattern: string, caseInsensitive = false): Proven["edge"] => provenOf({ pattern, caseInsensitive, multiline: false })?.edge;

test.each<[string, readonly string[], boolean]>([
  ["^foo", ["foo"], false],
  ["^\\s*foo bar", ["foo bar"], true],
  ["^import|^use |^ximport", ["import", "use ", "ximport"], false],
  ["^\\s*//|^\\s*#", ["//", "#"], true],
])("%j begins a line", (pattern, texts, isIndented) => {
  expect(edgeOf(pattern)).toEqual({ texts, foldsCase: false, isIndented });
});

test("without regard to case, texts are in lower case", () => {
  expect(edgeOf("^\\s*TODO", true)).toEqual({ texts: ["todo"], foldsCase: true, isIndented: true });
});

test.each([
  ...[
    "foo",
    "^foo$",
    "^foo.*bar",
    "^\\s+foo",
    "^ *foo",
    "^[\\t ]*foo",
    "\\s*foo",
    "\\Afoo",
    "^[fé]oo",
    "^(foo|bar)x?",
    "^foo|bar",
    "^foo|^\\s*bar",
    "^été",
    "^(?i:f)oo",
  ],
])("%j is something else", (pattern) => {
  expect(edgeOf(pattern)).toBeUndefined();
});

test.each<[string, boolean, boolean | undefined]>([
  ["foo", false, true],
  ["x\nfoo", false, true],
  ["x\n foo", false, false],
  ["x\n \t\v\ffoo", true, true],
  [" foo", true, true],
  ["xfoo", true, false],
  ["x\n  .foo", true, false],
  ["\u00a0foo", true, undefined],
  ["\ufefffoo", false, undefined],
])("%j: whether foo begins a line (indented: %j)", (text, isIndented, expected) => {
  const bytes = Buffer.from(text);
  expect(isAtEdge(bytes, bytes.indexOf("foo"), isIndented)).toBe(expected);
});

/** Files of odd lines, more with FOSSICK_FUZZ_RUNS. */
const FILES = Number(process.env.FOSSICK_FUZZ_RUNS ?? 400);
const pieces = fc.constantFrom("foo", "\n foo", "\nfoo", "Foo", "ba", "x", " ", "\t", "\f", "\n", "\r\n", "é", "\u00a0", "\ufeff", "\u3000", "\u2028");
const texts = fc.array(fc.array(pieces, { maxLength: 25, size: "max" }), { minLength: FILES, maxLength: FILES, size: "max" });

test.each<[string, boolean]>([
  ["^foo", false],
  ["^\\s*foo", false],
  ["^\\s*foo", true],
  ["^foo|^ba", false],
  ["^\\s*foo|^\\s*xfoo", true],
  ["^\\s* foo", false],
  ["^foo.*ba", false],
  ["foo.*ba$", true],
  ["\\bfoo.*ba\\b", false],
])("%j (any case: %j) is on as many lines as ripgrep says", (pattern, caseInsensitive) => {
  const query = { pattern, caseInsensitive, multiline: false };
  const files = (fc.sample(texts, 1)[0] as string[][]).map((each) => Buffer.from(each.join("")));
  const counts = countsByRipgrep(query, files);
  const sought = soughtOf(provenOf(query) as Proven, new ScannerWithRoom(65_536, 0));
  const said = files.map((bytes) => printedOf("", textsOf(bytes, undefined), sought, { what: "counts" })?.hits);
  expect(said.map((hits, i) => ({ text: String(files[i]), hits: hits === undefined ? "left" : hits })).filter(({ hits }) => hits !== "left")).toEqual(
    said.flatMap((hits, i) => (hits === undefined ? [] : [{ text: String(files[i]), hits: counts.get(i) ?? 0 }])),
  );
  expect([counts.size > FILES / 100, said.filter((hits) => hits !== undefined).length > FILES / 4]).toEqual([true, true]); // otherwise nothing was tested
});

/** By index, as far as there are matches. */
function countsByRipgrep(query: ProvenQuery, files: readonly Buffer[]): ReadonlyMap<number, number> {
  const root = tree({});
  for (const [i, bytes] of files.entries()) fs.writeFileSync(path.join(root, `f${i}`), bytes);
  const args = [...matchArguments({ ...query, limits: { multilineBytes: 1 } }), "--count", "--", "./"];
  const { stdout } = spawnSync(rgPath, args, { cwd: root, encoding: "utf8" });
  return new Map([...stdout.matchAll(/f(\d+):(\d+)\r?\n/g)].map(([, file, count]) => [Number(file), Number(count)]));
}
