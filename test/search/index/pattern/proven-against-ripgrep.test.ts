// Random patterns of all kinds on random lines: what is proven says what ripgrep says, and nothing is proven that ripgrep refuses.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Automata, automatonFor } from "../../../../src/search/index/pattern/automaton/automaton.ts";
import { COMMON_LETTERS, COMMON_MARKS } from "../../../../src/search/index/pattern/char-set.ts";
import { type Proven, type ProvenQuery, provenOf } from "../../../../src/search/index/pattern/proven.ts";
import type { Row } from "../../../../src/search/index/pattern/row.ts";
import { hasPartners } from "../../../../src/search/index/segments/grams.ts";
import { isPlainUtf8 } from "../../../../src/search/index/texts/parts.ts";
import { needleOfRow } from "../../../../src/search/index/wasm/needle.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";
import { matchArguments } from "../../../../src/search/ripgrep/arguments.ts";
import { type Line, lines, linesBeyondAscii, patterns } from "../../../support/rust-patterns.ts";

/** More with FOSSICK_FUZZ_RUNS. */
const PATTERNS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 400);
const PATTERNS_PER_TEXT = 30;
const scanner = new ScannerWithRoom(100_000, 0);

let file: string;

beforeAll(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "fossick-proven-")), "lines");
});

afterAll(() => {
  fs.rmSync(path.dirname(file), { recursive: true, force: true });
});

test("a pattern that is proven matches the lines that ripgrep finds", { timeout: 0 }, () => {
  let [proven, automata] = [0, 0];
  fc.assert(
    fc.property(texts, fc.array(queries, exactly(PATTERNS_PER_TEXT)), (text, asked) => {
      const bytes = Buffer.from(text.map(({ line, end }) => line + end).join(""), "latin1");
      fs.writeFileSync(file, bytes);
      for (const query of asked) {
        const found = provenOf(query);
        if (found === undefined) continue;
        proven++;
        const expected = ripgrep(query);
        if (found.test !== undefined || found.isLiteral)
          expect({ query, lines: saidBy(found, text) }).toEqual({ query, lines: { byExpression: expected, byNeedles: expected } });
        const any = found.automata ?? found.automataForMany;
        if (any === undefined) continue;
        automata++;
        expect({ query, lines: saidByAutomaton(any, bytes) }).toEqual({ query, lines: { sure: expected, unsure: [] } });
      }
    }),
    { numRuns: Math.ceil(PATTERNS / PATTERNS_PER_TEXT) },
  );
  // Otherwise nothing was tested.
  expect([proven > PATTERNS / 3, automata > PATTERNS / 30]).toEqual([true, true]);
});

test("what an automaton is sure of beyond ASCII is what ripgrep says", { timeout: 0 }, () => {
  const told = { matches: 0, others: 0, unsure: 0 };
  beyondAscii((query, _, bytes) => {
    const { automataForMany, automata = automataForMany, isCaseless } = provenOf(query) ?? {};
    if (automata === undefined) return;
    const found = new Set(ripgrep(query, "--text") as readonly number[]);
    for (const [index, line] of bytes.entries()) {
      if (!isPlainUtf8(line) || (isCaseless && hasPartners(line))) continue; // such texts are not looked at
      const { sure, unsure } = saidByAutomaton(automata, Buffer.concat([line, LINE_END]));
      if (unsure.length === 0)
        expect({ query, line: line.toString(), isMatch: sure.length > 0 }).toEqual({ query, line: line.toString(), isMatch: found.has(index + 1) });
      told[unsure.length > 0 ? "unsure" : sure.length > 0 ? "matches" : "others"]++;
    }
  });
  expect(Math.min(...Object.values(told))).toBeGreaterThan(PATTERNS / 4); // otherwise nothing was tested
});

test("what ripgrep finds beyond ASCII is what may match", { timeout: 0 }, () => {
  let [found, excluded] = [0, 0];
  beyondAscii((query, lines) => {
    const atMost = provenOf(query)?.test?.atMost?.line;
    if (atMost === undefined) return;
    const numbers = ripgrep(query, "--text");
    expect({ query, numbers: typeof numbers }).toEqual({ query, numbers: "object" });
    for (const number of numbers as readonly number[])
      expect({ query, line: lines[number - 1], may: atMost.test(lines[number - 1] as string) }).toMatchObject({ may: true });
    found += numbers.length;
    excluded += lines.filter((line) => !atMost.test(line)).length;
  });
  expect([found > PATTERNS, excluded > PATTERNS]).toEqual([true, true]); // otherwise nothing was tested
});

test("of lines with common letters and marks it is known what ripgrep finds; of others that it finds something, if nothing beside a match matters", {
  timeout: 0,
}, () => {
  const told = { matches: 0, others: 0, beside: 0 };
  const isCommon = new RegExp(`^[\\0-\\x7f${COMMON_LETTERS}${COMMON_MARKS}]*$`, "u");
  beyondAscii((query, lines) => {
    const common = provenOf(query)?.test?.common;
    if (common === undefined) return;
    const found = new Set(ripgrep(query, "--text") as readonly number[]);
    for (const [index, line] of lines.entries()) {
      const isMatch = common.line.test(line);
      if (!isCommon.test(line) && !(isMatch && common.isEnough)) continue;
      expect({ query, line, isMatch }).toEqual({ query, line, isMatch: found.has(index + 1) });
      told[!isCommon.test(line) ? "beside" : isMatch ? "matches" : "others"]++;
    }
  });
  expect(Math.min(...Object.values(told))).toBeGreaterThan(PATTERNS); // otherwise nothing was tested
});

