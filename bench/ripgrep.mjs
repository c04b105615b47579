// Plain ripgrep, spawned for each call as a tool without a server would, on the walk of our Grep: hidden files, ignore files without a repository, no
// directories of version control.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { timed } from "./numbers.mjs";

const WALK = ["--no-config", "--hidden", "--no-require-git", "--crlf", ...[".git", ".svn", ".hg", ".bzr", ".jj", ".sl"].map((name) => `--glob=!${name}`)];
/** As our multi-line searches have it. */
const MULTILINE = ["--multiline", "--multiline-dotall", "--max-filesize=10485760"];
const LINE_FEED = 10;

export class Ripgrep {
  constructor(directory) {
    this.directory = directory;
  }

  async files() {
    return namesIn(await this.#whole(["--files", "--null"]));
  }

  /** Files with matches: the time to the end, and the one with their sorting by time added. */
  async list(query) {
    const { ms, value } = await timed(() => this.#whole(["-l", "--null", ...flagsOf(query)]));
    const names = namesIn(value);
    const sorting = await timed(() => this.newestFirst(names));
    return { ms, newestMs: ms + sorting.ms, names, newest: sorting.value };
  }

  /** Names with their times, newest first. */
  newestFirst(names) {
    return names.map((name) => ({ name, time: timeOf(path.join(this.directory, name)) })).sort((a, b) => b.time - a.time);
  }

  /** Matches of each file. */
  async counts(query) {
    const { ms, value } = await timed(() => this.#whole(["-c", "--null", "--with-filename", ...flagsOf(query)]));
    const rows = value
      .toString()
      .split("\n")
      .filter((row) => row.includes("\0"));
    return { ms, counts: new Map(rows.map((row) => [withoutDot(row.slice(0, row.indexOf("\0"))), Number(row.slice(row.indexOf("\0") + 1))])) };
  }

  /** All lines, read and thrown away. */
  async content(query) {
    return (await timed(() => this.#run(["-n", "--no-heading", ...flagsOf(query)], ["./"], () => undefined))).ms;
  }

  /** In which files each of these words stands. */
  async filesOfWords(words) {
    const found = new Map();
    const text = await this.#whole(["--only-matching", "--no-line-number", "--no-heading", "--null", "-e", `\\b(?:${words.join("|")})\\b`]);
    for (const row of text.toString().split(/\r?\n/)) {
      const [name, word] = row.split("\0");
      if (word !== undefined) found.set(word, (found.get(word) ?? new Set()).add(name));
    }
    return found;
  }

  /** So many lines, in whatever order they come, and then it is killed: the time until they are there. */
  async streamed(query, lines) {
    const start = performance.now();
    let rest = lines;
    let full;
    await this.#run(["-n", "--no-heading", ...flagsOf(query)], ["./"], (chunk) => {
      for (let at = chunk.indexOf(LINE_FEED); at >= 0 && rest > 0; at = chunk.indexOf(LINE_FEED, at + 1)) rest--;
      if (rest > 0) return undefined;
      full ??= performance.now();
      return "stop";
    });
    return (full ?? performance.now()) - start;
  }

  /** `name:line` of every line with a match in these files. */
  async linesIn(query, names) {
    const text = await this.#whole(["-n", "--no-heading", "--with-filename", "--null", "--no-ignore", "--sort=path", ...flagsOf(query)], names);
    return text
      .toString()
      .split("\n")
      .map((row) => /^(?<name>[^\0]*)\0(?<line>\d+):/.exec(row)?.groups)
      .filter((found) => found !== undefined)
      .map(({ name, line }) => ({ name: withoutDot(name), line: Number(line) }));
  }

  async #whole(flags, paths = ["./"]) {
    const chunks = [];
    await this.#run(flags, paths, (chunk) => void chunks.push(chunk));
    return Buffer.concat(chunks);
  }

  #run(flags, paths, read) {
    return new Promise((resolve, reject) => {
      const child = spawn(rgPath, [...WALK, ...flags, "--", ...paths], { cwd: this.directory, stdio: ["ignore", "pipe", "ignore"] });
      child.stdout.on("data", (chunk) => read(chunk) === "stop" && child.kill("SIGKILL"));
      child.once("error", reject);
      child.once("close", resolve);
    });
  }
}

function flagsOf({ pattern, caseInsensitive, multiline }) {
  return [...(caseInsensitive ? ["-i"] : []), ...(multiline ? MULTILINE : []), "-e", pattern];
}

function namesIn(bytes) {
  return bytes.toString().split("\0").filter(Boolean).map(withoutDot);
}

function withoutDot(name) {
  return name.startsWith("./") ? name.slice(2) : name;
}

function timeOf(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
