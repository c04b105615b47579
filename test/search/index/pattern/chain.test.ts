// Patterns that are texts with anything in between.
import { expect, test } from "vitest";
import { type Proven, provenOf } from "../../../../src/search/index/pattern/proven.ts";

const chainOf = (pattern: string, caseInsensitive = false): Proven["chain"] => provenOf({ pattern, caseInsensitive, multiline: false })?.chain;

test.each<[string, readonly string[]]>([
  ["foo.*bar", ["foo", "bar"]],
  [".*foo.*?bar.*", ["foo", "bar"]],
  ["a(.*)b.*c", ["a", "b", "c"]],
  ["\\(.*=>", ["(", "=>"]],
])("%j is a chain", (pattern, texts) => {
  expect(chainOf(pattern)).toEqual({ texts, foldsCase: false, isExact: true });
});

test.each(["^foo.*bar", "foo.*bar$", "\\bfoo.*bar\\b"])("%j is one that says where to look", (pattern) => {
  expect(chainOf(pattern)).toEqual({ texts: ["foo", "bar"], foldsCase: false, isExact: false });
});

test("without regard to case, texts are in lower case", () => {
  expect(chainOf("Foo.*BAR_1", true)).toEqual({ texts: ["foo", "bar_1"], foldsCase: true, isExact: true });
});

test.each(["foo", "foo.bar", "foo.+bar", "foo\\w*bar", "foo\\b.*bar", "foo[^x]*bar", "fo[ox].*bar", "(?i:foo).*bar", "été.*bar", "foo[\\x00-\\x7f]*bar"])(
  "%j is none",
  (pattern) => {
    expect(chainOf(pattern)).toBeUndefined();
  },
);
