import { expect, test } from "vitest";
import { osError } from "../../../src/dialects/codex/os-error.ts";

test.each([
  ["EACCES: permission denied", "Permission denied (os error 13)"],
  ["EISDIR", "Is a directory (os error 21)"],
  ["EBUSY: resource busy or locked", "resource busy or locked (os error 16)"],
  ["the file was replaced while it was opened", "the file was replaced while it was opened"],
])("%s is %s", (detail, text) => {
  expect(osError(detail)).toBe(text);
});
