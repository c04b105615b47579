// Random patterns that may match over the ends of lines, on random texts: what is printed in process is what ripgrep prints, byte for byte.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { expect, test } from "vitest";
import { acrossLinesOf } from "../../../src/search/index/across-lines.ts";
import { textsOf } from "../../../src/search/index/parts.ts";
import { provenOf } from "../../../src/search/index/proven.ts";
import { canVerify, printedOf, type Shape, soughtOf } from "../../../src/search/index/verify.ts";
import { ScannerWithRoom } from "../../../src/search/index/wasm/scanner.ts";
import { COUNTS, lineArguments, matchArguments, maxLineBytes, NAMES } from "../../../src/search/ripgrep/arguments.ts";
import { lines, patterns } from "../../support/rust-patterns.ts";
import { tree } from "../../support/tree.ts";

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
const texts = fc.array(lines, { maxLength: 25 }).chain((all) =>
  fc
    .record({
      isUnix: fc.boolean(),
      last: fc.constantFrom("", "a", "ab ", "é"),
    })
    .map(({ isUnix, last }) => all.map(({ line, end }) => (isUnix ? `${line.replaceAll("\r", "")}\n` : line + end)).join("") + last),
);

test("what is proven across lines is what ripgrep prints", { timeout: 0 }, () => {
  const root = tree({});
  let decided = 0;
  fc.assert(
    fc.property(texts, fc.array(fc.record({ pattern: across, caseInsensitive: fc.boolean() }), { minLength: 10, maxLength: 10 }), (text, asked) => {
      fs.writeFileSync(path.join(root, "f.txt"), text);
      for (const each of asked) {
        const query = { ...each, multiline: true, limits: { multilineBytes: 100_000 } };
        const proven = provenOf(query) ?? acrossLinesOf(query);
        if (proven === undefined) continue;
        for (const [shape, args] of SHAPES) {
          const printed = !canVerify(proven, shape.what)
            ? undefined
            : printedOf("f.txt", textsOf(Buffer.from(text), undefined), soughtOf(proven, scanner), shape)?.text;
          if (printed === undefined) continue;
          const said = spawnSync(rgPath, [...matchArguments(query), ...args, "--no-mmap", "--with-filename", "--", "f.txt"], { cwd: root, encoding: "latin1" });
          expect({ query, text, shape, printed: alike(printed) }).toEqual({ query, text, shape, printed: alike(said.stdout + said.stderr) });
          decided++;
        }
      }
    }),
    { numRuns: Math.ceil(RUNS / 10) },
  );
  expect(decided).toBeGreaterThan(RUNS / 4); // otherwise nothing was tested
});

/** Of a last line without an end ripgrep makes one with \r\n. */
const alike = (text: string): string => text.replaceAll("\r\n", "\n");
