// What the operating system says, as Rust prints it: `Permission denied (os error 13)`.
import os from "node:os";

const TEXTS: Readonly<Record<string, string>> = {
  EACCES: "Permission denied",
  EIO: "Input/output error",
  EISDIR: "Is a directory",
  ELOOP: "Too many levels of symbolic links",
  EMFILE: "Too many open files",
  ENAMETOOLONG: "File name too long",
  ENOENT: "No such file or directory",
  ENOTDIR: "Not a directory",
  EPERM: "Operation not permitted",
};

/** From an errno's name, or Node's `EACCES: permission denied`. */
export function osError(detail: string): string {
  const [name = "", text = detail] = detail.split(": ");
  const number = (os.constants.errno as Readonly<Record<string, number>>)[name];
  return number === undefined ? detail : `${TEXTS[name] ?? text} (os error ${number})`;
}
