// Random patterns that may match over the ends of lines, on random texts: what is printed in process is what ripgrep prints, byte for byte.
import { isAscii } from "node:buffer";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AcrossLines, acrossLinesOf } from "../../../../src/search/index/pattern/across-lines.ts";
import { type Proven, provenOf } from "../../../../src/search/index/pattern/proven.ts";
import { textsOf } from "../../../../src/search/index/texts/parts.ts";
import { canVerify, printedOf, type Shape, soughtOf } from "../../../../src/search/index/verify/verify.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";
import { COUNTS, lineArguments, matchArguments, maxLineBytes, NAMES } from "../../../../src/search/ripgrep/arguments.ts";
import { lines, linesBeyondAscii, patterns } from "../../../support/rust-patterns.ts";
import { tree } from "../../../support/tree.ts";

/** More with FOSSICK_FUZZ_RUNS. */
const RUNS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 400);
const scanner = new ScannerWithRoom(1_000_000, 0);
const content = { before: 1, after: 1, onlyMatching: false, gaps: true, columns: 100, hitsPerFile: Number.POSITIVE_INFINITY };
const SHAPES: readonly (readonly [Shape, readonly string[]])[] = [
  [{ what: "names" }, NAMES],
  [{ what: "counts" }, COUNTS],
  [{ what: "lines", before: 1, after: 1, maxBytes: maxLineBytes(content), columns: 100 }, [...lineArguments(content), "--no-heading"]],
];

/** Half of them begin with a text, and go on over a line's end. */
const across = fc.oneof(
  patterns,
  fc
    .tuple(fc.constantFrom("a", "ab?", "(?:k|s)", "^a", "[bk]", "\\b0"), fc.constantFrom("\\n", "\\s+", "[^b]*", ".*?", "\\n+?", "(?:.\\n){1,2}"), patterns)
    .map((parts) => parts.join("")),
);
const ascii = fc
  .tuple(fc.array(lines, { maxLength: 25 }), fc.boolean())
  .map(([all, isUnix]) => all.map(({ line, end }) => (isUnix ? `${line.replaceAll("\r", "")}\n` : line + end)).join(""));
/** Without the two letters that are ASCII ones without case: files with them are left to ripgrep. */
const beyondAscii = fc.array(linesBeyondAscii, { maxLength: 25 }).map((all) =>
  all
    .map((line) => `${line}\n`)
    .join("")
    .replaceAll(/\xc5\xbf|\xe2\x84\xaa/g, ""),
);
/** One character a byte. */
const texts = fc.tuple(fc.oneof(ascii, beyondAscii), fc.constantFrom("", "a", "ab ", "\xc3\xa9")).map((parts) => parts.join(""));

test("what is proven across lines is what ripgrep prints", { timeout: 0 }, () => {
  const root = tree({});
  const decided = { ascii: 0, beyond: 0 };
  fc.assert(
    fc.property(texts, fc.array(fc.record({ pattern: across, caseInsensitive: fc.boolean() }), { minLength: 10, maxLength: 10 }), (text, asked) => {
      fs.writeFileSync(path.join(root, "f.txt"), text, "latin1");
      for (const each of asked) {
        const query = { ...each, multiline: true, limits: { multilineBytes: 100_000 } };
        const proven = provenOf(query) ?? acrossLinesOf(query);
        if (proven === undefined) continue;
        for (const [shape, args] of SHAPES) {
          const bytes = Buffer.from(text, "latin1");
          const printed = printedInProcess(bytes, proven, shape);
          if (printed === undefined) continue;
          const said = spawnSync(rgPath, [...matchArguments(query), ...args, "--no-mmap", "--with-filename", "--", "f.txt"], { cwd: root, encoding: "latin1" });
          expect({ query, text, shape, printed: alike(printed) }).toEqual({ query, text, shape, printed: alike(said.stdout + said.stderr) });
          decided[isAscii(bytes) ? "ascii" : "beyond"]++;
        }
      }
    }),
    { numRuns: Math.ceil(RUNS / 10) },
  );
  expect(Math.min(decided.ascii, decided.beyond)).toBeGreaterThan(RUNS / 40); // otherwise nothing was tested
});

function printedInProcess(bytes: Buffer, proven: Proven | AcrossLines, shape: Shape): string | undefined {
  return canVerify(proven, shape.what) ? printedOf("f.txt", textsOf(bytes, undefined), soughtOf(proven, scanner), shape)?.text : undefined;
}

/** Of a last line without an end ripgrep makes one with \r\n. */
const alike = (text: string): string => text.replaceAll("\r\n", "\n");
