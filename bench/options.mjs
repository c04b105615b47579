// What the command line of the bench says.
import path from "node:path";
import { parseArgs } from "node:util";

const USAGE = `npm run bench -- DIR [options]
  --rounds N     rounds for each fixed query (default 3)
  --random N     held-out patterns drawn from the words of the tree, twice: by occurrence and by word (default 40)
  --seed N       chooses them (default 1)
  --only CLASS   one class of queries alone, by name; "random" for the random ones, "hard" for patterns without text or that match nearly everything
  --no-rivals    without the packages that are installed for it`;

export function readOptions(argv) {
  const { values, positionals } = parse(argv);
  if (positionals.length !== 1) stop(USAGE);
  return {
    directory: path.resolve(positionals[0]),
    rounds: natural("rounds", values.rounds ?? "3"),
    random: natural("random", values.random ?? "40"),
    seed: natural("seed", values.seed ?? "1"),
    only: values.only,
    rivals: !values["no-rivals"],
  };
}

function parse(argv) {
  const text = { type: "string" };
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: { rounds: text, random: text, seed: text, only: text, "no-rivals": { type: "boolean" } },
    });
  } catch (error) {
    return stop(`${error.message}\n${USAGE}`);
  }
}

function natural(name, text) {
  return /^\d+$/.test(text) ? Number(text) : stop(`--${name} wants a number, not ${text}`);
}

function stop(text) {
  console.error(text);
  process.exit(2);
}
