// The script around a command: it tells us the final directory on a channel of its own, so that nothing the command
// prints can be mistaken for it and nothing of ours is ever printed. The exit code is the shell's own.
//
// Nothing follows the command's text, so it may end with anything: a comment, `&`, half a heredoc, `exit`.
import type { RawPath } from "../workspace/raw-path.ts";
import type { CommandQuery } from "./query.ts";

export interface ShellProgram {
  readonly path: string;
  readonly kind: "bash" | "sh";
  /** Whether the shell makes its pipes itself; see pipes.ts. */
  readonly pipes: "own" | "given";
}

/** Where the shell finds the channel to us, and the text of a command too large for an argument. */
export const CHANNEL_FD = 3;
export const LARGE_TEXT_FD = 4;

/** Linux takes 128 KiB per argument (MAX_ARG_STRLEN); some of it is ours. */
const MAX_ARGUMENT_BYTES = 120 * 1024;

/** Where the channel is while the command runs: scripts use the low descriptors themselves, and POSIX shells know none above 9. */
export const HIDDEN_FD = { bash: 29, sh: 9 } as const;

export interface Script {
  readonly args: readonly string[];
  /** To be written to `LARGE_TEXT_FD`. */
  readonly largeText?: string;
}

/** The shell's arguments. The nonce marks what is ours, should the command write to the channel by accident. */
export function scriptFor({ command, streams }: Pick<CommandQuery, "command" | "streams">, shell: ShellProgram, nonce: string): Script {
  const fd = HIDDEN_FD[shell.kind];
  const prelude = [
    `exec ${fd}>&${CHANNEL_FD} ${CHANNEL_FD}>&-`,
    ...(shell.pipes === "own" ? [makePipes(nonce, fd)] : []),
    ...(streams === "merged" ? ["exec 2>&1"] : []),
    shell.kind === "bash" && replacesExitTrap(command) ? directoryFunctions(nonce, fd) : exitTrap(nonce, fd),
  ].join("; ");
  const isLarge = Buffer.byteLength(command) > MAX_ARGUMENT_BYTES;
  const text = isLarge ? `eval "$(cat <&${LARGE_TEXT_FD})" ${LARGE_TEXT_FD}<&-` : command;
  return { args: ["-c", `${prelude}\n${text}`, shell.kind], ...(isLarge ? { largeText: command } : {}) };
}

/** The directory that the channel named last, if it named one. */
export function reportedDirectory(channel: Buffer, nonce: string): RawPath | undefined {
  const text = channel.toString("latin1");
  const start = text.lastIndexOf(nonce);
  const end = text.indexOf("\n\0", start);
  const directory = start < 0 || end < 0 ? "" : text.slice(start + nonce.length, end);
  return directory.startsWith("/") ? directory : undefined;
}

/** Where the shell has its pipes until we have opened them. */
export const PIPE_FDS = { stdout: 27, stderr: 28 } as const;

/** What the shell says when its pipes are there to be opened. */
export function pipesAreReady(channel: Buffer, nonce: string): boolean {
  return channel.includes(`${nonce}?`);
}

/** And what it is told: they are read now, or it has to make do with what it was given. */
export const PIPES_ANSWER = { opened: "pipes\n", refused: "none\n" } as const;

/**
 * Makes two pipes, waits until we have them open, and keeps only their writing ends, as stdout and stderr.
 * Since 5.1 the text of `<<<` comes through a pipe; before, a process substitution makes one, at the cost of a process.
 */
function makePipes(nonce: string, fd: number): string {
  const { stdout, stderr } = PIPE_FDS;
  return [
    `exec ${stdout}<<<x ${stderr}<<<x`,
    `if [ -p /dev/fd/${stdout} ]; then read -r <&${stdout}; read -r <&${stderr}; exec ${stdout}<>/dev/fd/${stdout} ${stderr}<>/dev/fd/${stderr}`,
    `else exec ${stdout}<> <(:) ${stderr}<> <(:); fi`,
    `printf '${nonce}?\\n' >&${fd}`,
    `read -r <&${fd}`,
    `case $REPLY in pipes) exec 1>/dev/fd/${stdout} 2>/dev/fd/${stderr} ;; esac`,
    `exec ${stdout}>&- ${stderr}>&-`,
    "unset REPLY",
  ].join("; ");
}

/** Runs at the end, by whatever way: last line, `exit`, `set -e`, a syntax error. */
function exitTrap(nonce: string, fd: number): string {
  return `trap '{ command printf ${nonce}; command pwd; command printf "\\0"; } >&${fd} 2>/dev/null' EXIT`;
}

/** `trap` may take the place of ours or list it, `exec` leaves it behind, `set -v` prints it. */
function replacesExitTrap(command: string): boolean {
  return /\b(?:trap|exec|verbose)\b|\bset\s+-\w*v/.test(command);
}

/** For such commands: every change of directory is reported as it happens, except in subshells, where it is theirs alone. */
function directoryFunctions(nonce: string, fd: number): string {
  const report = `[ "\${BASHPID:-$$}" != $$ ] || { builtin printf ${nonce}; builtin pwd; builtin printf "\\0"; } >&${fd} 2>/dev/null`;
  return ["cd", "pushd", "popd"].map((name) => `${name}() { builtin ${name} "$@" || return; ${report}; }`).join("; ");
}
