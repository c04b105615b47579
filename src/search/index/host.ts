// The process that holds the index. A process of its own: starting ripgrep from one with much memory is slow, and what goes wrong here
// must not end the server. It ends when the server goes away.
import fs from "node:fs";
import path from "node:path";
import { isGone, ownIdentity } from "../../files/owner.ts";
import type { Answer, FromHost, HostState, ToHost, TreeRequest } from "./protocol.ts";
import { Tree } from "./tree.ts";

const ended = new AbortController();
let tree: Tree | undefined;
let cookies: string | undefined;

process.on("disconnect", end);
process.on("message", (message: ToHost) => {
  if (message.kind === "open") open(message.tree);
  if (message.kind === "busy" && tree !== undefined) tree.isBusy = message.isBusy;
  if (message.kind === "announce") tree?.expectQuestion()?.catch(end);
  if (message.kind === "ask") reply(message.id, tree?.ask(message.inquiry));
  if (message.kind === "list") reply(message.id, tree?.list(message.place, message.which));
});
process.on("SIGTERM", end);
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {}); // meant for the server, which ends us

function reply(id: number, answer: Promise<Answer> | undefined): void {
  answer?.then((each) => say({ kind: "answer", id, answer: each }), end);
}

function open(request: TreeRequest): void {
  sweep(request.stateDirectory);
  cookies = fs.mkdtempSync(path.join(request.stateDirectory, `${ownIdentity()}${COOKIES}`));
  tree = new Tree(request, cookies, ended.signal, report);
  tree.live().catch(end); // without hope it waits to be ended, having said so
}

const COOKIES = ".watch-";

/** What hosts that were killed left behind. */
function sweep(directory: string): void {
  for (const name of fs.readdirSync(directory)) {
    const at = name.indexOf(COOKIES);
    if (at > 0 && isGone(name.slice(0, at))) fs.rmSync(path.join(directory, name), { recursive: true, force: true });
  }
}

let last = "";

/** Progress is told in steps. */
function report(state: HostState): void {
  const step = `${state.phase} ${state.isCalm} ${state.isWarm} ${state.why} ${Math.floor(state.indexBytes / 2 ** 24)}`;
  if (step === last) return;
  last = step;
  say({ kind: "state", state });
}

function say(message: FromHost): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {}); // a server that has gone needs no answer
}

function end(): void {
  ended.abort();
  tree?.end();
  if (cookies !== undefined) fs.rmSync(cookies, { recursive: true, force: true });
  process.exit();
}
