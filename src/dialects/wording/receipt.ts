// What was not looked at, in one line that a model can act on.
import type { IgnoreRule, Skipped, Total } from "../../search/query.ts";
import { rawOf, shown } from "../../workspace/raw-path.ts";
import { shortened } from "./cap.ts";

/** Words that differ from dialect to dialect. */
export interface ReceiptWords {
  /** "Not searched" or "Not listed". */
  readonly verb: string;
  /** How to include what is ignored: "Pass no_ignore to include them." */
  readonly include: string;
  /** What is counted in there: "match" for content; undefined where names are what is looked for. */
  readonly noun?: "match";
}

/** Of a search for contents. */
export const NOT_SEARCHED: ReceiptWords = { verb: "Not searched", include: "Pass no_ignore to include them.", noun: "match" };

const MAX_RULES = 3;
const MAX_PATHS = 3;

/** The line for a result without hits; undefined if nothing was skipped. */
export function emptyReceipt(skipped: Skipped, words: ReceiptWords): string | undefined {
  const sentences = [...excluded(skipped, words), ...binary(skipped), ...always(skipped)];
  if (skipped.denied > 0) sentences.push(`${plural(skipped.denied, "denied entry", "denied entries")}.`);
  if (skipped.linksOutside > 0) sentences.push(`${plural(skipped.linksOutside, "link", "links")} leading out of the allowed directories.`);
  if (sentences.length === 0) return skipped.ranOut ? `${words.verb}: not known; the look at ignored files ran out of time.` : undefined;
  const late = skipped.ranOut ? " (These counts are lower bounds: the look at them ran out of time.)" : "";
  return `${words.verb}: ${sentences.join(" Also: ")}${late}`;
}

/** The line beside results: only what is always told. */
export function standingReceipt(skipped: Skipped, words: ReceiptWords): string | undefined {
  const sentences = always(skipped);
  return sentences.length === 0 ? undefined : `[${words.verb}: ${sentences.join(" Also: ")}]`;
}

function excluded(skipped: Skipped, words: ReceiptWords): readonly string[] {
  const parts = [
    ...skipped.ignored.slice(0, MAX_RULES).map(({ rule, files }) => `${filesText(files)} ignored${rule === undefined ? "" : ` by ${ruleText(rule)}`}`),
    ...moreRules(skipped),
    ...skipped.named.map(({ name, files }) => `${filesText(files)} in ${name}`),
    ...(skipped.hidden.count > 0 ? [`${amount(skipped.hidden)} hidden ${skipped.hidden.count === 1 ? "file" : "files"}`] : []),
  ];
  if (parts.length === 0) return [];
  const contents = words.noun === undefined ? " — the pattern matches them" : ` — they contain ${matchesText(skipped.matches)}`;
  return [`${list(parts)}${contents}. ${words.include}`];
}

function moreRules(skipped: Skipped): readonly string[] {
  const rest = skipped.ignored.slice(MAX_RULES);
  if (rest.length === 0) return [];
  const count = rest.reduce((sum, { files }) => sum + files.count, 0);
  return [`${filesText({ count, exact: rest.every(({ files }) => files.exact) })} ignored by ${plural(rest.length, "other rule", "other rules")}`];
}

function binary({ binary: files, binaryMatches }: Skipped): readonly string[] {
  if (files.count === 0) return [];
  return [
    `${amount(files)} binary ${files.count === 1 ? "file" : "files"} — they contain ${matchesText(binaryMatches)}. Pass such a file as path to search it.`,
  ];
}

function always({ tooLarge, unreadable, linksTooMany }: Skipped): string[] {
  const sentences: string[] = [];
  if (linksTooMany > 0) sentences.push(`${plural(linksTooMany, "link", "links")} beyond the first 1000. Name what they lead to as path.`);
  if (tooLarge.length > 0) sentences.push(`${plural(tooLarge.length, "file", "files")} too large for multiline (${some(tooLarge.map(shown))}).`);
  if (unreadable.length > 0)
    sentences.push(
      `${plural(unreadable.length, "path", "paths")} not readable (${some(unreadable.map(({ path, reason }) => `${shown(path)}: ${reason.replace(/ \(os error \d+\)$/, "")}`))}).`,
    );
  return sentences;
}

function some(texts: readonly string[]): string {
  return texts.length <= MAX_PATHS ? texts.join(", ") : `${texts.slice(0, MAX_PATHS).join(", ")}, …`;
}

function ruleText({ file, line, glob }: IgnoreRule): string {
  return `${shown(rawOf(file))}${line === undefined ? "" : `:${line}`} (${shown(rawOf(shortened(glob)))})`;
}

function filesText(files: Total): string {
  return `${amount(files)} ${files.count === 1 && files.exact ? "file" : "files"}`;
}

function matchesText(matches: Total | undefined): string {
  if (matches === undefined) return "an unknown number of matches";
  if (matches.count === 0) return matches.exact ? "no matches" : "no matches as far as was looked";
  return `${amount(matches)} ${matches.count === 1 && matches.exact ? "match" : "matches"}`;
}

/** An exact number, or a lower bound with a `+`. */
export function amount({ count, exact }: Total): string {
  return exact ? String(count) : `${count}+`;
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
