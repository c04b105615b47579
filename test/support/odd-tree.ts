// A tree with every oddity that has ever surprised a search tool, and some that would surprise an index; part of it is random.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";

/** What files and patterns are made of: letters whose other case is longer or elsewhere, spaces and digits of other scripts, what looks like two lines. */
export const WORDS: readonly string[] = [
  ...["alpha", "beta", "needle", "Needle", "NEEDLE", "foo_1", "foo_22", "x", "_id", "=> x", "TODO", "late", "get_name(", "HTTPServerError", "a.b*c"],
  ...[
    "kelvin",
    "\u212aelvin",
    "Kelvin",
    "sausage",
    "\u017fausage",
    "STRASSE",
    "straße",
    "ÉÀ",
    "éà",
    "é",
    "e\u0301",
    "ΣΊΣΥΦΟΣ",
    "σίσυφος",
    "İstanbul",
    "istanbul",
  ],
  ...["日本", "😀", "\u2028", "\u0085", "\u00a0", "٣٤", "12", "\t", "ﬀ", "ﬁne", "Ǆ", "ǆ", "µ", "μ"],
];

/** Stands in some files of each kind: a pattern with this as an alternative has a result, and needs no receipt. */
export const ALWAYS = "qq_always";

/** Makes the tree; the same for the same seed. Its real path. */
export function makeOddTree(seed: number): string {
  const root = withFiles({ ...oddFiles(), ...randomFiles(seed, () => true) });
  fs.writeFileSync(Buffer.from(`${root}/caf\xe9.txt`, "latin1"), "needle latin\n");
  fs.mkdirSync(Buffer.from(`${root}/d\xff`, "latin1"));
  fs.writeFileSync(Buffer.from(`${root}/d\xff/x.txt`, "latin1"), "kelvin in an odd directory\n");
  fs.linkSync(path.join(root, "a.txt"), path.join(root, "src/second-name.txt"));
  return root;
}

/** The same, without files that only ripgrep can judge: what is asked of the index is answered by it alone. */
export function makeTextTree(seed: number): string {
  return withFiles(Object.fromEntries(Object.entries({ ...oddFiles(), ...randomFiles(seed, isPlainText) }).filter(([, content]) => isPlainText(content))));
}

function isPlainText(content: string | Buffer): boolean {
  const bytes = Buffer.from(content);
  return !bytes.includes(0) && !(bytes.length > 1 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0)));
}

function withFiles(files: Readonly<Record<string, string | Buffer>>): string {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "fossick-odd-")));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), content);
  }
  fs.symlinkSync("src/main.c", path.join(root, "link.c"));
  fs.symlinkSync("src/deep", path.join(root, "linked"));
  fs.symlinkSync("nowhere", path.join(root, "dangling"));
  fs.symlinkSync("../random/1", path.join(root, "src/sibling"));
  fs.mkdirSync(path.join(root, "empty"));
  return root;
}

function randomFiles(seed: number, isMeant: (content: Buffer) => boolean): Readonly<Record<string, Buffer>> {
  const contents = fc.sample(randomFile, { seed, numRuns: 120 }).filter(isMeant).slice(0, 40);
  return Object.fromEntries(contents.map((content, i) => [`random/${i % 7}/f${i}.${EXTENSIONS[i % 5]}`, content]));
}

const EXTENSIONS = ["txt", "c", "h", "md", "log"];
/** What ripgrep reads at a time, and what a piece of the index holds. */
const BUFFER_BYTES = 65_536;

/** ripgrep's own buffer must not grow: from then on, depending on the thread, a NUL further down in another file would be in its first buffer. */
const MAX_LINE_CHARS = 12_000;

/** Few lines, so that a pattern that matches all of them has a short answer; but none that is shown as a window. */
const FILLER = `${"nothing to see here at all; ".repeat(6)}\n`;

