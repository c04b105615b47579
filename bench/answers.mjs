// Whether an answer of ours is ripgrep's: the same files, counts and lines.
import { NEWEST } from "./modes.mjs";

/** What differs, in a sentence each; none if nothing does. `truth` is what ripgrep gave for the same query. */
export async function differences(text, query, mode, truth, ripgrep) {
  if (mode.name === "all files") return setDifference(listed(text), truth.names);
  if (mode.name === "newest 100 files") return newestDifference(listed(text), truth.newest);
  if (mode.name === "count") return setDifference(countRows(text), rowsOf(truth.counts));
  const expected = await pageRows(query, mode, truth.counts, ripgrep);
  const rows = contentRows(text);
  return rows.join("\n") === expected.join("\n") ? [] : [`the page has ${rows.length} lines from ${rows[0]}, not ${expected.length} from ${expected[0]}`];
}

/** The names under "Found 12 files". */
function listed(text) {
  const count = Number(/^Found (\d+) files?/.exec(text)?.[1] ?? 0);
  return text.split("\n").slice(1, 1 + count);
}

function countRows(text) {
  return text.startsWith("No matches") ? [] : text.slice(0, text.lastIndexOf("\n\nFound ")).split("\n");
}

/** `name:line` of each row. */
function contentRows(text) {
  return text
    .split("\n")
    .map((row) => /^.+?:\d+(?=:)/.exec(row)?.[0])
    .filter((row) => row !== undefined);
}

function rowsOf(counts) {
  return [...counts].map(([name, count]) => `${name}:${count}`);
}

function setDifference(ours, theirs) {
  const [mine, other] = [new Set(ours), new Set(theirs)];
  const [more, less] = [ours.filter((row) => !other.has(row)), theirs.filter((row) => !mine.has(row))];
  return more.length + less.length === 0 ? [] : [`${more.length} too many (${more.slice(0, 3)}), ${less.length} missing (${less.slice(0, 3)})`];
}

/** Files of the same time may come in any order. */
function newestDifference(ours, newest) {
  const times = new Map(newest.map(({ name, time }) => [name, time]));
  const expected = newest.slice(0, NEWEST).map(({ time }) => time);
  const found = ours.map((name) => times.get(name));
  return found.join() === expected.join() ? [] : [`the newest ${ours.length} files are not those that ripgrep lists`];
}

/** What the page must show: the lines of all files in order of their names, of which only those are read that are needed. */
async function pageRows(query, { args: { offset = 0, head_limit: take } }, counts, ripgrep) {
  const names = [...counts.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const place = new Map(names.map((name, index) => [name, index]));
  let rows = [];
  // A match may have several lines, and a line several matches: if those files were not enough, more are read.
  for (let least = offset + take; names.length > 0; least *= 4) {
    const until = filesWith(names, counts, least);
    rows = await ripgrep.linesIn(query, names.slice(0, until));
    if (rows.length >= offset + take || until === names.length) break;
  }
  const inOrder = rows.sort((a, b) => place.get(a.name) - place.get(b.name) || a.line - b.line);
  return inOrder.slice(offset, offset + take).map(({ name, line }) => `${name}:${line}`);
}

/** How many files from the first on have so many matches. */
function filesWith(names, counts, least) {
  let files = 0;
  for (let sum = 0; files < names.length && sum < least; files++) sum += counts.get(names[files]);
  return files;
}
