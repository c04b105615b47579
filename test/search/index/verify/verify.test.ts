// What the index prints of a text is what ripgrep prints of it, byte for byte, or it does not print anything.
import { isAscii } from "node:buffer";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { expect, test } from "vitest";
import { provenOf } from "../../../../src/search/index/pattern/proven.ts";
import { hasPartners } from "../../../../src/search/index/segments/grams.ts";
import { isPlainUtf8, textsOf } from "../../../../src/search/index/texts/parts.ts";
import { hitsAt, type SoughtOnLines } from "../../../../src/search/index/verify/sure.ts";
import { printedOf, type Shape, soughtOf } from "../../../../src/search/index/verify/verify.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";
import type { ContentQuery } from "../../../../src/search/query.ts";
import { COUNTS, lineArguments, matchArguments, maxLineBytes, NAMES } from "../../../../src/search/ripgrep/arguments.ts";
import { tree } from "../../../support/tree.ts";

const scanner = new ScannerWithRoom(1_000_000, 0);
const PATTERNS = [
  "foo",
  "foo|bar",
  "fo+ bar",
  "^foo",
  "bar$",
  "\\bfoo\\b",
  "foo.*bar",
  "oo.*o.*=",
  "[fb]oo",
  "b\\w+r",
  "foo\\s",
  "o{2}",
  "été|foo",
  "foo.",
  "(foo|bar) ?=",
  "\\S+foo",
  "foo\\w+",
  "[A-Z]{3,}",
  "[fo]{2,}",
  "(?i)o[^k]",
  ".",
  "\\w+",
  "\\w{4}",
  "\\d",
  "[A-Z]\\w",
  "\\s+$",
  "^\\s+",
  "^.{0,3}$",
  ".{9,}",
  "\\S{7,}",
  "[a-z]+=[a-z]+=?",
  "\\W\\w$",
  "\\b\\w\\b",
  "[^\\x00-\\x7F]",
  "[^o]\\s[^\\s]",
  "(?i)^[^k]$|\\s\\S\\s",
  "\\p{Lu}{2}",
  "\\b{start-half}.\\b{end}",
  "[a-z]$",
  "\\W$",
  "\\b(foo|bar)\\b",
  "(foo|Foo)\\s*=",
  "\\bb\\w+r\\b",
  "[a-z]=[a-z_]",
];
const line = fc.oneof(
  fc.array(fc.constantFrom("foo", "bar", "Foo", "BAR", " ", "=", "_", "été", "\t", "o", "\u017f", "\u00a0"), { maxLength: 8 }).map((parts) => parts.join("")),
  fc.constantFrom("", "x".repeat(300), `${"x".repeat(5_000)}foo bar`, "foo\rbar", "\rfoo", " \r="),
);
const content = fc.array(fc.tuple(line, fc.constantFrom("\n", "\n", "\r\n")), { maxLength: 25 }).chain((lines) =>
  fc.record({
    mark: fc.constantFrom("", "", "", "\ufeff"),
    text: fc.constant(lines.map((parts) => parts.join("")).join("")),
    last: fc.constantFrom("", "foo", "x", "foo\r", "bar\r"),
  }),
);
const shape = fc.oneof(
  fc.constant<Shape>({ what: "names" }),
  fc.constant<Shape>({ what: "counts" }),
  fc.record({
    what: fc.constant("lines" as const),
    before: fc.nat(2),
    after: fc.nat(2),
    maxBytes: fc.constant(maxLineBytes(contentOf(0, 0))),
    columns: fc.constant(100),
  }),
);

function contentOf(before: number, after: number): ContentQuery {
  return { before, after, onlyMatching: false, gaps: true, columns: 100, hitsPerFile: Number.POSITIVE_INFINITY };
}

function argumentsOf(each: Shape): readonly string[] {
  if (each.what === "lines") return [...lineArguments(contentOf(each.before, each.after)), "--no-heading"];
  return each.what === "counts" ? COUNTS : NAMES;
}

/** Of a last line without an end ripgrep makes one with \r\n, and of long lines it tells more than is read. */
const alike = (text: string): string => text.replaceAll("\r\n", "\n").replaceAll(/\[Omitted long .*\]$/gm, "[Omitted]");

test("byte for byte", () => {
  const root = tree({});
  let decided = 0;
  fc.assert(
    fc.property(content, fc.constantFrom(...PATTERNS), fc.boolean(), shape, fc.boolean(), ({ mark, text, last }, pattern, caseInsensitive, each, isForMany) => {
      const query = { pattern, caseInsensitive, multiline: false, limits: { multilineBytes: 1_000 } };
      const bytes = Buffer.from(mark + text + last);
      const proven = provenOf(query);
      if (proven === undefined || (proven.isCaseless && hasPartners(bytes))) return; // such texts never come here
      const printed = printedOf("f.txt", textsOf(bytes, undefined), soughtOf(proven, scanner, { isForMany }), each)?.text;
      if (printed === undefined) return;
      fs.writeFileSync(path.join(root, "f.txt"), bytes);
      const { stdout } = spawnSync(rgPath, [...matchArguments(query), ...argumentsOf(each), "--with-filename", "--", "f.txt"], {
        cwd: root,
        encoding: "latin1",
      });
      expect(alike(printed)).toBe(alike(stdout));
      decided++;
    }),
    { numRuns: Number(process.env.FOSSICK_FUZZ_RUNS ?? 300) },
  );
  expect(decided).toBeGreaterThan(50); // otherwise nothing was tested
});

test("what bytes tell at once is what is counted line by line", () => {
  const told = { easily: 0, beyond: 0, not: 0 };
  fc.assert(
    fc.property(
      content,
      fc.constantFrom(...PATTERNS),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      ({ text, last }, pattern, caseInsensitive, isAnyEnough, isForMany) => {
        const bytes = Buffer.from(text + last);
        const proven = provenOf({ pattern, caseInsensitive, multiline: false });
        if (proven === undefined || (proven.isCaseless && hasPartners(bytes))) return; // such texts never come here
        const sought = soughtOf(proven, scanner, { isForMany }) as SoughtOnLines;
        const what = { isAscii: isAscii(bytes), isUtf8: isPlainUtf8(bytes), hasReturns: bytes.includes("\r") };
        const hits = hitsAt({ ...scanner.spanOf(bytes), ...what }, sought, isAnyEnough);
        const printed = printedOf("f.txt", textsOf(bytes, undefined), sought, { what: isAnyEnough ? "names" : "counts" });
        told[hits === undefined ? "not" : what.isAscii ? "easily" : "beyond"]++;
        if (hits !== undefined && printed !== undefined) expect({ pattern, text, hits }).toEqual({ pattern, text, hits: printed.hits });
      },
    ),
    { numRuns: 2_000 },
  );
  expect(Math.min(...Object.values(told))).toBeGreaterThan(50); // otherwise nothing was tested
});

test("parts of a text have their own lines and places", () => {
  const text = "a\nfoo\nb\nfoo\n";
  const parts = [{ bytes: Buffer.from(text.slice(8)), start: 8, linesBefore: 3 }];
  const proven = provenOf({ pattern: "foo", caseInsensitive: false, multiline: false });
  if (proven === undefined) throw new Error("not proven");
  expect(printedOf("f", parts, soughtOf(proven, scanner), { what: "lines", before: 0, after: 0, maxBytes: 400, columns: 100 })?.text).toBe("f\x004:8:foo\n");
});
