import { describe, expect, test } from "vitest";
import { withLiteralBraces, withLiteralParentheses } from "../../../src/dialects/omp/lenient-pattern.ts";

describe("braces that cannot count are literal", () => {
  test.each([
    ["interface{}", "interface\\{\\}"],
    [`$${"{platform}"}`, "\\$\\{platform\\}"],
    ["a{2,4}b{3}c{1,}d{,2}", "a{2,4}b{3}c{1,}d{,2}"],
    ["{2}", "\\{2\\}"],
    ["(|{2})", "(|\\{2\\})"],
    ["(?:{x})", "(?:\\{x\\})"],
    ["x = { a: 1 }", "x = \\{ a: 1 \\}"],
    ["[{}]+{", "[{}]+\\{"],
    ["\\p{Greek}\\x{41}\\b{start}", "\\p{Greek}\\x{41}\\b{start}"],
    ["\\{a\\}", "\\{a\\}"],
    ["^}$", "^\\}$"],
    ["end$", "end$"],
    ["[]{}]{2}", "[]{}]{2}"],
    ["plain", "plain"],
  ])("%s → %s", (pattern, expected) => {
    expect(withLiteralBraces(pattern)).toBe(expected);
  });
});

describe("parentheses without a partner are literal", () => {
  test.each([
    ["foo(", "foo\\("],
    ["a)b", "a\\)b"],
    ["f(x", "f\\(x"],
    ["[(]x(", "[(]x\\("],
    ["\\(x(", "\\(x\\("],
    ["(?:a", "\\(\\?:a"],
  ])("%s → %s", (pattern, expected) => {
    expect(withLiteralParentheses(pattern)).toBe(expected);
  });
});
