// The commands: one file and one line each.
import { callCommand } from "./call.ts";
import { doctor } from "./doctor.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { EXIT, type Io, print, UsageError } from "./io.ts";
import { mcp } from "./mcp.ts";
import { COMMON_FLAGS, type Flags, type Parsed, parseFlags } from "./options.ts";
import { tools } from "./tools.ts";
import { packageVersion } from "./version.ts";
import { view } from "./view.ts";

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly flags: Flags;
  run(parsed: Parsed, io: Io): Promise<number>;
}

const COMMANDS: readonly Command[] = [grep, glob, view, callCommand, tools, mcp, doctor];

/** Runs a command; the number is the exit code: 0 found, 1 nothing, 2 error. */
export async function runCli(io: Io): Promise<number> {
  const [name, ...rest] = io.argv;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") return say(io, overview(), name === undefined ? EXIT.error : EXIT.found);
  if (name === "--version" || name === "-V") return say(io, `${packageVersion()}\n`, EXIT.found);
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) return complain(io, `unknown command "${name}"; expected one of: ${COMMANDS.map((known) => known.name).join(", ")}`);
  try {
    const parsed = parseFlags(rest, command.flags);
    return parsed.values.help === true ? say(io, helpFor(command), EXIT.found) : await command.run(parsed, io);
  } catch (error) {
    if (error instanceof UsageError) return complain(io, `${error.message}\nusage: fossick ${command.usage}`);
    return io.stop.aborted ? EXIT.error : complain(io, `internal error: ${(error as Error).stack ?? error}`);
  }
}

async function say(io: Io, text: string, code: number): Promise<number> {
  await print(code === EXIT.error ? io.stderr : io.stdout, text);
  return code;
}

async function complain(io: Io, message: string): Promise<number> {
  await print(io.stderr, `fossick: ${message}\n`);
  return EXIT.error;
}

function overview(): string {
  const lines = COMMANDS.map(({ usage, summary }) => `  fossick ${usage.padEnd(34)} ${summary}`);
  return `fossick ${packageVersion()}: search, file and shell tools for coding agents\n\n${lines.join("\n")}\n\n\`fossick COMMAND --help\` lists a command's flags.\n`;
}

function helpFor({ usage, summary, flags }: Command): string {
  const listed = Object.entries({ ...flags, ...COMMON_FLAGS } as Flags).filter(([, { help }]) => help !== undefined);
  const lines = listed.map(([name, { short, help }]) => `  ${short === undefined ? "    " : `-${short}, `}--${name.padEnd(16)} ${help}`);
  return `usage: fossick ${usage}\n${summary}\n\n${lines.join("\n")}\n`;
}
