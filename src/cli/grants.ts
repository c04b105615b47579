// Who may do what: the tokens and their rules, from the flags, the environment, or fossick.json.
import fs from "node:fs";
import path from "node:path";
import { DIALECTS } from "../dialects/index.ts";
import { recovered } from "../files/recover.ts";
import { readConfig } from "../server/config.ts";
import { type Grant, makeGrant } from "../server/http/grant.ts";
import { isLoopback } from "../server/http/head.ts";
import { FileError, makeTokenFile, readSecretFile, tokenIn } from "../server/http/token-file.ts";
import { hashOf } from "../server/http/tokens.ts";
import { JsonError } from "../server/json.ts";
import type { Log } from "../server/log.ts";
import type { Settings } from "../settings.ts";
import { type Io, UsageError } from "./io.ts";
import { isOnFrom, opened, type Parsed, settingsFrom, textFrom } from "./options.ts";

export interface Grants {
  readonly grants: readonly Grant[];
  /** A token file that was made for this run. */
  readonly madeFile?: string;
}

/** Reads the tokens and tries what they grant; a mistake stops the start. */
export async function grantsFrom(parsed: Parsed, io: Io, host: string, log: Log): Promise<Grants> {
  const settings = settingsFrom(parsed, io);
  const known = DIALECTS.flatMap(({ tools }) => tools.map(({ name }) => name));
  const unknown = settings.disabledTools.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`unknown tool "${unknown}" to disable; expected one of: ${[...new Set(known)].join(", ")}`);
  const source = sourceFrom(parsed, io);
  if (source.kind === "none" && !isLoopback(host)) throw new UsageError(`--insecure-no-token is for 127.0.0.1 only, not for "${host}"`);
  let read: Grants | undefined;
  try {
    read = readGrants(source, settings, log);
    for (const grant of read.grants) await tried(grant);
    return read;
  } catch (error) {
    if (read?.madeFile !== undefined) fs.rmSync(read.madeFile, { force: true });
    throw error instanceof FileError || error instanceof JsonError ? new UsageError(error.message) : error;
  }
}

type Source =
  | { readonly kind: "config" | "file"; readonly path: string }
  | { readonly kind: "variable"; readonly text: string }
  | { readonly kind: "none" | "made" };

/** Tokens come from one place: of two, one would be open by mistake. */
function sourceFrom(parsed: Parsed, io: Io): Source {
  const [config, file, variable] = [textFrom(parsed, io, "config"), textFrom(parsed, io, "token-file"), io.env.FOSSICK_TOKEN];
  const sources: readonly Source[] = [
    ...(config === undefined ? [] : [{ kind: "config" as const, path: path.resolve(io.cwd, config) }]),
    ...(file === undefined ? [] : [{ kind: "file" as const, path: path.resolve(io.cwd, file) }]),
    ...(variable === undefined ? [] : [{ kind: "variable" as const, text: variable }]),
    ...(isOnFrom(parsed, io, "insecure-no-token") ? [{ kind: "none" as const }] : []),
  ];
  if (sources.length > 1) throw new UsageError("give one of --config, --token-file, FOSSICK_TOKEN and --insecure-no-token");
  return sources[0] ?? { kind: "made" };
}

function readGrants(source: Source, settings: Settings, log: Log): Grants {
  const only = (token: string, secretFiles: readonly string[]): readonly Grant[] => [makeGrant({ name: "token", hash: hashOf(token), settings, secretFiles })];
  switch (source.kind) {
    case "config":
      return { grants: grantsIn(source.path, settings, log) };
    case "file":
      return { grants: only(tokenIn(readSecret(source.path, log), source.path), [source.path]) };
    case "variable":
      return { grants: only(tokenIn(source.text, "FOSSICK_TOKEN"), []) };
    case "none":
      return { grants: [makeGrant({ name: "everybody", settings, secretFiles: [] })] };
    case "made": {
      const { token, path: madeFile } = makeTokenFile(settings.stateDirectory);
      return { grants: only(token, [madeFile]), madeFile };
    }
  }
}

/** Each token has its own directories: those of the flags would be everybody's. */
function grantsIn(file: string, settings: Settings, log: Log): readonly Grant[] {
  if (settings.allowDirs.length > 0) throw new UsageError('--allow-dir does not go with --config; "allow" is there for each token');
  const text = readSecret(file, log);
  try {
    return readConfig(text, path.dirname(file)).map(({ name, hash, workdir = settings.workdir, allow, deny, dialect = settings.dialect, tools }) =>
      makeGrant({
        name,
        hash,
        settings: { ...settings, workdir, allowDirs: allow, denyDirs: [...settings.denyDirs, ...deny], dialect },
        ...(tools === undefined ? {} : { tools }),
        secretFiles: [file],
      }),
    );
  } catch (error) {
    throw error instanceof JsonError ? new JsonError(`${file}: ${error.message}`) : error;
  }
}

function readSecret(file: string, log: Log): string {
  const { text, isOpen } = readSecretFile(file);
  if (isOpen) log("warn", "other users can read the tokens: chmod 600 the file", { file });
  return text;
}

/** Tries every grant: directories that are missing stop the start. And cleans up after a crash, before anybody sees what it left behind. */
async function tried({ name, settings }: Grant): Promise<void> {
  try {
    const { workspace } = opened({ ...settings, disabledTools: [] });
    await recovered(workspace);
    await workspace.close();
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${name}: ${error.message}`) : error;
  }
}
