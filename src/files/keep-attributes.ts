// What a file keeps when it is replaced: owner and mode always (owner where permitted), extended attributes and ACLs where the system
// has a program for it. Node cannot read them; GNU cp can copy them between two descriptors. Without it (macOS, Windows, busybox) they go.
// Never kept: birth time, and what the kernel clears on any write (capabilities, setuid of files that are not ours).
import { spawn } from "node:child_process";
import fs from "node:fs";
import { promisify } from "node:util";

const chown = promisify(fs.fchown);
const chmod = promisify(fs.fchmod);
const COPY = ["/usr/bin/cp", "/bin/cp"].find((file) => process.platform === "linux" && fs.existsSync(file));
const COPY_MS = 5_000;

/** Gives the new file what the old one has. */
export async function keepAttributes(oldFd: number, newFd: number): Promise<void> {
  const [old, made] = [fs.fstatSync(oldFd), fs.fstatSync(newFd)];
  // Only root may give files away; an ordinary user's edit makes the file theirs, as any editor's would.
  if (old.uid !== made.uid || old.gid !== made.gid) await chown(newFd, old.uid, old.gid).catch(() => chown(newFd, made.uid, old.gid).catch(() => undefined));
  await chmod(newFd, modeFor(old, fs.fstatSync(newFd).gid));
  if (COPY !== undefined) await copyAttributes(COPY, oldFd, newFd, fs.fstatSync(newFd).gid === old.gid ? "mode,xattr" : "xattr");
}

/** What the old group might do is not for another group: that gets what everybody has. */
function modeFor(old: fs.Stats, gid: number): number {
  return old.gid === gid ? old.mode & 0o7777 : (old.mode & 0o707) | ((old.mode & 0o007) << 3);
}

/** The descriptors are 3 and 4 in the child. That it fails is no reason not to write: many file systems have no attributes. */
function copyAttributes(program: string, oldFd: number, newFd: number, what: string): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(program, ["--attributes-only", `--preserve=${what}`, "/proc/self/fd/3", "/proc/self/fd/4"], {
      stdio: ["ignore", "ignore", "ignore", oldFd, newFd],
      env: {},
      timeout: COPY_MS,
    });
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  });
}
