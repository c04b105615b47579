// What a server asks itself.
import { expect, test } from "vitest";
import { Questions } from "../../../src/server/stdio/questions.ts";

function asked(questions: Questions, count: number) {
  return Array.from({ length: count }, () => questions.next());
}

test("of each kind in turn, in each way in turn", () => {
  const questions = new Questions();
  questions.learn("validate_email normalize_path open_connection make_response close_everything load_settings");
  expect(asked(questions, 7)).toEqual([
    { pattern: "deprecated", output_mode: "content" },
    { pattern: "obsol\\w+", output_mode: "files_with_matches" },
    { pattern: "validate_email.*normalize_path", output_mode: "content", head_limit: 250 },
    { pattern: "open_connection|make_response", output_mode: "count" },
    { pattern: "close_everything", case_insensitive: true, output_mode: "content", head_limit: 50 },
    { pattern: "deprecated", output_mode: "files_with_matches", head_limit: 100 },
    { pattern: "obsol\\w+", output_mode: "content" },
  ]);
});

test("short words are left aside, and each is learned once", () => {
  const questions = new Questions();
  asked(questions, 2);
  questions.learn("return self.some_method_name(value)\nreturn some_method_name");
  expect(asked(questions, 1)).toEqual([{ pattern: "some_method_name.*deprecated", output_mode: "content", head_limit: 250 }]);
});

test("of a long answer, few words are taken, from all over what is looked at", () => {
  const questions = new Questions();
  asked(questions, 2);
  questions.learn(Array.from({ length: 1_000 }, (_, index) => `long_word_${1_000 + index}`).join(" "));
  const words = asked(questions, 3).flatMap(({ pattern }) => (pattern as string).split(/\.\*|\|/));
  expect(words).toEqual(["long_word_1000", "long_word_1033", "long_word_1066", "long_word_1099", "long_word_1132"]);
});

test("however much is found, it remembers two thousand words", () => {
  const questions = new Questions();
  for (let index = 0; index < 5_000; index++) questions.learn(`long_word_${index}`);
  const patterns = new Set(asked(questions, 4_000).flatMap(({ pattern }) => (pattern as string).match(/long_word_\d+/g) ?? []));
  expect(patterns.has("long_word_1990")).toBe(true);
  expect(patterns.has("long_word_2000")).toBe(false);
});
