// How long a server takes until its index answers, and how large that index is.
import os from "node:os";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { grepWalk } from "../dist/dialects/walks.js";
import { residentOf } from "../dist/search/index/resident.js";
import { search } from "../dist/search/search.js";
import { DEFAULTS } from "../dist/settings.js";
import { createWorkspace } from "../dist/workspace/workspace.js";

const PATIENT_MS = 300_000;
const NOT_YET = ["no index yet", "starting", "listing", "building", "plain costs are not known yet"];
const NOWHERE = "some_text_nowhere";

/** Searches now and then until the index answers, or it is clear that it never will; gives the way. */
export async function whenReady(server) {
  let way = "";
  for (const end = performance.now() + PATIENT_MS; performance.now() < end; await sleep(3_000)) {
    await server.grep({ pattern: NOWHERE });
    way = await server.way();
    if (!NOT_YET.some((why) => way.endsWith(why))) break;
  }
  return way;
}

/** Builds an index once more, undisturbed: what it read, how large it became, and how long that took. */
export async function buildAlone(directory, cache) {
  const environment = { PATH: process.env.PATH ?? "", HOME: os.homedir() };
  const stateDirectory = path.join(cache, "state");
  const settings = { ...DEFAULTS, workdir: directory, stateDirectory, ripgrep: { prefer: "bundled", path: rgPath, environment } };
  const workspace = createWorkspace(settings);
  if (!workspace.ok) throw new Error(workspace.failure.code);
  await search(anything(), workspace.value, new AbortController().signal);
  const start = performance.now();
  const resident = residentOf(workspace.value);
  while (!resident.isReady && performance.now() - start < PATIENT_MS) await sleep(20);
  const built = { ms: performance.now() - start, ...resident.states[0] };
  await workspace.value.close();
  return built.phase === "ready" ? built : undefined;
}

function anything() {
  return {
    pattern: NOWHERE,
    caseInsensitive: false,
    multiline: false,
    roots: [{ path: "." }],
    filter: { globs: [], types: [] },
    walk: grepWalk(false),
    mode: "files",
    order: "path",
    content: { before: 0, after: 0, onlyMatching: false, gaps: false, columns: 500, hitsPerFile: Number.POSITIVE_INFINITY },
    page: { unit: "entries", skip: 0, take: 1 },
    limits: { timeMs: 60_000, receiptMs: 1, multilineBytes: 1, wholeBytes: 1, textChars: 1_000 },
  };
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
