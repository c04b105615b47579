import { expect, test } from "vitest";
import { explain as classic } from "../../../src/dialects/classic/explain.ts";
import { explain as claudeCode } from "../../../src/dialects/claude-code/explain.ts";
import type { Failure } from "../../../src/failure.ts";

const at = { tool: "grep", directory: "/w" };

test.each<[Failure, string]>([
  [{ code: "archive-damaged", path: "/w/a.zip", detail: "it is cut off" }, "[IO_ERROR] archive /w/a.zip is damaged: it is cut off"],
  [{ code: "archive-encrypted", path: "/w/a.zip" }, "[IO_ERROR] archive /w/a.zip is encrypted and cannot be read"],
  [
    { code: "archive-too-large", path: "/w/a.zip", what: "bytes", limit: 512 * 2 ** 20 },
    "[FILE_TOO_LARGE] archive /w/a.zip holds more than 512 MiB when unpacked",
  ],
  [{ code: "archive-too-large", path: "/w/a.zip", what: "members", limit: 100_000 }, "[FILE_TOO_LARGE] archive /w/a.zip holds more than 100000 members"],
  [
    { code: "archive-too-large", path: "/w/a.zip", member: "b", what: "ratio", limit: 300 },
    '[FILE_TOO_LARGE] member "b" of archive /w/a.zip unpacks to more than 300 times its size, as only a decompression bomb does',
  ],
  [{ code: "member-not-found", path: "/w/a.zip", member: "b", near: [] }, '[PATH_NOT_FOUND] no member "b" in archive /w/a.zip'],
  [{ code: "member-not-found", path: "/w/a.zip", member: "b", near: ["c", "d"] }, '[PATH_NOT_FOUND] no member "b" in archive /w/a.zip\nDid you mean: c, d?'],
  [{ code: "member-unreadable", path: "/w/a.zip", member: "b", why: "binary" }, '[INVALID_INPUT] member "b" of archive /w/a.zip is not UTF-8 text'],
  [
    { code: "member-unreadable", path: "/w/a.zip", member: "../b", why: "outside" },
    '[INVALID_INPUT] member "../b" of archive /w/a.zip is refused: its name is absolute or leads out of the archive',
  ],
])("$code in the words of each dialect", (failure, text) => {
  const sentence = text.replace(/^\[.*?\] /, "");
  expect([classic(failure, at), claudeCode(failure, at)]).toEqual([text, sentence.charAt(0).toUpperCase() + sentence.slice(1)]);
});
