// Flags, and the variables that stand for them, become settings.
import { expect, test } from "vitest";
import type { Io } from "../../src/cli/io.ts";
import { COMMON_FLAGS, parseFlags, settingsFrom } from "../../src/cli/options.ts";
import { DEFAULTS } from "../../src/settings.ts";

function settingsOf(argv: readonly string[], env: Io["env"] = {}) {
  return settingsFrom(parseFlags(argv, {}), { env, cwd: "/" } as Io);
}

test.each<[string, readonly string[], Io["env"], number]>([
  ["by default", [], {}, DEFAULTS.index.cacheBytes],
  ["by a flag", ["--cache-size", "8"], {}, 8 * 2 ** 20],
  ["by a variable", [], { FOSSICK_CACHE_SIZE: "8" }, 8 * 2 ** 20],
  ["by a flag before a variable", ["--cache-size=1.5"], { FOSSICK_CACHE_SIZE: "8" }, 1.5 * 2 ** 20],
  ["never more than can be addressed", ["--cache-size", "1000000"], {}, 2 ** 31],
])("how much an index keeps in memory: %s", (_, argv, env, expected) => {
  expect(settingsOf(argv, env).index.cacheBytes).toBe(expected);
});

test.each(["x", "0", "-1", ""])("a size of %j is refused", (size) => {
  expect(() => settingsOf([`--cache-size=${size}`])).toThrow(/cache-size/);
});

test("flags are told by name, and one that nobody knows is named", () => {
  expect(Object.keys(COMMON_FLAGS)).toEqual(expect.arrayContaining(["no-index", "cache-dir", "cache-size"]));
  expect(() => parseFlags(["--cache-sise=8"], {})).toThrow(/--cache-sise/);
});
