// Judges a run: what the model was shown, against what we print.
/** @import { Plan } from "./plan.mjs" */
/** @import { Seen, Shown } from "./types.ts" */
import { fullName, nameOf } from "./model.mjs";

const SAME = "same text";
const INSIDE = "inside more text";
const OTHER = "OTHER TEXT";
const MISSING = "NOT CALLED";

/**
 * @param {Seen} seen
 * @param {{ plan: Plan, tools: readonly string[], expected: Readonly<Record<string, string>>, picture: string }} ours what we have and print
 */
export function judge(seen, { plan, tools, expected, picture }) {
  const kinds = Object.keys(plan);
  /** @param {string} kind */
  const shown = (kind) => seen.results.find(({ id }) => id === `call_${kinds.indexOf(kind)}`);
  /** @param {string} kind */
  const same = (kind) => sameness(shown(kind), expected[kind] ?? "");
  return {
    ok: [same("search"), same("error")].every((how) => how === SAME || how === INSIDE),
    cells: [
      toolCell(seen, plan.search.tool),
      offerCell(seen, tools),
      same("search"),
      lengthCell(shown("long"), expected.long ?? ""),
      shown("error") === undefined ? MISSING : `${errorMark(shown("error")?.isError)}, ${same("error")}`,
      plan.image === undefined ? "–" : imageCell(shown("image"), picture),
    ],
    firstLines: (shown("search")?.texts ?? []).join("\n").split("\n").slice(0, 8),
  };
}

/**
 * @param {Seen} seen
 * @param {string} tool
 */
function toolCell({ found }, tool) {
  const name = nameOf(found, tool);
  return name === undefined ? "–" : `${fullName(name)}${name.inside === undefined ? "" : ` in ${fullName(name.inside)}`}`;
}

/**
 * @param {Seen} seen
 * @param {readonly string[]} tools
 */
function offerCell({ offered, found }, tools) {
  const [first, last] = [offered, found].map((list) => tools.filter((tool) => nameOf(list, tool) !== undefined).length);
  return `${first} of ${tools.length}${first === last ? "" : `; ${last} when looked for`}`;
}

/**
 * The program ends its text with a newline, if it has none.
 * @param {Shown | undefined} shown
 * @param {string} expected
 */
function sameness(shown, expected) {
  if (shown === undefined) return MISSING;
  if (shown.texts.some((text) => text === expected || `${text}\n` === expected)) return SAME;
  return shown.texts.some((text) => text.includes(expected.replace(/\n$/, ""))) ? INSIDE : OTHER;
}

/**
 * @param {Shown | undefined} shown
 * @param {string} expected
 */
function lengthCell(shown, expected) {
  const same = sameness(shown, expected);
  if (shown === undefined) return same;
  const got = Math.max(0, ...shown.texts.map((text) => text.length));
  return same === OTHER ? `cut: ${count(got)} of ${count(expected.length)}` : `whole: ${count(expected.length)}`;
}

/** @param {boolean | undefined} isError */
function errorMark(isError) {
  if (isError === undefined) return "no such mark";
  return isError ? "marked" : "NOT MARKED";
}

/**
 * @param {Shown | undefined} shown
 * @param {string} picture
 */
function imageCell(shown, picture) {
  if (shown === undefined) return MISSING;
  const [image] = shown.images;
  if (image === undefined) return "NO PICTURE";
  return `${image.mimeType}, ${image.base64 === picture ? "same bytes" : "other bytes"}`;
}

/** @param {number} number */
function count(number) {
  return number.toLocaleString("en");
}
