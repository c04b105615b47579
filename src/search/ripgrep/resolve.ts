// Which ripgrep runs: the one named by the user, the bundled one, or the system's. Resolved once per choice.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { fail, ok, type Result } from "../../failure.ts";
import type { RipgrepChoice } from "../../settings.ts";
import { makeRunnable, type RunTool } from "./codesign.ts";

export interface Ripgrep {
  readonly source: "configured" | "bundled" | "system";
  readonly path: string;
  /** All of the environment it gets. */
  readonly environment: Readonly<Record<string, string>>;
}

const resolved = new WeakMap<RipgrepChoice, Promise<Result<Ripgrep>>>();

/** Finds the binary; the working directory is where none is ever taken from. */
export function resolveRipgrep(choice: RipgrepChoice, workdir: string): Promise<Result<Ripgrep>> {
  const known = resolved.get(choice);
  if (known !== undefined) return known;
  const found = find(choice, workdir);
  resolved.set(choice, found);
  return found;
}

/** The first line that `rg --version` prints. */
export async function ripgrepVersion(ripgrep: Ripgrep): Promise<string> {
  const { stdout } = await promisify(execFile)(ripgrep.path, ["--no-config", "--version"], { env: ripgrep.environment, timeout: 10_000 });
  return stdout.split("\n")[0] ?? "";
}

/**
 * What is known of ripgrep's ways was learned from this version. Before it, rules of a directory above were sometimes applied wrongly
 * (https://github.com/BurntSushi/ripgrep/issues/829 and others).
 */
export const KNOWN_VERSION = 15;
const versions = new Map<string, Promise<number>>();

export function majorVersion(ripgrep: Ripgrep): Promise<number> {
  const known = versions.get(ripgrep.path) ?? ripgrepVersion(ripgrep).then((text) => Number(/(\d+)\./.exec(text)?.[1] ?? 0));
  versions.set(ripgrep.path, known);
  return known;
}

async function find(choice: RipgrepChoice, workdir: string): Promise<Result<Ripgrep>> {
  const { environment } = choice;
  if (choice.path !== undefined) {
    if (!isExecutable(choice.path)) return fail({ code: "ripgrep-missing", detail: `${choice.path} is not an executable file` });
    return ok({ source: "configured", path: path.resolve(choice.path), environment });
  }
  const bundled = async (): Promise<Ripgrep | undefined> => {
    const binary = await bundledPath();
    return binary === undefined ? undefined : { source: "bundled", path: binary, environment };
  };
  const system = async (): Promise<Ripgrep | undefined> => {
    const binary = onPath(environment.PATH ?? "", workdir);
    return binary === undefined ? undefined : { source: "system", path: binary, environment };
  };
  const [first, second] = choice.prefer === "system" ? [system, bundled] : [bundled, system];
  const ripgrep = (await first()) ?? (await second());
  return ripgrep === undefined ? fail({ code: "ripgrep-missing", detail: "neither the bundled binary nor rg on PATH was found" }) : ok(ripgrep);
}

async function bundledPath(): Promise<string | undefined> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    if (!isExecutable(rgPath)) return undefined;
    await makeRunnable(rgPath, process.platform, promisify(execFile) as RunTool);
    return rgPath;
  } catch {
    return undefined; // the package throws when it has no binary for this platform
  }
}

/** Only absolute entries of PATH outside the working directory count: a repository must not bring its own rg. */
function onPath(list: string, workdir: string): string | undefined {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  return list
    .split(path.delimiter)
    .filter((directory) => path.isAbsolute(directory) && path.relative(workdir, directory).startsWith(".."))
    .map((directory) => path.join(directory, name))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false; // not there, or not ours to run: either way it is not the one
  }
}
