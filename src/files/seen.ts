// Which files the session has seen, and with what content: an edit of anything else would be an edit in the dark.
import crypto from "node:crypto";
import type fs from "node:fs";
import type { RawPath } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** The hash of the content, or, of files too large to be hashed, what the file system says about it. */
export type Fingerprint = string;
export type SeenState = "unseen" | "same" | "changed";

/** The oldest are forgotten, and must be viewed again. */
const MAX_FILES = 10_000;
const SUBJECT = "files-seen";

export function contentFingerprint(bytes: Buffer): Fingerprint {
  return newFingerprint().update(bytes).digest("base64");
}

/** For content that comes in pieces; its digest is in base64. */
export function newFingerprint(): crypto.Hash {
  return crypto.createHash("sha256");
}

export function statsFingerprint({ dev, ino, size, mtimeNs, ctimeNs }: fs.BigIntStats): Fingerprint {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}

/** Remembers a file by its real path. */
export function recordSeen(real: RawPath, fingerprint: Fingerprint, workspace: Workspace): void {
  const seen = seenFiles(workspace);
  seen.delete(real);
  seen.set(real, fingerprint);
  for (const oldest of seen.keys()) {
    if (seen.size <= MAX_FILES) break;
    seen.delete(oldest);
  }
}

export function seenState(real: RawPath, fingerprint: Fingerprint, workspace: Workspace): SeenState {
  const known = seenFiles(workspace).get(real);
  if (known === undefined) return "unseen";
  return known === fingerprint ? "same" : "changed";
}

function seenFiles({ session }: Workspace): Map<RawPath, Fingerprint> {
  const known = session.memory.get(SUBJECT) as Map<RawPath, Fingerprint> | undefined;
  const seen = known ?? new Map<RawPath, Fingerprint>();
  if (known === undefined) session.memory.set(SUBJECT, seen);
  return seen;
}
