// What is asked: a query of each class, and patterns drawn from the words of the tree that nobody has tuned anything for.
import fs from "node:fs";
import path from "node:path";
import { randomFrom } from "./numbers.mjs";

const RARE_FILES = 5;
/** Words of which some are rare. */
const CANDIDATES = 100;
const SAMPLE_BYTES = 100_000;
/** Files from which words are drawn. */
const VOCABULARY_FILES = 1_500;

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

/** What has no text to look for, or common ones, or matches nearly everything: an index gains little, and must not cost much. */
export const HARD_QUERIES = [
  ...[
    ".",
    "^$",
    "\\d{4}",
    "\\.\\w+\\(",
    "\\s+$",
    "^\\s+",
    "e",
    "the",
    "[a-z]+_[a-z]+",
    "\\bif\\b",
    "x{3,}",
    "return.*;$",
    "\\w+",
    "[A-Z]\\w+",
    "^func",
    "^\\s*//",
  ],
  ...[
    "(?i)error",
    "\\(\\)",
    "=",
    "[^\\x00-\\x7F]",
    "\\p{Lu}{4,}",
    "a.*b.*c",
    "import|from|class",
    "\\bself\\.\\w+",
    ".{120,}",
    "^.{0,3}$",
    "TODO",
    "0x[0-9a-f]{8}",
  ],
  ...["\\t\\t\\t", "[0-9]+\\.[0-9]+\\.[0-9]+", "Licen[sc]e", "\\\\n", "(foo|bar)baz?", "\\S{60,}", "https?://"],
  ...["\\berror\\b", "\\bin\\b", "\\b(if|else|for)\\b", "(foo|bar|name|value)\\s*=", "[a-z]+\\([a-z]+\\)", "\\w+\\.\\w+\\.\\w+", "\\bfor\\b.*\\bin\\b", "^\\}"],
].map((pattern) => ({ name: "hard", pattern }));

/**
 * Each is there at least once. No two are the same, so the first call for each is the first that anybody makes. Words are drawn as often as they occur, or
 * each word as likely as any other: most occurrences are of few common words, and most words are rare.
 */
export function randomQueries(directory, names, { count, seed, by }) {
  const random = randomFrom(seed);
  const draw = by === "word" ? drawWords(directory, names, random) : (least) => drawOccurrence(directory, names, random, least);
  const queries = new Map();
  for (let tries = 0; queries.size < count && tries < 100 * count; tries++) {
    const query = KINDS[queries.size % KINDS.length](draw);
    if (query !== undefined) queries.set(`${query.pattern} ${query.caseInsensitive}`, { ...query, name: `${query.name} by ${by}`, kind: `held out by ${by}` });
  }
  return [...queries.values()];
}

/** Made of what is drawn: a word, if a line has one that is long enough, and all words of that line. */
const KINDS = [
  function literal(draw) {
    const { word } = draw(5);
    return word && { name: "random literal", pattern: word };
  },
  function prefix(draw) {
    const { word } = draw(7);
    return word && { name: "random prefix", pattern: `${word.slice(0, Math.max(4, word.length - 3))}\\w+` };
  },
  function twoOfLine(draw) {
    const { words, word } = draw(4);
    const [first, last] = words[0] === word ? [word, words.at(-1)] : [words[0], word];
    return word === undefined || first === last ? undefined : { name: "random a.*b", pattern: `${first}.*${last}` };
  },
  function alternation(draw) {
    const words = [1, 2, 3].map(() => draw(5).word);
    return words.includes(undefined) ? undefined : { name: "random alternation", pattern: words.join("|") };
  },
  function withoutCase(draw) {
    const { word } = draw(5);
    return word && { name: "random, any case", pattern: word.toLowerCase(), caseInsensitive: true };
  },
];

/** A word of a line of a file, all chosen at random. */
function drawOccurrence(directory, names, random, least) {
  const lines = linesOf(directory, oneOf(names, random));
  const words = wordsOf(oneOf(lines, random) ?? "");
  return { words, word: oneOf(longOf(words, least), random) };
}

/** A word of those in some files, and the line on which it was seen first. */
function drawWords(directory, names, random) {
  const seen = new Map();
  for (let i = 0; i < VOCABULARY_FILES; i++) {
    for (const line of linesOf(directory, oneOf(names, random))) for (const word of wordsOf(line)) if (!seen.has(word)) seen.set(word, line);
  }
  const vocabulary = [...seen.keys()];
  return (least) => {
    const word = oneOf(longOf(vocabulary, least), random);
    return { word, words: wordsOf(seen.get(word) ?? "") };
  };
}

function oneOf(list, random) {
  return list[Math.floor(random() * list.length)];
}

function longOf(words, least) {
  return words.filter((word) => word.length >= least);
}

function linesOf(directory, name) {
  const text = startOf(path.join(directory, name));
  return text.includes("\0") ? [] : text.split("\n");
}

function wordsOf(line) {
  return line.match(/\b[A-Za-z_][A-Za-z0-9_]{3,30}\b/g) ?? [];
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
