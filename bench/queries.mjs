// What is asked: a query of each class, and patterns drawn from the words of the tree that nobody has tuned anything for.
import fs from "node:fs";
import path from "node:path";
import { randomFrom } from "./numbers.mjs";

const RARE_FILES = 5;
/** Words of which some are rare. */
const CANDIDATES = 100;
const SAMPLE_BYTES = 100_000;

/** One query for each class of engine measurements; rare words are found in the tree. */
export async function fixedQueries(ripgrep, names) {
  const [rare, ...rarer] = await rareWords(ripgrep, names, 3);
  const query = (name, pattern, more = {}) => ({ name, pattern, ...more });
  return [
    query("rare literal", rare),
    query("rarer alternation", rarer.join("|")),
    query("common literal", "return"),
    query("middling literal", "deprecated"),
    query("identifier regex", "\\bget_\\w+\\("),
    query("alternation of three", "deprecated|obsolete|legacy"),
    query("case-insensitive", "copyright notice", { caseInsensitive: true }),
    query("no match", "zqzqzq_no_such_text"),
    query("anchored", "^import asyncio|^#include <linux/slab"),
    query("a.*b", "if .*deprecated"),
    query("TODO|FIXME", "TODO|FIXME"),
    query("multi-line", "(struct \\w+ \\{|class \\w+:)\\n\\s+(int|def) ", { multiline: true }),
    query("no literal", "[A-Z]{14,}"),
    query("two characters", "=>"),
    query("class \\w+Error", "class \\w+Error\\b"),
  ];
}

/** Each is there at least once. No two are the same, so the first call for each is the first that anybody makes. */
export function randomQueries(directory, names, { count, seed }) {
  const random = randomFrom(seed);
  const queries = new Map();
  for (let tries = 0; queries.size < count && tries < 100 * count; tries++) {
    const kind = KINDS[queries.size % KINDS.length];
    const query = kind(() => wordsOfLine(directory, names, random), random);
    if (query !== undefined) queries.set(`${query.pattern} ${query.caseInsensitive}`, query);
  }
  return [...queries.values()];
}

const KINDS = [
  function literal(line, random) {
    const word = longWord(line(), random, 5);
    return word && { name: "random literal", pattern: word };
  },
  function prefix(line, random) {
    const word = longWord(line(), random, 7);
    return word && { name: "random prefix", pattern: `${word.slice(0, Math.max(4, word.length - 3))}\\w+` };
  },
  function twoOfLine(line) {
    const words = line();
    const [first, last] = [words[0], words.at(-1)];
    return first === last ? undefined : { name: "random a.*b", pattern: `${first}.*${last}` };
  },
  function alternation(line, random) {
    const words = [1, 2, 3].map(() => longWord(line(), random, 5));
    return words.includes(undefined) ? undefined : { name: "random alternation", pattern: words.join("|") };
  },
  function withoutCase(line, random) {
    const word = longWord(line(), random, 5);
    return word && { name: "random, any case", pattern: word.toLowerCase(), caseInsensitive: true };
  },
];

function longWord(words, random, least) {
  const long = words.filter((word) => word.length >= least);
  return long[Math.floor(random() * long.length)];
}

/** The words of a line of a file, both chosen at random. */
function wordsOfLine(directory, names, random) {
  const text = startOf(path.join(directory, names[Math.floor(random() * names.length)]));
  if (text.includes("\0")) return [];
  const lines = text.split("\n");
  return lines[Math.floor(random() * lines.length)].match(/\b[A-Za-z_][A-Za-z0-9_]{3,30}\b/g) ?? [];
}

/** Words that stand in a handful of files of this tree, whichever tree it is. */
async function rareWords(ripgrep, names, count) {
  const candidates = new Set();
  for (let i = 0; i < 1_000 && candidates.size < CANDIDATES; i++) {
    const word = startOf(path.join(ripgrep.directory, names[(i * 7919) % names.length]))
      .match(/\b[A-Za-z_]{9,}\b/g)
      ?.at(i % 7);
    if (word !== undefined) candidates.add(word);
  }
  const files = await ripgrep.filesOfWords([...candidates]);
  const rare = [...files].filter(([, each]) => each.size <= RARE_FILES).map(([word]) => word);
  if (rare.length < count) throw new Error("no rare words found; is this a tree of text?");
  return rare.slice(0, count);
}

function startOf(file) {
  return fs.readFileSync(file, "latin1").slice(0, SAMPLE_BYTES);
}
