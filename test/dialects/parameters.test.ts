import { describe, expect, test } from "vitest";
import { readArguments } from "../../src/dialects/parameters.ts";
import { fail, ok } from "../../src/failure.ts";
import type { InputSchema } from "../../src/tool.ts";

const SCHEMA: InputSchema = {
  type: "object",
  properties: {
    limit: { type: "integer", minimum: 0, description: "" },
    options: {
      type: "object",
      description: "",
      properties: { lines: { type: "integer", minimum: 0, description: "" }, all: { type: "boolean", description: "" } },
      additionalProperties: false,
    },
  },
  required: [],
  additionalProperties: false,
};

describe("a parameter that is an object", () => {
  test.each([
    [
      { lines: 3, all: true },
      { lines: 3, all: true },
    ],
    [
      { lines: "3", all: "false" },
      { lines: 3, all: false },
    ],
    [{ lines: null, all: undefined }, {}],
    ['{"lines": 3}', { lines: 3 }],
    [{}, {}],
  ])("takes %j", (options, read) => {
    expect(readArguments({ options }, SCHEMA)).toEqual(ok({ options: read }));
  });

  test.each([
    [{ line: 3 }, { code: "unknown-parameter" as const, name: "options.line", known: ["lines", "all"] }],
    [JSON.parse('{"__proto__": 3}'), { code: "unknown-parameter" as const, name: "options.__proto__", known: ["lines", "all"] }],
    [{ lines: -1 }, { code: "not-a-count" as const, name: "options.lines", value: -1 }],
    [{ all: 1 }, { code: "wrong-type" as const, name: "options.all", expected: "boolean", got: "number" }],
    ["lines: 3", { code: "wrong-type" as const, name: "options", expected: "object", got: "string" }],
    [[3], { code: "wrong-type" as const, name: "options", expected: "object", got: "array" }],
  ])("refuses %j", (options, failure) => {
    expect(readArguments({ options }, SCHEMA)).toEqual(fail(failure));
  });
});

test.each([
  [2 ** 64, Number.MAX_SAFE_INTEGER],
  ["18446744073709551615", Number.MAX_SAFE_INTEGER],
  [7, 7],
])("the number %j is taken as %j", (limit, read) => {
  expect(readArguments({ limit }, SCHEMA)).toEqual(ok({ limit: read }));
});
