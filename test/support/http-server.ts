// A real server process over HTTP: with the SDK's client, with plain requests, or with bytes as they come.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { MAIN } from "./server.ts";

export const TOKEN = "a-token-for-tests";

export interface HttpServer {
  readonly child: ChildProcess;
  readonly port: number;
  /** What it said on stderr so far. */
  stderr(): string;
  /** Asks it to end; the exit code. */
  stop(): Promise<number | null>;
}

/** A server for one test. */
export async function httpServer(...options: Parameters<typeof startHttpServer>): Promise<HttpServer> {
  const server = await startHttpServer(...options);
  onTestFinished(() => void server.child.kill("SIGKILL"));
  return server;
}

/** Starts a server on a free port. Its token is `TOKEN`, unless the environment given says otherwise. */
export async function startHttpServer(workdir: string, flags: readonly string[] = [], env: NodeJS.ProcessEnv = { FOSSICK_TOKEN: TOKEN }): Promise<HttpServer> {
  const args = [MAIN, "mcp", "--transport", "http", "--port", "0", "--workdir", workdir, ...flags];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const stdout = await Promise.race([once(child.stdout, "data").then(([data]) => String(data)), exited.then(() => "")]);
  const port = Number(/^http:\/\/[^/]+:(\d+)\/mcp\n$/.exec(stdout)?.[1]);
  if (!(port > 0)) throw new Error(`the server did not start: ${stdout}${stderr}`);
  return {
    child,
    port,
    stderr: () => stderr,
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

/** Connects the SDK's client, of one protocol generation. */
export async function connectHttp(
  port: number,
  mode: VersionNegotiationMode,
  { path = "/mcp", headers = {} }: { path?: string; headers?: Record<string, string> } = {},
) {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}${path}`), {
    requestInit: { headers: { authorization: `Bearer ${TOKEN}`, ...headers } },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

export interface PlainRequest {
  readonly method?: string;
  readonly path?: string;
  /** On top of those that a client of ours sends; undefined takes one away. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** The JSON-RPC messages in it, whether it is JSON or a stream. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server says
  readonly messages: readonly any[];
}

export interface OpenRequest {
  readonly answer: Promise<PlainAnswer>;
  /** The answer's head has come. */
  readonly begun: Promise<void>;
  readonly cut: () => void;
  text(): string;
}

/** One request as clients send it; an open stream of it can be read along and cut. */
export function open(port: number, request: PlainRequest): OpenRequest {
  const { method = "POST", path = "/mcp", body } = request;
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  const all = {
    authorization: `Bearer ${TOKEN}`,
    accept: "application/json, text/event-stream",
    ...(text === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }),
    ...request.headers,
  };
  const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as http.OutgoingHttpHeaders;
  let received = "";
  const outgoing = http.request({ host: "127.0.0.1", port, method, path, headers, agent: false });
  const answer = new Promise<PlainAnswer>((resolve, reject) => {
    outgoing.once("error", reject);
    outgoing.once("response", (response) => {
      response.setEncoding("utf8").on("data", (chunk: string) => {
        received += chunk;
      });
      response.once("error", reject);
      response.once("end", () => resolve({ status: response.statusCode as number, headers: response.headers, text: received, messages: messagesIn(received) }));
    });
  });
  answer.catch(() => {}); // a cut stream is read by nobody
  outgoing.end(text);
  const begun = new Promise<void>((resolve) => void outgoing.once("response", () => resolve()));
  return { answer, begun, cut: () => void outgoing.destroy(), text: () => received };
}

export function ask(port: number, request: PlainRequest): Promise<PlainAnswer> {
  return open(port, request).answer;
}

/** Sends bytes as they are, and gives back all that comes until the server closes, or until `enough` has come. */
export async function sendBytes(port: number, bytes: string | Buffer, enough: (received: string) => boolean = () => false): Promise<string> {
  const socket = net.connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let received = "";
  const done = new Promise<void>((resolve) => {
    socket.on("error", () => resolve());
    socket.on("close", () => resolve());
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      received += chunk;
      if (enough(received)) resolve();
    });
  });
  socket.write(bytes);
  await done;
  socket.destroy();
  return received;
}

export const GREETING = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "plain", version: "1" } },
};

/** The headers of a new session. */
export async function session(
  port: number,
  { path = "/mcp", headers = {} }: PlainRequest = {},
): Promise<{ "mcp-session-id": string; "mcp-protocol-version": string }> {
  const answer = await ask(port, { path, headers, body: GREETING });
  const id = answer.headers["mcp-session-id"];
  if (typeof id !== "string") throw new Error(`no session: ${answer.status} ${answer.text}`);
  return { "mcp-session-id": id, "mcp-protocol-version": "2025-11-25" };
}

export function toolCall(id: number | string, name: string, args: object, meta?: object): object {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) } };
}

/** A call as clients of 2026-07-28 send it. */
export function modernCall(id: number, name: string, args: object, meta: object = {}): PlainRequest {
  return {
    headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
    body: toolCall(id, name, args, {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "plain", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
      ...meta,
    }),
  };
}

function messagesIn(text: string): unknown[] {
  if (text.startsWith("{") || text.startsWith("[")) return [JSON.parse(text)].flat();
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data as string));
}
