// A socket for programs of the same user: `fossick grep` asks the index of a running server instead of searching a large tree itself.
// It is there as soon as there is an index to ask, in a directory that nobody else can enter. It answers searches and nothing else.
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { isGone, ownIdentity } from "../../files/owner.ts";
import { isPrivate, isPrivateAlready } from "../../files/recover.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Log } from "../log.ts";
import { answer } from "./answer.ts";
import { FrameReader } from "./frames.ts";
import { Guests } from "./guest.ts";
import { MAX_QUESTION_BYTES, socketName } from "./protocol.ts";
import { readQuestion } from "./question.ts";

export interface LocalParts {
  readonly version: string;
  readonly log: Log;
}

const MAX_CONNECTIONS = 8;
/** Of a workspace that allows more directories, the others are searched without a server. */
const MAX_DIRECTORIES = 8;
/** A question must be there, and something of an answer must be read, within this. */
const SILENCE_MS = 5_000;
/** What the kernel takes as the name of a socket. */
const MAX_NAME_BYTES = 107;

let made = 0;

/** Listens for as long as the workspace is open, once it has an index. */
export function serveLocal(workspace: Workspace, { version, log }: LocalParts): void {
  if (process.platform !== "linux" || workspace.settings.index.use === "off") return;
  sweep(workspace.settings.stateDirectory);
  const begin = (): void => {
    workspace.session.onIndexReady.delete(begin);
    if (workspace.closed.aborted || !isPrivate(workspace.settings.stateDirectory)) return;
    const guests = new Guests(workspace, version);
    const connections = new Set<net.Socket>();
    const greet = (socket: net.Socket): void => {
      if (connections.size >= MAX_CONNECTIONS) return void socket.destroy();
      connections.add(socket);
      socket.once("close", () => connections.delete(socket));
      receive(socket, guests, log);
    };
    const stops = workspace.fence.allowed.slice(0, MAX_DIRECTORIES).map((directory) => listen(nameFor(directory, workspace), greet, log));
    workspace.onClose(async () => {
      for (const socket of connections) socket.destroy();
      await Promise.all(stops.map((stop) => stop()));
    });
  };
  workspace.session.onIndexReady.add(begin);
}

function nameFor(directory: RawPath, { settings }: Workspace): string {
  return path.join(settings.stateDirectory, socketName(ownIdentity(), directory, ++made));
}

/** What stops it takes the name away, too. */
function listen(name: string, greet: (socket: net.Socket) => void, log: Log): () => Promise<void> {
  const server = net.createServer(greet);
  server.on("error", (error) => log("debug", `socket: ${error.message}`)); // searches go on without it
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) log("debug", "no socket: its name would be too long", { name });
  else server.listen(name, () => closeToOthers(name));
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** The directory is private already; whoever asks looks at both. */
function closeToOthers(name: string): void {
  try {
    fs.chmodSync(name, 0o600);
  } catch {
    // somebody removed it: nobody will ask
  }
}

/** Takes one question; whatever else comes ends the connection. */
function receive(socket: net.Socket, guests: Guests, log: Log): void {
  const frames = new FrameReader(MAX_QUESTION_BYTES);
  let isSearching = false;
  socket.on("error", () => {}); // the guest has gone; `close` follows
  socket.setTimeout(SILENCE_MS, () => isSearching || socket.destroy());
  socket.on("data", (chunk) => {
    const whole = isSearching ? undefined : frames.push(chunk);
    if (whole?.length === 0) return;
    const question = whole?.length === 1 ? readQuestion(whole[0] as Buffer) : undefined;
    if (question === undefined) return void socket.destroy();
    isSearching = true;
    answer(question, socket, guests)
      .catch((error: Error) => {
        log("warn", `a question over the socket failed: ${error.message}`);
        socket.destroy();
      })
      .finally(() => {
        isSearching = false;
      });
  });
}

/** What servers that were killed left behind. */
function sweep(directory: string): void {
  if (!isPrivateAlready(directory)) return;
  try {
    for (const name of fs.readdirSync(directory)) if (name.endsWith(".sock") && isGone(name)) fs.rmSync(path.join(directory, name), { force: true });
  } catch {
    // tidying up is no reason to fail
  }
}
