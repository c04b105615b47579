// fossick mcp --transport http: where it listens, and what it says about it.
import fs from "node:fs";
import type { Reach } from "../server/http/head.ts";
import { HTTP_DEFAULTS, type HttpLimits } from "../server/http/limits.ts";
import type { Log } from "../server/log.ts";
import { grantsFrom } from "./grants.ts";
import { type Io, UsageError } from "./io.ts";
import { type Flags, type Parsed, positive, textFrom } from "./options.ts";
import { packageVersion } from "./version.ts";

/** The longest that timers can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const HTTP_FLAGS = {
  host: { type: "string", help: "ADDR   address to listen on (default 127.0.0.1)" },
  port: { type: "string", help: "PORT   0 = any free one, which is printed (default 8080)" },
  "token-file": { type: "string", help: "FILE   holds the token that clients must give; or FOSSICK_TOKEN; else one is made" },
  "insecure-no-token": { type: "boolean", help: "       ask for no token; only on this machine's own address" },
  config: { type: "string", help: "FILE   fossick.json: several tokens, each with its own directories, dialect and tools" },
  "allow-host": { type: "string", multiple: true, help: "NAME   a further name in the Host header, with or without a port; repeatable" },
  "allow-origin": { type: "string", multiple: true, help: "URL    web pages of this origin may use the server; repeatable" },
  "max-sessions": { type: "string", help: `COUNT  at most so many at once (default ${HTTP_DEFAULTS.maxSessions})` },
  "session-timeout": { type: "string", help: `SECS   idle sessions end after this (default ${HTTP_DEFAULTS.idleMs / 1000})` },
  "resume-timeout": { type: "string", help: `SECS   a call whose connection is lost is stopped after this (default ${HTTP_DEFAULTS.resumeMs / 1000})` },
} as const satisfies Flags;

/** Serves until the program is asked to end. stdout has the address alone, for scripts; what is for people goes to stderr. */
export async function overHttp(parsed: Parsed, io: Io, log: Log): Promise<void> {
  const [reach, limits] = [reachFrom(parsed, io), limitsFrom(parsed, io)];
  const { grants, madeFile } = await grantsFrom(parsed, io, reach.host, log);
  const { serveHttp } = await import("../server/http/serve.ts"); // other commands start without the protocol
  const say = (text: string): void => void io.stderr.write(`fossick: ${text}\n`);
  const onListening = (url: string): void => {
    say(`listening on ${url} (every dialect has its own path: ${url}/NAME)`);
    if (madeFile !== undefined) say(`the token is in ${madeFile}`);
    if (grants.some(({ hash }) => hash === undefined)) say("no token is asked for: every program on this machine can use the tools");
    io.stdout.write(`${url}\n`);
  };
  try {
    await serveHttp({ reach, limits, grants, version: packageVersion(), log, stop: io.stop, onListening });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw syscall === "listen" || syscall === "getaddrinfo" ? new UsageError(`cannot listen on ${reach.host}, port ${reach.port}: ${code}`) : error;
  } finally {
    if (madeFile !== undefined) fs.rmSync(madeFile, { force: true }); // nobody can use it any more
  }
}

function reachFrom(parsed: Parsed, io: Io): Reach {
  const host = textFrom(parsed, io, "host") ?? "127.0.0.1";
  if (!/^[\w.:-]+$/.test(host)) throw new UsageError(`invalid --host "${host}"; expected an address like 127.0.0.1`); // none at all would be every address
  return {
    host,
    port: portFrom(parsed, io),
    hosts: listFrom(parsed, io, "allow-host").map(hostName),
    origins: listFrom(parsed, io, "allow-origin").map(originOf),
  };
}

function limitsFrom(parsed: Parsed, io: Io): HttpLimits {
  const number = (name: keyof typeof HTTP_FLAGS, otherwise: number): number => {
    const given = textFrom(parsed, io, name);
    return given === undefined ? otherwise : positive(name, given);
  };
  const milliseconds = (name: keyof typeof HTTP_FLAGS, otherwise: number): number => Math.min(1000 * number(name, otherwise / 1000), MAX_TIMER_MS);
  return {
    maxSessions: Math.ceil(number("max-sessions", HTTP_DEFAULTS.maxSessions)),
    idleMs: milliseconds("session-timeout", HTTP_DEFAULTS.idleMs),
    resumeMs: milliseconds("resume-timeout", HTTP_DEFAULTS.resumeMs),
  };
}

function portFrom(parsed: Parsed, io: Io): number {
  const given = textFrom(parsed, io, "port") ?? "8080";
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535) throw new UsageError(`invalid --port "${given}"; expected a number from 0 to 65535`);
  return Number(given);
}

/** Several in a variable are separated by commas: origins are full of colons. */
function listFrom(parsed: Parsed, io: Io, name: "allow-host" | "allow-origin"): readonly string[] {
  const given = parsed.values[name] as readonly string[] | undefined;
  return given ?? (textFrom(parsed, io, name) ?? "").split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()]));
}

function hostName(given: string): string {
  if (!/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(given))
    throw new UsageError(`invalid --allow-host "${given}"; expected a name like agents.example.com, or with a port`);
  return given.toLowerCase();
}

function originOf(given: string): string {
  const origin = URL.canParse(given) ? new URL(given).origin : "null";
  if (origin === "null" || origin !== given.toLowerCase().replace(/\/$/, ""))
    throw new UsageError(`invalid --allow-origin "${given}"; expected one like https://app.example.com`);
  return origin;
}
