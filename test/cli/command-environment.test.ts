import { expect, test } from "vitest";
import { commandEnvironment } from "../../src/cli/command-environment.ts";

const QUIET = { GIT_TERMINAL_PROMPT: "0", PAGER: "cat", GIT_PAGER: "cat", DEBIAN_FRONTEND: "noninteractive" };

test.each<[string, Record<string, string>, readonly string[], Record<string, string>]>([
  ["what looks harmless is passed", { PATH: "/bin", HOME: "/h", MONKEY: "1" }, [], { PATH: "/bin", HOME: "/h", MONKEY: "1" }],
  ["our own settings are not", { FOSSICK_TOKEN: "t", FOSSICK_DIALECT: "omp", MY_FOSSICK: "1" }, [], { MY_FOSSICK: "1" }],
  ["what looks like a secret is not", { GITHUB_TOKEN: "t", TOKENS: "t", my_secret_x: "s", DB_PASSWORD: "p", AWS_SECRET_ACCESS_KEY: "k", API_KEY: "k" }, [], {}],
  ["a key is one only at the end", { KEYBOARD: "us", SSH_KEY_PATH: "/k" }, [], { KEYBOARD: "us", SSH_KEY_PATH: "/k" }],
  ["named ones are passed all the same", { GITHUB_TOKEN: "t", API_KEY: "k" }, ["API_KEY", "ABSENT"], { API_KEY: "k" }],
  ["but never what opens the server", { FOSSICK_TOKEN: "t", FOSSICK_DIALECT: "omp" }, ["FOSSICK_TOKEN", "FOSSICK_DIALECT"], { FOSSICK_DIALECT: "omp" }],
  ["a user's own choice stands", { PAGER: "less", GIT_TERMINAL_PROMPT: "1" }, [], { PAGER: "less", GIT_TERMINAL_PROMPT: "1" }],
])("%s", (_, env, passed, expected) => {
  expect(commandEnvironment(env, passed)).toEqual({ ...QUIET, ...expected });
});
