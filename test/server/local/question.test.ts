import { expect, test } from "vitest";
import { type Question, questionBytes } from "../../../src/server/local/protocol.ts";
import { readQuestion } from "../../../src/server/local/question.ts";
import { queryFor } from "../../support/indexed.ts";

const QUESTION: Question = {
  version: "1.0.0",
  workdir: "/tree",
  allowDirs: ["/tree/ü"],
  denyDirs: ["*.key"],
  denySecrets: true,
  places: ["1:2"],
  ripgrep: { path: "/rg", home: "/home" },
  query: queryFor("needle", {
    roots: [{ path: ".", ranges: [{ first: 1, last: Number.POSITIVE_INFINITY }] }, { path: "src" }],
    filter: { globs: ["*.ts"], types: [{ name: "c" }, { name: "own", globs: ["*.x"] }] },
  }),
};

test("a question is read as it was asked", () => {
  expect(readQuestion(questionBytes(QUESTION))).toEqual(QUESTION);
});

const query = (change: object): unknown => ({ ...QUESTION, query: { ...QUESTION.query, ...change } });

test.each<[string, unknown]>([
  ["nothing", null],
  ["a number", 1],
  ["a list", [QUESTION]],
  ["no query", { ...QUESTION, query: undefined }],
  ["a query of another kind", { ...QUESTION, query: [] }],
  ["a key too many", { ...QUESTION, tool: "bash" }],
  ["a key too many inside", query({ command: "id" })],
  ["a key of every object", { ...QUESTION, toString: "x" }],
  ["a pattern that is none", query({ pattern: ["x"] })],
  ["a NUL byte", query({ pattern: "a\0b" })],
  ["a NUL byte in a path", query({ roots: [{ path: "a\0" }] })],
  ["roots that are none", query({ roots: { 0: { path: "." } } })],
  ["a root that is text", query({ roots: ["."] })],
  ["a negative count", query({ page: { unit: "hits", skip: -1, take: 1 } })],
  ["a text for a number", query({ content: { ...QUESTION.query.content, before: "1 --pre=id" } })],
  ["an unknown mode", query({ mode: "replace" })],
  ["no time limit", query({ limits: { ...QUESTION.query.limits, timeMs: Number.POSITIVE_INFINITY } })],
  ["a walk that lacks a part", query({ walk: { hidden: true } })],
])("%s is no question", (_, value) => {
  expect(readQuestion(questionBytes(value as Question))).toBeUndefined();
});

test.each([
  ["no JSON", Buffer.from("{")],
  ["no text", Buffer.from([0xff, 0xfe, 0])],
  ["a million brackets", Buffer.alloc(1_000_000, "[")],
  ["deep brackets", Buffer.from(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)],
  ["__proto__", Buffer.from(JSON.stringify(QUESTION).replace("{", '{"__proto__":{"version":"1"},'))],
])("%s is no question", (_, bytes) => {
  expect(readQuestion(bytes)).toBeUndefined();
});
