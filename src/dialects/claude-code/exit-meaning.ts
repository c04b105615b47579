// What an exit code says: some commands answer a question with 1, and "no" is no error.
import { lastCommand } from "./last-command.ts";

/** They exit with 1 for "nothing found", "they differ" or "it is false", and with 2 or more when something went wrong. */
const ANSWERING = ["grep", "egrep", "rg", "diff", "git diff", "test", "[", "find"];

/** Options of git before its command that take a value of their own. */
const GIT_OPTIONS_WITH_VALUE = ["-C", "-c", "--git-dir", "--work-tree", "--namespace"];

/** Whether a command that exited like this has failed. In doubt it has. */
export function isFailure(exitCode: number, command: string): boolean {
  if (exitCode !== 1) return exitCode !== 0;
  const words = lastCommand(command);
  return words === undefined || !ANSWERING.includes(nameOf(words));
}

/** `grep` for `/usr/bin/grep`, `git diff` for `git --no-pager diff`. */
function nameOf([program = "", ...rest]: readonly string[]): string {
  const name = program.slice(program.lastIndexOf("/") + 1);
  return name === "git" ? `git ${gitCommand(rest)}` : name;
}

function gitCommand(words: readonly string[]): string | undefined {
  let at = 0;
  while (words[at]?.startsWith("-")) at += GIT_OPTIONS_WITH_VALUE.includes(words[at] as string) ? 2 : 1;
  return words[at];
}
