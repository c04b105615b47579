// Other search engines for Node, each as it is called in its own process: NAME(folder it is installed in, directory) gives a function that answers a query in
// a mode with what it found, or with nothing where it has no such mode.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PAGE_LINES } from "./modes.mjs";

const READY_MS = 120_000;

export const ENGINES = { fff, pi };

/** Its pages are what it is made for; it neither lists nor counts, and a pattern stands on one line. */
async function fff(folder, directory) {
  const { FileFinder } = await import(pathToFileURL(path.join(folder, "node_modules/@ff-labs/fff-node/dist/src/index.js")).href);
  const finder = FileFinder.create({ basePath: directory, aiMode: true });
  if (!finder.ok) throw new Error(finder.error);
  const ready = await finder.value.waitForIndexReady(READY_MS);
  if (!ready.ok || !ready.value) throw new Error("not ready in two minutes");
  return ({ pattern, caseInsensitive, multiline }, mode) => {
    if (mode !== "first page" || multiline) return [];
    const isLiteral = /^[\w =>-]+$/.test(pattern) && !caseInsensitive;
    const options = { mode: isLiteral ? "plain" : "regex", smartCase: false, pageSize: PAGE_LINES, maxMatchesPerFile: 1_000_000 };
    const found = finder.value.grep(caseInsensitive ? `(?i)${pattern}` : pattern, options);
    return found.ok ? found.value.items : [];
  };
}

/** Its loader wants Bun; the addon itself does not. */
async function pi(folder, directory) {
  const platform = `${process.platform}-${process.arch}`;
  const addon = `@oh-my-pi/pi-natives-${platform}/pi_natives.${platform}${process.arch === "x64" ? "-modern" : ""}.node`;
  const { grep } = createRequire(path.join(folder, "package.json"))(`./node_modules/${addon}`);
  const MODES = {
    "all files": { mode: "filesWithMatches" },
    count: { mode: "count" },
    "first page": { mode: "content", maxCount: PAGE_LINES },
    "tenth page": { mode: "content", maxCount: PAGE_LINES, offset: 9 * PAGE_LINES },
  };
  return async ({ pattern, caseInsensitive = false, multiline = false }, mode) => {
    if (MODES[mode] === undefined) return [];
    const walk = { path: directory, hidden: true, gitignore: true };
    return (await grep({ pattern, ignoreCase: caseInsensitive, multiline, ...walk, ...MODES[mode] })).matches;
  };
}
