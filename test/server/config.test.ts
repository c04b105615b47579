import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/server/config.ts";
import { hashOf } from "../../src/server/http/tokens.ts";

test("tokens with their rules; relative paths start at the file's directory", () => {
  const text = JSON.stringify({
    tokens: {
      "token-of-one": { name: "one", workdir: "api", allow: ["api", "/srv/shared"], deny: ["**/.env"], dialect: "anthropic", tools: ["grep", "view"] },
      [`sha256:${hashOf("token-of-two").toString("hex")}`]: {},
    },
  });
  expect(readConfig(text, "/etc/fossick")).toEqual([
    {
      name: "one",
      hash: hashOf("token-of-one"),
      workdir: "/etc/fossick/api",
      allow: ["/etc/fossick/api", "/srv/shared"],
      deny: ["**/.env"],
      dialect: "anthropic",
      tools: ["grep", "view"],
    },
    { name: "token 2", hash: hashOf("token-of-two"), allow: [], deny: [] },
  ]);
});

describe("what is wrong stops the start, and is told without the tokens", () => {
  const inToken = (rules: string): string => `{"tokens": {"s3cret": ${rules}}}`;
  test.each([
    ["", "not JSON"],
    ['{"tokens": {"s3cret": {}}', "not JSON (line 1, column 26)"],
    ['{\n  "tokens": {"s3cret": {},}\n}', "not JSON (line 2, column 27)"],
    ["[]", "the whole: expected an object"],
    ["{}", '"tokens": expected an object'],
    ['{"tokens": []}', '"tokens": expected an object'],
    ['{"tokens": {}}', '"tokens" is empty; expected at least one'],
    ['{"tokens": {"s3cret": {}}, "port": 80}', 'the whole: unknown key "port"; expected one of: tokens'],
    ['{"s3cret-0123456789": {}}', "the whole: unknown key; expected one of: tokens"],
    ['{"tokens": {"s3 cret": {}}}', "token 1: expected 1 to 1024 printable ASCII characters without spaces, or sha256: and 64 hexadecimal digits"],
    ['{"tokens": {"sha256:s3cret": {}}}', "token 1: expected 1 to 1024 printable ASCII characters without spaces, or sha256: and 64 hexadecimal digits"],
    ['{"tokens": {"s3cret": {}, "s3cret": {}}}', "a key is there twice in one object (line 1, column 27)"],
    [`{"tokens": {"s3cret": {}, "sha256:${hashOf("s3cret").toString("hex")}": {}}}`, "token 2 is the same as token 1"],
    [inToken("null"), "token 1: expected an object"],
    [inToken('{"alow": []}'), 'token 1: unknown key "alow"; expected one of: name, workdir, allow, deny, dialect, tools'],
    [inToken('{"workdir": 5}'), "token 1, workdir: expected a text that is not empty"],
    [inToken('{"workdir": " "}'), "token 1, workdir: expected a text that is not empty"],
    [inToken('{"allow": "/"}'), "token 1, allow: expected a list of texts"],
    [inToken('{"allow": [""]}'), "token 1, allow: expected a text that is not empty"],
    [inToken('{"deny": [1]}'), "token 1, deny: expected a text that is not empty"],
    [inToken('{"deny": [], "deny": ["x"]}'), "a key is there twice in one object (line 1, column 36)"],
  ])("%s", (text, message) => {
    expect(() => readConfig(text, "/")).toThrow(new Error(message));
  });

  test.each([
    [inToken('{"dialect": "latin"}'), /^token 1, dialect: unknown "latin"; expected one of: boris, anthropic, /],
    [inToken('{"tools": ["grep", "rm"]}'), /^token 1, tools: unknown "rm"; expected one of: bash, create_file, /],
  ])("%s", (text, message) => {
    expect(() => readConfig(text, "/")).toThrow(message);
  });
});
