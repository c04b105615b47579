// grep, with the flags of the command line as parameter names.
import type { Arguments } from "../../tool.ts";
import { GREP_PARAMETERS, makeGrep } from "../classic/grep-tool.ts";

const { pattern, path, include, type, output_mode, case_insensitive, line_numbers, context_after, context_before, context, ...others } = GREP_PARAMETERS;

export const grep = makeGrep(
  {
    pattern,
    path,
    glob: include,
    type,
    output_mode,
    "-i": case_insensitive,
    "-n": line_numbers,
    "-A": context_after,
    "-B": context_before,
    "-C": context,
    context: { ...context, description: "The same as -C" },
    ...others,
  },
  translated,
);

/** boris' names, each with ours in the order in which they count. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  include: ["glob"],
  case_insensitive: ["-i"],
  line_numbers: ["-n"],
  context_after: ["-A"],
  context_before: ["-B"],
  context: ["context", "-C"],
};

function translated(args: Arguments): Arguments {
  const renamed = Object.entries(NAMES).flatMap(([name, ours]) => {
    const given = ours.find((candidate) => candidate in args);
    return given === undefined ? [] : [[name, args[given]]];
  });
  return { ...args, ...Object.fromEntries(renamed) };
}
