import { expect, test } from "vitest";
import { makeMessageReader } from "../../../src/search/ripgrep/messages.ts";

function read(text: string, chunk = 7) {
  const leftOut = new Map();
  const reader = makeMessageReader(leftOut);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk) reader.write(bytes.subarray(at, at + chunk));
  return { ...reader.end(), leftOut: Object.fromEntries(leftOut) };
}

test("what the walk left out, and why", () => {
  const rule = '{ from: Some("./a \\"b\\"/.gitignore"), original: "*.lo\\u{e9}", actual: "**/*.lo", is_whitelist: false, is_only_dir: false }';
  const text = [
    `rg: DEBUG|ignore::walk|crates/ignore/src/walk.rs:1942: ignoring ./x.log: Ignore(IgnoreMatch(Gitignore(Glob ${rule})))`,
    'rg: DEBUG|ignore::walk|x:1: ignoring ./.git: Ignore(IgnoreMatch(Override(Glob(Matched(Glob { from: None, original: "!.git", actual: "**/.git", is_whitelist: true, is_only_dir: false })))))',
    "rg: DEBUG|ignore::walk|x:1: ignoring ./.h: Ignore(IgnoreMatch(Hidden))",
    "rg: DEBUG|ignore::walk|x:1: ignoring ./big: 12 bytes",
    "rg: DEBUG|rg::haystack|x:1: ignoring ./link: failed to pass haystack filter: file type: Some(…)",
    "rg: DEBUG|globset|x:1: built glob set; 0 literals",
    "rg: DEBUG|grep_printer::summary|x:1: ignoring ./b.bin: 3 bytes: found binary data at offset 3",
    "rg: DEBUG|grep_printer::summary|x:1: ignoring ./late\nb.bin: found binary data at offset 65536",
  ].join("\n");
  const { leftOut, tooLarge, stopped } = read(text);
  expect([tooLarge, stopped]).toEqual([["big"], ["late\nb.bin"]]);
  expect(leftOut).toEqual({
    "x.log": { why: "rule", file: './a "b"/.gitignore', glob: "*.loé" },
    ".git": { why: "override", glob: "!.git" },
    ".h": { why: "hidden" },
    link: { why: "kind" },
  });
});

test("files that could not be read, and everything else", () => {
  expect(read("rg: ./a: b.txt: Permission denied (os error 13)\nrg: regex parse error:\n    (\n    ^\nerror: unclosed group\n")).toEqual({
    faults: [{ path: "a: b.txt", reason: "Permission denied (os error 13)" }],
    tooLarge: [],
    stopped: [],
    other: "regex parse error:\n    (\n    ^\nerror: unclosed group",
    leftOut: {},
  });
});

test("names with line feeds in them", () => {
  const text = [
    "rg: DEBUG|ignore::walk|x:1: ignoring ./a\nb\n.txt: Ignore(IgnoreMatch(Hidden))",
    "rg: ./c\nd: Permission denied (os error 13)",
    'rg: DEBUG|ignore::walk|x:1: whitelisting ./e\nf: Whitelist(IgnoreMatch(Types(Glob(Matched { def: FileTypeDef { name: "g" } }))))',
  ].join("\n");
  expect(read(text)).toEqual({
    faults: [{ path: "c\nd", reason: "Permission denied (os error 13)" }],
    tooLarge: [],
    stopped: [],
    other: "",
    leftOut: { "a\nb\n.txt": { why: "hidden" } },
  });
});
