// Asks a running server to search, if there is one with an index of the tree. Whatever goes wrong: this process searches itself.
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { addAbortSignal } from "node:stream";
import type { Result } from "../failure.ts";
import { isPrivateAlready } from "../files/recover.ts";
import type { Elsewhere } from "../search/elsewhere.ts";
import type { SearchQuery, SearchResult } from "../search/query.ts";
import { resolveRipgrep } from "../search/ripgrep/resolve.ts";
import { FrameReader, framed } from "../server/local/frames.ts";
import { placesOf } from "../server/local/places.ts";
import { MAX_ANSWER_BYTES, pidIn, type Question, questionBytes, socketsFor, type Word, wordIn } from "../server/local/protocol.ts";
import { wayText } from "../server/way-text.ts";
import { parentOf } from "../workspace/entry.ts";
import { fsPath, type RawPath, rawOf } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { packageVersion } from "./version.ts";

/** A server that has said nothing by then is busy or stopped. */
const FIRST_WORD_MS = 500;
/** Beyond the time that the search itself may take. */
const GRACE_MS = 1_000;

/** Asks the servers of this user that keep an index of a workspace's directory. `tell` is told what came of it. */
export function serverAsker(workspace: Workspace, tell: (text: string) => void, patienceMs: number = FIRST_WORD_MS): Elsewhere {
  let sockets = socketsOf(workspace);
  return async (query, signal) => {
    if (sockets.length === 0 || !isWorthAsking(query, workspace)) return undefined;
    const question = await questionFor(query, workspace);
    for (const socket of question === undefined ? [] : sockets) {
      const told = (text: string): void => tell(`asked the server ${pidIn(path.basename(socket))}: ${text}`);
      const result = await ask(socket, question as Question, { signal, patienceMs, tell: told });
      signal.throwIfAborted();
      if (result !== undefined) return result;
      sockets = sockets.filter((other) => other !== socket);
    }
    return undefined;
  };
}

/** Sockets of servers that may serve the workspace: ours alone, in a directory that is ours alone. */
function socketsOf({ settings: { stateDirectory }, fence }: Workspace): readonly string[] {
  if (!isPrivateAlready(stateDirectory)) return [];
  const above: RawPath[] = [];
  for (let directory = fence.allowed[0] as RawPath; above.at(-1) !== directory; directory = parentOf(directory)) above.push(directory);
  try {
    return socketsFor(above, fs.readdirSync(stateDirectory))
      .map((name) => path.join(stateDirectory, name))
      .filter(isOwnSocket);
  } catch {
    return []; // the last server has just gone, and the directory with it
  }
}

function isOwnSocket(file: string): boolean {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  return stats?.isSocket() === true && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
}

/** An index knows directories, as ignore files leave them. */
function isWorthAsking({ walk, roots }: SearchQuery, { session }: Workspace): boolean {
  const isDirectory = (given: string): boolean =>
    !given.includes("\0") && (fs.statSync(fsPath(path.resolve(session.directory, rawOf(given))), { throwIfNoEntry: false })?.isDirectory() ?? false);
  try {
    return walk.ignoreFiles && roots.some((root) => isDirectory(root.path));
  } catch {
    return false; // not to be reached: the search says why
  }
}

async function questionFor(query: SearchQuery, { settings, fence }: Workspace): Promise<Question | undefined> {
  const ripgrep = await resolveRipgrep(settings.ripgrep, settings.workdir);
  if (!ripgrep.ok) return undefined;
  const { workdir, allowDirs, denyDirs, denySecrets } = settings;
  const { path: binary, environment } = ripgrep.value;
  return {
    version: packageVersion(),
    ...{ workdir, allowDirs, denyDirs, denySecrets, query },
    places: placesOf(fence),
    ripgrep: { path: binary, home: environment.HOME ?? "" },
  };
}

interface Asking {
  readonly signal: AbortSignal;
  readonly patienceMs: number;
  readonly tell: (text: string) => void;
}

/** Undefined if no answer came. */
async function ask(file: string, question: Question, { signal, patienceMs, tell }: Asking): Promise<Result<SearchResult> | undefined> {
  const socket = addAbortSignal(signal, net.connect(file));
  const endIn = (ms: number): NodeJS.Timeout => setTimeout(() => socket.destroy(new Error("not in time")), ms);
  let timer = endIn(patienceMs);
  try {
    socket.write(framed(questionBytes(question)));
    for await (const word of wordsFrom(socket)) {
      if (word.kind === "answer") return word.result;
      tell(word.kind === "declined" ? `declined: ${word.why}` : wayText(word.way));
      if (word.kind === "declined") return undefined;
      clearTimeout(timer);
      timer = endIn(question.query.limits.timeMs + GRACE_MS);
    }
    throw new Error("it went away");
  } catch (error) {
    if (!signal.aborted) tell(`no answer: ${(error as Error).message}`);
    return undefined;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function* wordsFrom(socket: net.Socket): AsyncGenerator<Word> {
  const frames = new FrameReader(MAX_ANSWER_BYTES);
  for await (const chunk of socket) {
    const whole = frames.push(chunk as Buffer);
    if (whole === undefined) throw new Error("not understood");
    for (const body of whole) yield wordIn(body);
  }
}
