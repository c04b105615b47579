// Names of our own files in other people's directories: who made them is in the name, so that nothing of a living process is swept.
import crypto from "node:crypto";
import fs from "node:fs";
import os from "node:os";

/** `.fossick-<system>-<pid>-<start>-<random>.tmp` or `.bak`. */
const OURS = /^\.fossick-([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-[0-9a-f]{12}\.(tmp|bak)$/;
/** Processes of another machine or container cannot be asked; after this long none of them still writes. */
const FOREIGN_AGE_MS = 24 * 3600 * 1000;

let own: string | undefined;

/** This process: the system its number counts in, the number, and when it started. */
export function ownIdentity(): string {
  own ??= `${systemOf()}-${process.pid}-${startOf(process.pid)}`;
  return own;
}

export function newName(kind: "tmp" | "bak"): string {
  return `.fossick-${ownIdentity()}-${crypto.randomBytes(6).toString("hex")}.${kind}`;
}

/** The kind of a file of ours whose process is gone; undefined for everything else. */
export function abandonedKind(name: string, modifiedMs: () => number): "tmp" | "bak" | undefined {
  const [, system, pid, start, kind] = OURS.exec(name) ?? [];
  if (kind === undefined) return undefined;
  const isGone = system === systemOf() ? isDead(Number(pid), start as string) : Date.now() - modifiedMs() > FOREIGN_AGE_MS;
  return isGone ? (kind as "tmp" | "bak") : undefined;
}

/** Whether the process of an identity is gone; of those that cannot be asked, false. */
export function isGone(identity: string): boolean {
  const [system, pid, start] = identity.split("-");
  return system === systemOf() && isDead(Number(pid), start ?? "");
}

/** Process numbers mean something within one host and process namespace. */
function systemOf(): string {
  return short(`${os.hostname()} ${linkText("/proc/self/ns/pid")}`);
}

/** A number may be given to another process; the start time tells them apart. */
function startOf(pid: number): string {
  const stat = fileText(`/proc/${pid}/stat`);
  // The fields follow the name, which may hold anything, in parentheses: the 20th is the start in ticks since the system's.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return short(`${fileText("/proc/sys/kernel/random/boot_id")} ${fields[19] ?? ""}`);
}

function isDead(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
  if (process.platform !== "linux") return false;
  const stat = fileText(`/proc/${pid}/stat`);
  const isZombie = stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
  return isZombie || startOf(pid) !== start;
}

function short(text: string): string {
  return crypto.createHash("sha256").update(text).digest("hex").slice(0, 8);
}

function fileText(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return ""; // no /proc here
  }
}

function linkText(link: string): string {
  try {
    return fs.readlinkSync(link);
  } catch {
    return "";
  }
}