const word = fc.constantFrom(...WORDS);
const line = fc.oneof(
  { weight: 20, arbitrary: fc.array(word, { maxLength: 8 }).map((words) => words.join(" ")) },
  { weight: 2, arbitrary: fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join("")) },
  { weight: 1, arbitrary: fc.tuple(word, fc.integer({ min: 1_000, max: MAX_LINE_CHARS / 2 }), word).map(([a, n, b]) => `${a}${"y".repeat(n)}${b}`) },
);
const lineEnd = fc.constantFrom("\n", "\n", "\n", "\r\n", "\r", "\n\n");
const encode = fc.constantFrom<(text: string) => Buffer>(
  (text) => Buffer.from(text),
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  (text) => Buffer.from(text, "latin1"),
);
const filler = fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, BUFFER_BYTES - 40, BUFFER_BYTES, 3 * BUFFER_BYTES);
const nul = fc.constantFrom("none", "none", "none", "none", "none", "none", "early", "late");
const randomFile = fc
  .record({ lines: fc.array(fc.tuple(line, lineEnd), { maxLength: 25 }), encode, filler, nul, isEnded: fc.boolean() })
  .map(({ lines, encode: encoded, filler: bytes, nul: where, isEnded }) => {
    const texts = lines.map(([text, end]) => text + end);
    const half = Math.floor(texts.length / 2);
    const parts = [`${ALWAYS}\n`, ...texts.slice(0, half), FILLER.repeat(Math.ceil(bytes / FILLER.length)), ...texts.slice(half)];
    if (where === "early") parts.splice(1, 0, "\0");
    if (where === "late") parts.push("\0\nneedle after it\n");
    const text = parts.join("");
    return encoded(isEnded ? text : text.replace(/[\r\n]+$/, ""));
  });

function oddFiles(): Readonly<Record<string, string | Buffer>> {
  const code = (count: number): string =>
    Array.from({ length: count }, (_, i) => `${i % 3 === 0 ? "alpha" : "beta"} foo_${i} ${i % 7 === 0 ? "needle" : ""} => x`).join("\n");
  const fill = (bytes: number): string => FILLER.repeat(Math.ceil(bytes / FILLER.length));
  return {
    "a.txt": "alpha\nbeta needle\nfoo\n",
    "always.txt": `${ALWAYS}\n`,
    "b.txt": "no newline at the end needle",
    "crlf.txt": "alpha\r\nneedle foo\r\n\r\nbeta\r\n",
    "mixed-ends.txt": "alpha\nneedle\r\nfoo\rbeta\n",
    "empty.txt": "",
    "blank.txt": "\n\n\n",
    "lines.txt": "across\nlines\n\nacross\t\n  lines\n",
    "utf16le.txt": Buffer.from("\ufeffalpha needle\nfoo é\n", "utf16le"),
    "utf16be.txt": Buffer.from("\ufeffalpha needle\nfoo é\n", "utf16le").swap16(),
    "bom.txt": "\ufeffneedle first\nfoo\n",
    "latin1.txt": Buffer.from("caf\xe9 needle\nfoo\n", "latin1"),
    "unicode.txt": "日本 needle\nÉÀ é Needle\n\u2028 x\nSTRASSE straße\n",
    "partners.txt": "\u212aelvin\n\u017fausage\nxx \u017f\u017fx yy\n",
    "ascii-partners.txt": "Kelvin kelvin\nSausage sausage\n",
    "binary.dat": Buffer.from("needle\0alpha\nfoo\n"),
    "late-nul.dat": Buffer.from(`late needle\n${fill(100_000)}\0\nlate needle\n`),
    "nul-at-border.dat": Buffer.from(`late needle\n${fill(65_536)}\0\nneedle\n`),
    "large.txt": `far\n${fill(200_000)}needle\napart\n`,
    "long-line.txt": `long ${"y".repeat(50_000)} line\n`,
    "long.txt": `${"x".repeat(5_000)} needle ${"y".repeat(5_000)}\nfoo\n`,
    "src/main.c": `${code(40)}\n${ALWAYS}`,
    "src/main.h": code(5),
    "src/deep/other.c": `${code(300)}\n${ALWAYS}\n`,
    "src/deep/x.txt": `TODO needle\n${ALWAYS}\n`,
    "src/deep/generated.c": "needle made\n",
    ".hidden": `needle hidden ${ALWAYS}\n`,
    ".hidden-too/x.txt": "alpha hidden\n",
    ".gitignore": "*.log\n/out/\n!keep.log\n/src/deep/generated.c\nnested/ignored\n",
    "app.log": "needle log\n",
    "keep.log": "needle kept\n",
    "out/made.txt": "needle made\n",
    "src/nested/ignored/x.txt": "needle nested\n",
    "src/.ignore": "main.h\n",
    "secret.txt": "needle secret\n",
    "src/secrets/x.txt": "needle secret\n",
    "node_modules/x/index.js": "needle module\n",
    "name with space.txt": `needle space\n${ALWAYS}\n`,
    "trailing space.txt ": "needle\u212a trailing\n",
    "[a]{b,c}*?!.txt": Buffer.from("\ufeffneedle glob é\n", "utf16le"),
    "-dash.txt": "needle dash\n",
    "é.txt": `needle accent ${ALWAYS}\n`,
  };
}
