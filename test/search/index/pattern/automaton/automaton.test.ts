import { isAscii } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Automata, type Automaton, automataOf, automatonFor } from "../../../../../src/search/index/pattern/automaton/automaton.ts";
import { provenOf } from "../../../../../src/search/index/pattern/proven.ts";
import type { Row } from "../../../../../src/search/index/pattern/row.ts";
import { exactShapeOf, type Shape } from "../../../../../src/search/index/pattern/shape.ts";
import { parseRegex, type Tree } from "../../../../../src/search/index/pattern/syntax.ts";
import { ScannerWithRoom } from "../../../../../src/search/index/wasm/scanner.ts";

const scanner = new ScannerWithRoom(100_000, 0);

function madeOf(pattern: string): Automata | undefined {
  return automataOf(exactShapeOf(parseRegex({ pattern, caseInsensitive: false }) as Tree) as Shape);
}

/** Each as JavaScript has it, on lines. */
const PATTERNS: Readonly<Record<string, string>> = {
  "\\s+$": "\\s$",
  "^\\s+": "^\\s",
  "^.{0,3}$": "^.{0,3}$",
  ".{12,}": ".{12,}",
  "\\S{5,}": "\\S{5,}",
  "[0-9]+\\.[0-9]+\\.[0-9]+": "[0-9]+\\.[0-9]+\\.[0-9]+",
  "^$": "^$",
  "^": "^",
  "\\bin\\b": "\\bin\\b",
  "\\Bn\\B": "\\Bn\\B",
  "(in|t+ )+\\d": "(in|t+ )+\\d",
  "(a|b)*\\.(a|b)*$": "(a|b)*\\.(a|b)*$",
  "\\w\\b{end}\\W": "\\w\\b\\W",
  "\\b{start-half}[.]": "(?<!\\w)[.]",
  "a\\b{end-half}": "a(?!\\w)",
  "^[^a]*a[^a]*$": "^[^a]*a[^a]*$",
  "(^a|b$)": "(^a|b$)",
  "\\w\\s*$": "\\w\\s*$",
  "\\bn.?$": "\\bn.?$",
  "[^a].{3}\\b$|_$": "[^a\\r\\n].{3}\\b$|_$",
  "-\\b_.*a": "-\\b_.*a",
  "^\\s*[0-9]+-[^b]": "^\\s*[0-9]+-[^b\\r\\n]",
  "\\W-[019]\\s*$": "\\W-[019]\\s*$",
};
/** Line ends are in none of ours, and one letter beyond ASCII is a letter. */
const LETTER = "[\\w\u00e9]";
const BOUNDARY = `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`;
const CLASSES: Readonly<Record<string, string>> = {
  ...{ "\\s": "[^\\S\\r\\n]", "\\S": "[^\\s]", "\\w": LETTER, "\\W": "[^\\w\u00e9\\r\\n]" },
  ...{ "\\b": BOUNDARY, "\\B": `(?!${BOUNDARY})` },
};
const text = fc.string({ unit: fc.constantFrom(..."aabint..019  \t\n\n\n\r-_\u00e9"), maxLength: 120 });

/** The lines that match or may match, by number, and whether they do for sure. */
function told(bytes: Buffer, automaton: Automaton): readonly (readonly [number, boolean])[] {
  const lines: [number, boolean][] = [];
  for (let from = 0; ; ) {
    const { at, isSure } = scanner.findByAutomaton(bytes, from, automaton);
    if (at === -1) return lines;
    lines.push([bytes.subarray(0, at).filter((byte) => byte === 10).length, isSure]);
    const end = bytes.indexOf(10, at);
    if (end === -1) return lines;
    from = end + 1;
  }
}

test("finds the lines that match, and says of which it does not know", () => {
  const seen = { sure: 0, unsure: 0, none: 0, fromEnd: 0, near: 0, nearFromEnd: 0 };
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(PATTERNS)), text, (pattern, all) => {
      const bytes = Buffer.from(all);
      const expression = new RegExp(
        (PATTERNS[pattern] as string).replaceAll(/\\[sSwWbB]/g, (name) => CLASSES[name] as string),
        "m",
      );
      const lines = all.split("\n");
      const matching = lines.flatMap((line, number) => {
        const isLast = number === lines.length - 1;
        if (isLast && line === "") return [];
        return expression.test(isLast ? line : line.replace(/\r$/, "")) ? [number] : [];
      });
      const automaton = automatonFor(bytes.includes("\r"), madeOf(pattern) as Automata);
      const found = told(bytes, automaton);
      const sure = found.flatMap(([number, isSure]) => (isSure ? [number] : []));
      const unsure = found.flatMap(([number, isSure]) => (isSure ? [] : [number]));
      const isOdd = (number: number): boolean => !isAscii(Buffer.from(lines[number] as string));
      expect({ pattern, all, sure }).toEqual({ pattern, all, sure: matching.filter((number) => !unsure.includes(number)) });
      expect({ pattern, all, odd: unsure.every(isOdd) }).toEqual({ pattern, all, odd: true });
      const hits = [false, true].map((isAnyEnough) => scanner.hitsOfAutomaton(scanner.spanOf(bytes), automaton, isAnyEnough));
      if (unsure.length === 0) expect(hits).toEqual([sure.length, Math.min(1, sure.length)]);
      else expect(hits[0]).toBe(undefined);
      if (automaton.near !== undefined) seen[automaton.isFromEnd ? "nearFromEnd" : "near"]++;
      else if (automaton.isFromEnd) seen.fromEnd++;
      seen[unsure.length > 0 ? "unsure" : sure.length > 0 ? "sure" : "none"]++;
    }),
    { numRuns: 5_000 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50); // otherwise nothing was tested
});

