// The file types ripgrep knows, asked of the binary once.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Ripgrep } from "./resolve.ts";

const known = new Map<string, Promise<ReadonlyMap<string, readonly string[]>>>();

/** All types with their globs, by name. */
export function ripgrepTypes(ripgrep: Ripgrep): Promise<ReadonlyMap<string, readonly string[]>> {
  const cached = known.get(ripgrep.path);
  if (cached !== undefined) return cached;
  const listed = list(ripgrep);
  known.set(ripgrep.path, listed);
  listed.catch(() => known.delete(ripgrep.path)); // a passing fault is not remembered
  return listed;
}

async function list(ripgrep: Ripgrep): Promise<ReadonlyMap<string, readonly string[]>> {
  const { stdout } = await promisify(execFile)(ripgrep.path, ["--no-config", "--type-list"], { env: ripgrep.environment, timeout: 10_000 });
  return new Map(
    stdout
      .split("\n")
      .filter((line) => line.includes(": "))
      .map((line) => {
        const [name, globs] = line.split(": ", 2) as [string, string];
        return [name, globs.split(", ")];
      }),
  );
}
