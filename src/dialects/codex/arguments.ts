// What Codex' tools check of their arguments, in its order: numbers first, then the path.
import path from "node:path";
import { fail, ok, type Result } from "../../failure.ts";
import type { Arguments } from "../../tool.ts";
import { unquoted } from "../../workspace/raw-path.ts";
import { onePath } from "../parameters.ts";

/** The absolute path in a parameter; those of the numbers that are given must not be 0. */
export function pathAfterCounts(args: Arguments, name: string, counts: readonly string[]): Result<string> {
  const zero = zeroIn(args, counts);
  if (!zero.ok) return zero;
  const given = onePath(args, name);
  if (!given.ok && given.failure.code !== "empty-parameter") return given;
  return given.ok && isAbsolute(given.value) ? given : fail({ code: "not-absolute", name });
}

/** Fails for the first of these numbers that is 0. */
export function zeroIn(args: Arguments, counts: readonly string[]): Result<undefined> {
  const zero = counts.find((name) => args[name] === 0);
  return zero === undefined ? ok(undefined) : fail({ code: "not-a-count", name: zero, value: 0 });
}

/** Also as answers print one that has control characters in it. */
function isAbsolute(given: string): boolean {
  return path.isAbsolute(unquoted(given) ?? given);
}
