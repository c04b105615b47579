// Where tokens and rules come from: files of the user's own, and, if nobody gave a token, one that we make for this run.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isToken } from "./tokens.ts";

const MAX_BYTES = 1024 * 1024;
const OTHERS_CAN_WRITE = 0o002;
const OTHERS_CAN_READ = 0o044;

/** What is wrong with a file; never quotes it. */
export class FileError extends Error {}

export interface SecretFile {
  readonly path: string;
  readonly text: string;
  /** Other users of the machine can read it. */
  readonly isOpen: boolean;
}

/** Reads a file that holds tokens. Whoever could write it could let themselves in. */
export function readSecretFile(file: string): SecretFile {
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile()) throw new FileError(`${file} is not a file`);
    if (stats.size > MAX_BYTES) throw new FileError(`${file} is larger than ${MAX_BYTES} bytes`);
    if ((stats.mode & OTHERS_CAN_WRITE) !== 0) throw new FileError(`everybody can write ${file}: chmod 600 it`);
    return { path: path.resolve(file), text: fs.readFileSync(descriptor, "utf8"), isOpen: (stats.mode & OTHERS_CAN_READ) !== 0 };
  } catch (error) {
    throw error instanceof FileError ? error : new FileError(`cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

/** The token in a file or a variable: all of it but the white space around it. */
export function tokenIn(text: string, source: string): string {
  const token = text.trim();
  if (!isToken(token)) throw new FileError(`${source}: a token is 1 to 1024 printable ASCII characters without spaces`);
  return token;
}

/** Makes a token, in a file that only its owner can read; the file is new. */
export function makeTokenFile(directory: string): { readonly token: string; readonly path: string } {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const stats = fs.lstatSync(directory);
  if (!stats.isDirectory() || (process.getuid !== undefined && stats.uid !== process.getuid()))
    throw new FileError(`${directory} is not a directory of this user`);
  const token = randomBytes(32).toString("base64url");
  const file = path.join(directory, `token-${process.pid}-${randomBytes(4).toString("hex")}`);
  fs.writeFileSync(file, `${token}\n`, { flag: "wx", mode: 0o600 });
  return { token, path: file };
}
