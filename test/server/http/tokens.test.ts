import { expect, test } from "vitest";
import { hashOf, hashOfEntry, isTokenEntry, ownerOf } from "../../../src/server/http/tokens.ts";

const OWNERS = [
  { name: "one", hash: hashOf("token-of-one") },
  { name: "two", hash: hashOfEntry(`sha256:${hashOf("token-of-two").toString("hex")}`) },
];

test.each([
  ["Bearer token-of-one", "one"],
  ["bearer   token-of-two", "two"],
  ["Bearer token-of-on", undefined],
  ["Bearer token-of-one ", undefined],
  ["Bearer token-of-one, Bearer token-of-two", undefined],
  ["Bearertoken-of-one", undefined],
  ["Basic token-of-one", undefined],
  ["token-of-one", undefined],
  ["Bearer ", undefined],
  ["Bearer", undefined],
  ["", undefined],
  [undefined, undefined],
  [`Bearer sha256:${hashOf("token-of-one").toString("hex")}`, undefined],
])("%j is the token of %s", (header, name) => {
  expect(ownerOf(header, OWNERS)?.name).toBe(name);
});

test.each([
  ["a", true],
  ["x".repeat(1024), true],
  ["x".repeat(1025), false],
  ["", false],
  ["two words", false],
  ["täglich", false],
  ["line\n", false],
  [`sha256:${"0".repeat(64)}`, true],
  ["sha256:1234", false],
])("%j can be a token in a configuration: %s", (entry, expected) => {
  expect(isTokenEntry(entry)).toBe(expected);
});
