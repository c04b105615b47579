// Where the first match of a line begins: as ripgrep tells it with --column, or nothing is said.
import { spawnSync } from "node:child_process";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { expect, test } from "vitest";
import { firstMatchOf } from "../../../../src/search/index/verify/first-match.ts";
import { matchArguments } from "../../../../src/search/ripgrep/arguments.ts";
import { lines, linesBeyondAscii, patterns } from "../../../support/rust-patterns.ts";

/** More with FOSSICK_FUZZ_RUNS. */
const RUNS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 200);
const LINES = 60;

test.each([
  ["random lines", lines.map(({ line }) => line.replaceAll("\r", ""))],
  ["random lines beyond ASCII", linesBeyondAscii],
])("of random patterns on %s", { timeout: 0 }, (_, line) => {
  let told = 0;
  const texts = fc.array(line, { minLength: LINES, maxLength: LINES, size: "max" }).map((all) => ["first", ...all]);
  fc.assert(
    fc.property(texts, fc.record({ pattern: patterns, caseInsensitive: fc.boolean() }), (text, asked) => {
      const query = { ...asked, multiline: false, limits: { multilineBytes: 1 } };
      const find = firstMatchOf(query);
      if (find === undefined) return;
      const args = [...matchArguments(query), "--text", "--line-number", "--column", "--no-filename", "--", "-"];
      const { stdout } = spawnSync(rgPath, args, { encoding: "latin1", input: Buffer.from(text.map((each) => `${each}\n`).join(""), "latin1") });
      const columns = new Map([...stdout.matchAll(/^(\d+):(\d+):/gm)].map(([, number, column]) => [Number(number), Number(column)]));
      for (const [number, column] of columns) {
        const at = find(text[number - 1] as string);
        if (at === undefined) continue;
        expect({ query, line: text[number - 1], at }).toEqual({ query, line: text[number - 1], at: column - 1 });
        told++;
      }
    }),
    { numRuns: RUNS },
  );
  expect(told).toBeGreaterThan(RUNS); // otherwise nothing was tested
});

test.each([
  ["pack\\w+", "a package", 2],
  ["\\w*age", "a package", 2],
  ["x", "a package", -1],
  ["pack\\w+", "\xc3\xa4 package", 3],
  ["pack\\w+", "pack\xc3\xa4 package", undefined],
  ["pack\\d", "\xc3\xa4 package", -1],
  ["pack\\w+", "\xff package", undefined],
  ["pack\\w+", "a\rpackage", undefined],
  ["pack.*age.*", "a package, package", 2],
  [".*pack.*age", "a package", undefined],
  ["age.*pack", "package, package", 4],
  ["age.*back", "package, package", -1],
  ["pack.*age", "package \xff", undefined],
  ["pack.*age", "package \r", undefined],
])("%j in %j", (pattern, line, place) => {
  expect(firstMatchOf({ pattern, caseInsensitive: false, multiline: false })?.(line)).toBe(place);
});

test("texts with anything in between are found in lines of any length", () => {
  const find = firstMatchOf({ pattern: "pack.*age", caseInsensitive: false, multiline: false });
  expect(find?.(`${"\xc3\xa4".repeat(300_000)} package, package`)).toBe(600_001);
});

test("a place has one reason at a time: with several, an engine would try all combinations of them", () => {
  const line = Buffer.from(`${"é".repeat(2_000)} zz9`).toString("latin1");
  const found = ["^(?:\\B\\w)+;|zz9", `${"\\b".repeat(30)};|zz9`].map((pattern) => firstMatchOf({ pattern, caseInsensitive: false, multiline: false })?.(line));
  expect(found).toEqual([4_001, 4_001]);
});

test("a pattern that asks for the beginning of the text is ripgrep's", () => {
  expect(firstMatchOf({ pattern: "\\A|b", caseInsensitive: false, multiline: false })).toBeUndefined();
});
