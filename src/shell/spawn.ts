// Starts the shell: a session and process group of its own, an empty stdin, a tag in its environment.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import type { Writable } from "node:stream";
import type { Place } from "./place.ts";
import { TAG_VARIABLE } from "./process-tree.ts";
import { LARGE_TEXT_FD, type Script, type ShellProgram } from "./wrapper.ts";

export interface SpawnRequest extends Script {
  readonly place: Place;
  readonly environment: Readonly<Record<string, string>>;
  readonly tag: string;
}

/** bash where there is one. */
export const SHELL: ShellProgram = fs.existsSync("/bin/bash")
  ? { path: "/bin/bash", kind: "bash", pipes: process.platform === "linux" ? "own" : "given" }
  : { path: "/bin/sh", kind: "sh", pipes: "given" };

/** The shell's process, or why there is none. */
export async function spawnShell({ place, environment, tag, args, largeText }: SpawnRequest): Promise<ChildProcess | Error> {
  try {
    const child = spawn(SHELL.path, [...args], {
      cwd: place.cwd,
      env: environmentFor(place, environment, tag),
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "pipe", ...(largeText === undefined ? [] : ["pipe" as const])],
      windowsHide: true,
    });
    if (child.pid === undefined) return ((await once(child, "error")) as [Error])[0];
    if (largeText !== undefined) sendText(child.stdio[LARGE_TEXT_FD] as Writable, largeText);
    return child;
  } catch (error) {
    return error as Error; // arguments and environment too large, for one
  } finally {
    place.leave();
  }
}

function environmentFor(place: Place, { PWD: _, ...inherited }: Readonly<Record<string, string>>, tag: string): Record<string, string> {
  const outer = inherited[TAG_VARIABLE]; // a server started by another one's command belongs to that, too
  return { ...inherited, ...(place.name === undefined ? {} : { PWD: place.name }), [TAG_VARIABLE]: outer === undefined ? tag : `${outer}:${tag}` };
}

function sendText(pipe: Writable, text: string): void {
  pipe.on("error", () => {}); // the shell may end without having read it
  pipe.end(text);
}