test.each([
  ["^\\s+", "foo \u00e9\n \u00e9", [[1, true]]],
  [
    "\\s+$",
    "\u00e9 x\n\u00e9 \nx\u00e9",
    [
      [1, true],
      [2, false], // there are blanks beyond ASCII
    ],
  ],
  [
    "^.{2}$",
    "\u00e9\u20ac\n\u00e9\n\u{1f600}.\n...",
    [
      [0, true],
      [2, true],
    ],
  ],
  ["[^\\x00-\\x7f]", "a\n\u20ac\n", [[1, true]]],
  [
    "[^\\x00-\\x7f]$|a$",
    "\u20aca\n\u20ac",
    [
      [0, true],
      [1, true],
    ],
  ],
  [
    "[^a-z\\x{e9}]",
    "\u00e9\n\u20ac.\nx",
    [
      [0, false],
      [1, true],
    ],
  ],
  [
    "\\bx",
    "\u20acx\nx\n",
    [
      [0, false],
      [1, true],
    ],
  ],
])("%s in %j", (pattern, all, lines) => {
  const { withReturns, withoutReturns } = madeOf(pattern) as Automata;
  expect(told(Buffer.from(all), withReturns)).toEqual(lines);
  expect(told(Buffer.from(all), withoutReturns)).toEqual(lines);
});

test.each([
  ["\\s+$", true],
  ["[,;]\\s*$", true],
  ["a$|b", false],
  ["^\\s*$", false], // it is soon decided from the beginning
])("%s goes from the end of lines: %s", (pattern, isFromEnd) => {
  expect((madeOf(pattern) as Automata).withoutReturns.isFromEnd).toBe(isFromEnd);
});

/** Which of some characters may stand at each place of a row; `~` is what is beyond ASCII. */
function placesOf({ length, sets }: Row): readonly string[] {
  const shown = (place: number): string[] => [..."09.(=;ab "].filter((char) => ((sets[char.charCodeAt(0)] as number) >> place) & 1);
  return Array.from({ length }, (_, place) => shown(place).join("") + (((sets[0x80] as number) >> place) & 1 ? "~" : ""));
}

test.each<[string, readonly string[] | undefined]>([
  ["[0-9]+\\.[0-9]+\\.[0-9]+", ["09", ".", "09"]],
  ["a?[0-9]{2}\\.\\b[ab]", ["09", "09", ".", "ab"]],
  ["\\d+\\.\\d+", ["09~", ".", "09~"]],
  ["=\\d\\d;", ["09~", ";"]], // one byte of two characters beyond ASCII does not stand beside both
  ["(a|bb)[0-9]\\.(b0)+[0-9]", ["09", ".", "b", "0"]],
  ["\\.\\w+\\(", undefined], // on too many lines
  ["=\\s*[0-9]*;", undefined], // nothing stands beside anything
  ["[0-9][0-9][0-9][0-9]", undefined], // no byte to look for
])("%s is looked for near %j", (pattern, places) => {
  const { withReturns, withoutReturns } = madeOf(pattern) as Automata;
  expect([withReturns, withoutReturns].map(({ near }) => near && placesOf(near))).toEqual([places, places]);
});

test.each<[string, readonly string[] | undefined]>([
  ["\\b(foo|bar)\\b", ["foo", "bar"]],
  ["(foo|bar)\\s*=", ["foo", "bar"]],
  ["[a-z]+\\([a-z]+\\)", ["("]],
  ["\\berror\\b", undefined], // looked for near these letters
  ["[a-z]e\\d", undefined], // on most lines
  ["\\w+\\s\\w+", undefined],
])("%s is looked for among lines with %j", (pattern, texts) => {
  expect(madeOf(pattern)?.among?.texts).toEqual(texts);
});

test.each([
  "[a-f].{10}[a-f]\\d",
  "(\\w{9}-){60}\\d",
  // few states, but from each many places lead to many others
  "(?:(?:\\b?){10}\\w?){20}\\s$",
  "(?:\\b?){240}[a-c0-3].[^b]",
  "(?:\\b?\\B?){120}\\w\\W[^b]$",
])("one that would be too large or take too long to make is not made: %s", (pattern) => {
  expect(madeOf(pattern)).toBe(undefined);
});

test.each([
  ["\\s+$", true],
  [".{120,}", true],
  ["\\S{60,}", true],
  ["[0-9]+\\.[0-9]+\\.[0-9]+", true],
  ["^\\s+", true],
  ["\\.\\w+\\(", true],
  ["[A-Z]{14,}", false], // a row
  ["a.*b.*c", false], // a chain
  ["\\bself\\.\\w+", false], // a text
  ["\\Aa\\s+$", false],
])("%s: is an automaton what tells of its lines? %s", (pattern, isAutomaton) => {
  expect(provenOf({ pattern, caseInsensitive: false, multiline: false })?.automata !== undefined).toBe(isAutomaton);
});

test.each([
  ["\\berror\\b", true],
  ["\\b(true|false)\\b", true],
  ["class \\w+Error\\b", true],
  ["error", false], // bytes tell
  ["foo.*bar", false], // likewise
  ["^error", false], // likewise
])("%s: is an automaton what tells of its lines in many files? %s", (pattern, isAutomaton) => {
  expect(provenOf({ pattern, caseInsensitive: false, multiline: false })?.automataForMany !== undefined).toBe(isAutomaton);
});
