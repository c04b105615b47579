// A real server process: with the SDK's client, or spoken to in raw lines.
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Client, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";

export const MAIN = path.resolve(import.meta.dirname, "../../dist/main.js");

/** Connects a client of one protocol generation to a fresh server. */
export async function connect(workdir: string, mode: VersionNegotiationMode, flags: readonly string[] = []): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, "mcp", "--workdir", workdir, ...flags],
      env: process.env as Record<string, string>,
      stderr: "ignore",
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

/** The text of a tool's result. */
export async function callText(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return (content as { type: string; text?: string }[]).map((part) => part.text ?? "").join("");
}

export interface RawServer {
  readonly child: ChildProcessWithoutNullStreams;
  send(message: object | string): void;
  /** The answer with this id. */
  answer(
    id: number,
  ): Promise<{ readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly isError?: boolean }; readonly error?: object }>;
  /** Everything it printed. */
  readonly lines: string[];
  readonly exited: Promise<number | null>;
}

/** A server spoken to in raw lines, already initialized. */
export function rawServer(workdir: string, flags: readonly string[] = [], env: NodeJS.ProcessEnv = process.env): RawServer {
  const child = spawn(process.execPath, [MAIN, "mcp", "--workdir", workdir, ...flags], { env });
  const lines: string[] = [];
  let rest = "";
  const waiting: (() => void)[] = [];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() as string;
    lines.push(...parts);
    for (const wake of waiting.splice(0)) wake();
  });
  child.stdin.on("error", () => undefined); // it may be gone before we are done talking
  onTestFinished(() => void child.kill("SIGKILL"));
  const send = (message: object | string): void =>
    void child.stdin.write(`${typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({ id: 0, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } } });
  send({ method: "notifications/initialized" });
  const answer = async (id: number) => {
    for (;;) {
      const found = lines.map((line) => JSON.parse(line)).find((message) => message.id === id);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return { child, send, answer, lines, exited: new Promise((resolve) => child.once("exit", resolve)) };
}

/** Runs the CLI to its end. */
export function cli(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): { readonly code: number; readonly stdout: string; readonly stderr: string } {
  const errors = path.join(fs.mkdtempSync(path.join(cwd, "..", "fossick-cli-")), "stderr");
  const stderr = fs.openSync(errors, "w");
  const result = (code: number, stdout: string) => ({ code, stdout, stderr: fs.readFileSync(errors, "utf8") });
  try {
    return result(0, execFileSync(process.execPath, [MAIN, ...args], { cwd, env, stdio: ["ignore", "pipe", stderr], encoding: "utf8" }));
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return result(status, stdout);
  } finally {
    fs.closeSync(stderr);
    fs.rmSync(path.dirname(errors), { recursive: true });
  }
}
