import { describe, expect, test } from "vitest";
import { wantedOf } from "../../../../src/search/index/pattern/pattern.ts";
import { allOf, type Wanted } from "../../../../src/search/index/pattern/wanted.ts";
import { foursOf, isFour } from "../../../../src/search/index/segments/fours.ts";
import { CLASS_OF, trigramsOf } from "../../../../src/search/index/segments/grams.ts";

describe("what every match of a pattern contains", () => {
  test.each<[string, string | undefined]>([
    ["needle", "nee eed edl dle"],
    ["NEEdle", "nee eed edl dle"],
    ["^needle$", "nee eed edl dle"],
    ["\\bfoo\\b", "foo"],
    ["foo.*bar", "foo bar"],
    ["foo\\w+bar", "foo bar"],
    ["fo", "anything"],
    ["foo|bar", "(foo | bar)"],
    ["foo|ba", "anything"],
    ["foo|", "anything"],
    ["(?:foo|bar)baz", "((foo oob oba baz) | (bar arb rba baz))"],
    ["fooo?", "(foo | (foo ooo))"],
    ["foo*bar", "bar"],
    ["(foo)+bar", "foo bar"],
    ["(foo)*bar", "bar"],
    ["(foo){0,3}bar", "bar"],
    ["(foo){2,}bar", "foo bar"],
    ["(foo){1}bar", "foo oob oba bar"],
    ["[Tt]odo", "tod odo"],
    ["[ab]cd", "(acd | bcd)"],
    ["[a-z]cde", "cde"],
    ["[^a]cde", "cde"],
    ["[\\d]cde", "cde"],
    ["foo\\.bar", "foo oo. o.b .ba bar"],
    ["foo\\nbar", "foo bar"],
    ["\\x66oo", "foo"],
    ["\\u{66}oo", "foo"],
    ["\\pLfoo", "foo"],
    ["(?i)foo", "foo"],
    ["(?i:f)oo", "foo"],
    ["(?P<name>foo)", "foo"],
    ["(?<name>foo)", "foo"],
    ["café", "caf afé fé"],
    ["a(?:b(?:c(?:d)))", "abc bcd"],
    ["(?x) f o o", undefined],
    ["(?-u)foo", undefined],
    ["(?=foo)", undefined],
    ["[[:alpha:]]foo", "foo"],
    ["[a&&b]foo", "foo"],
    ["[]a]foo", "((]fo foo) | (afo foo))"],
    ["[^]a]foo", "foo"],
    ["[a--b]foo", "afo foo"],
    ["[[:other:]]foo", undefined],
    ["\\p{Other}foo", undefined],
    ["fo{2,1}", undefined],
    ["(?<n>foo)(?<n>bar)", undefined],
    ["foo{,3}", undefined],
    ["foo{", undefined],
    ["foo)", undefined],
    ["(foo", undefined],
    ["*foo", undefined],
    ["foo\\1", undefined],
    ["foo\\", undefined],
    ["", "anything"],
  ])("%s: %s", (pattern, expected) => {
    const wanted = wantedOf({ pattern, caseInsensitive: false });
    expect(wanted && withoutFours(wanted)).toEqual(expected === undefined ? undefined : read(expected));
  });

  test.each([
    ["needle", "need eedl edle"],
    ["NEEdle", "NEEd EEdl Edle"],
    ["(?i)needle", ""],
    ["(?i:n)eedle", "eedl edle"],
    ["(?i)1234", "1234"],
    ["[Tt]odos", "odos"],
    ["[T]odo", "Todo"],
    ["foot.*ball", "foot ball"],
    ["café", "caf\xc3 af\xc3\xa9"],
    ["foo\\nbar", ""],
  ])("%s has these four bytes in a row, as they are: %s", (pattern, expected) => {
    const wanted = wantedOf({ pattern, caseInsensitive: false }) as Wanted;
    const all = typeof wanted === "object" && "all" in wanted ? wanted.all : [wanted];
    const fours = expected === "" ? [] : expected.split(" ").flatMap((text) => foursOf([...Buffer.from(text, "latin1")]));
    expect(all.filter((each) => typeof each === "number" && isFour(each))).toEqual(fours);
  });

  test("without case, letters beyond ASCII say nothing: their partners may have other lengths", () => {
    expect(wantedOf({ pattern: "cafés", caseInsensitive: true })).toEqual(read("caf"));
    expect(wantedOf({ pattern: "(?i)cafés", caseInsensitive: false })).toEqual(read("caf"));
    expect(wantedOf({ pattern: "(?i:caf)é", caseInsensitive: false })).toEqual(read("caf afé fé"));
  });

  test("a pattern of thousands of characters or parentheses is left to ripgrep", () => {
    expect(wantedOf({ pattern: "x".repeat(5_000), caseInsensitive: false })).toBeUndefined();
    expect(wantedOf({ pattern: "(".repeat(900), caseInsensitive: false })).toBeUndefined();
  });
});

function withoutFours(wanted: Wanted): Wanted {
  if (typeof wanted === "object" && "any" in wanted) return { any: wanted.any.map(withoutFours) };
  return typeof wanted === "object" ? allOf(wanted.all.filter((each) => typeof each !== "number" || !isFour(each)).map(withoutFours)) : wanted;
}

function classesOf(text: string): string {
  return Array.from(Buffer.from(text), (byte) => String.fromCharCode(CLASS_OF[byte] as number)).join("");
}

/** `foo bar` = both, `(foo | bar)` = either; of a text only the first trigram counts, and é is two bytes. */
function read(text: string): Wanted {
  if (text === "anything") return text;
  const tokens = text.match(/[()|]|[^()|\s]+/g) ?? [];
  const one = (): Wanted => {
    const token = tokens.shift() as string;
    if (token !== "(") return trigramsOf(classesOf(token)).at(0) as number;
    const parts: Wanted[] = [];
    let mark = " ";
    while (tokens[0] !== ")") {
      if (tokens[0] === "|") mark = tokens.shift() as string;
      else parts.push(one());
    }
    tokens.shift();
    return mark === "|" ? { any: parts } : { all: parts };
  };
  const parts: Wanted[] = [];
  while (tokens.length > 0) parts.push(one());
  return parts.length === 1 ? (parts[0] as Wanted) : { all: parts };
}