test("ripgrep finds lines where a row stands, and none but those where the widest does", { timeout: 0 }, () => {
  const told = { rows: 0, widest: 0, none: 0 };
  const hits = (line: Buffer, row: Row): number => scanner.hitsOfRow(scanner.spanOf(line), { row, needle: needleOfRow(row) }, true);
  beyondAscii((query, _, bytes) => {
    const { row, widestRow, isCaseless } = provenOf(query) ?? {};
    if (row === undefined || widestRow === undefined) return;
    const found = new Set(ripgrep(query, "--text") as readonly number[]);
    for (const [index, line] of bytes.entries()) {
      if (isCaseless && hasPartners(line)) continue; // such texts are not looked at
      const [least, most] = [hits(line, row), hits(line, widestRow)];
      if (least === most) expect({ query, line: line.toString(), found: found.has(index + 1) }).toEqual({ query, line: line.toString(), found: least === 1 });
      told[least === 1 ? "rows" : most === 1 ? "widest" : "none"]++;
    }
  });
  expect(Math.min(...Object.values(told))).toBeGreaterThan(PATTERNS / 4); // otherwise nothing was tested
});

/** Random patterns, on lines with all kinds of characters, which are in the file, decoded and as they are. */
function beyondAscii(check: (query: ProvenQuery, lines: readonly string[], bytes: readonly Buffer[]) => void): void {
  const withFirst = fc.array(linesBeyondAscii, exactly(150)).map((all) => ["first", ...all]); // a mark at the beginning would be taken away
  fc.assert(
    fc.property(withFirst, fc.array(queries, exactly(PATTERNS_PER_TEXT)), (text, asked) => {
      fs.writeFileSync(file, text.map((line) => `${line}\n`).join(""), "latin1");
      const bytes = text.map((line) => Buffer.from(line, "latin1"));
      const decoded = bytes.map((line) => line.toString());
      for (const query of asked) check(query, decoded, bytes);
    }),
    { numRuns: Math.ceil(PATTERNS / PATTERNS_PER_TEXT) },
  );
}

test.each<[string, string, number, readonly string[], readonly string[]]>([
  ["letters are of words", COMMON_LETTERS, 30_000, ["^\\w$", "^[^a-z]$", "^[\\W\\w--\\W]$"], ["\\s", "\\d", "\\W", "[a-z]"]],
  ["marks are of nothing", COMMON_MARKS, 2_000, ["^\\W$", "^\\S$", "^\\D$", "^[^a-z]$", "^[\\W--\\s]$"], ["\\s", "\\d", "\\w", "[a-z]", "\\bx?"]],
])("all common %s to ripgrep", (_, common, least, everywhere, nowhere) => {
  const isCommon = new RegExp(`[${common}]`, "u");
  const chars = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter((char) => isCommon.test(char));
  fs.writeFileSync(file, chars.map((char) => `${char}\n`).join(""));
  expect(chars.length).toBeGreaterThan(least);
  const found = (pattern: string) => (ripgrep({ pattern, caseInsensitive: true, multiline: false }) as readonly number[]).length;
  expect(everywhere.map((pattern) => [pattern, found(pattern)])).toEqual(everywhere.map((pattern) => [pattern, chars.length]));
  expect(nowhere.map((pattern) => [pattern, found(pattern)])).toEqual(nowhere.map((pattern) => [pattern, 0]));
});

function exactly(length: number): fc.ArrayConstraints {
  return { minLength: length, maxLength: length, size: "max" };
}

const texts = fc.array(lines, exactly(150)).map((all) => all.with(-1, { line: all.at(-1)?.line || "last", end: "" }));
const queries: fc.Arbitrary<ProvenQuery> = fc.record({ pattern: patterns, caseInsensitive: fc.boolean(), multiline: fc.constant(false) });

/** The numbers of the lines that match: by the expression alone, if there is one, and by needles as far as they say it, then by the expression. */
function saidBy({ test: expression, needles, foldsCase, isLiteral }: Proven, text: readonly Line[]): object {
  const numbersOf = (matches: (line: string) => boolean): readonly number[] => text.flatMap(({ line }, i) => (matches(line) ? [i + 1] : []));
  const hasNeedle = (line: string): boolean => needles.some((needle) => (foldsCase ? line.toLowerCase() : line).includes(needle));
  const isKnown = needles.length > 0 || isLiteral;
  const byNeedles = numbersOf((line) => (!isKnown || hasNeedle(line)) && (expression?.line.test(line) ?? true));
  return { byExpression: expression === undefined ? byNeedles : numbersOf((line) => expression.line.test(line)), byNeedles };
}

const LINE_END = Buffer.from("\n");

/** The numbers of the lines that match, and of those that may. */
function saidByAutomaton(automata: Automata, bytes: Buffer): { readonly sure: readonly number[]; readonly unsure: readonly number[] } {
  const said = { sure: [] as number[], unsure: [] as number[] };
  const automaton = automatonFor(bytes.includes("\r"), automata);
  let from = 0;
  for (let found = scanner.findByAutomaton(bytes, from, automaton); found.at !== -1; found = scanner.findByAutomaton(bytes, from, automaton)) {
    said[found.isSure ? "sure" : "unsure"].push(scanner.lines(bytes.subarray(0, found.at)) + 1);
    from = bytes.indexOf("\n", found.at) + 1;
    if (from === 0 || from === bytes.length) break;
  }
  return said;
}

function ripgrep(query: ProvenQuery, ...flags: readonly string[]): readonly number[] | string {
  const args = [...matchArguments({ ...query, limits: { multilineBytes: 1 } }), ...flags, "--line-number", "--", file];
  const { status, stdout, stderr } = spawnSync(rgPath, args, { encoding: "latin1" });
  return status === 2 ? stderr : [...stdout.matchAll(/(\d+):[^\n]*\n?/g)].map(([, number]) => Number(number));
}
