// Which files the session has seen, and with what content: an edit of anything else would be an edit in the dark.
import crypto from "node:crypto";
import type fs from "node:fs";
import type { RawPath } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** The hash of the content, or, of files too large to be hashed, what the file system says about it. */
export type Fingerprint = string;
/** How much of a file was shown to the caller, or written by it. */
export type Extent = "part" | "whole";
/** What the caller knows of a file as it is now. */
export type SeenState = "unseen" | "changed" | Extent;

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

interface Seen {
  readonly fingerprint: Fingerprint;
  readonly extent: Extent;
}

/** Remembers a file by its real path. Who has seen all of it still has after another look at a part. */
export function recordSeen(real: RawPath, fingerprint: Fingerprint, workspace: Workspace, extent: Extent = "part"): void {
  const seen = seenFiles(workspace);
  const isWhole = extent === "whole" || seenState(real, fingerprint, workspace) === "whole";
  seen.delete(real);
  seen.set(real, { fingerprint, extent: isWhole ? "whole" : "part" });
  for (const oldest of seen.keys()) {
    if (seen.size <= MAX_FILES) break;
    seen.delete(oldest);
  }
}

export function seenState(real: RawPath, fingerprint: Fingerprint, workspace: Workspace): SeenState {
  const known = seenFiles(workspace).get(real);
  if (known === undefined) return "unseen";
  return known.fingerprint === fingerprint ? known.extent : "changed";
}

function seenFiles({ session }: Workspace): Map<RawPath, Seen> {
  const known = session.memory.get(SUBJECT) as Map<RawPath, Seen> | undefined;
  const seen = known ?? new Map<RawPath, Seen>();
  if (known === undefined) session.memory.set(SUBJECT, seen);
  return seen;
}
