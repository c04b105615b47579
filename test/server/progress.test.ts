import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { tree } from "../support/tree.ts";

const SERVER = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

interface Progress {
  readonly progress: number;
  readonly message?: string | undefined;
}

async function connected(mode: "legacy" | { readonly pin: string }): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER, "mcp", "--workdir", tree({})] }));
  onTestFinished(() => client.close());
  return client;
}

async function progressOf(client: Client, command: string): Promise<{ readonly seen: readonly Progress[]; readonly text: string }> {
  const seen: Progress[] = [];
  const result = await client.callTool({ name: "bash", arguments: { command } }, { onprogress: (progress) => void seen.push(progress) });
  return { seen, text: (result.content as { text: string }[])[0]?.text ?? "" };
}

// The SDK's client drops progress that arrives together with the result, so the commands end with a pause.
describe.each([["legacy" as const], [{ pin: "2026-07-28" }]])("progress, protocol %j", (mode) => {
  test("each line is told as it comes, with a rising counter", async () => {
    const client = await connected(mode);
    const { seen, text } = await progressOf(client, "echo one; sleep 0.5; echo two >&2; sleep 0.5; echo three; sleep 0.5");
    expect(seen).toMatchObject([
      { progress: 1, message: "one" },
      { progress: 2, message: "two" },
      { progress: 3, message: "three" },
    ]);
    expect(text).toBe("exit_code: 0\n\nstderr:\ntwo\n\nstdout:\none\nthree\n");
  });

  test("many lines are joined", async () => {
    const client = await connected(mode);
    const { seen } = await progressOf(client, "for i in $(seq 100); do echo line $i; sleep 0.01; done; sleep 0.5");
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.length).toBeLessThan(40);
    expect(seen.map(({ message }) => message).join("\n")).toBe(Array.from({ length: 100 }, (_, i) => `line ${i + 1}`).join("\n"));
    expect(seen.map(({ progress }) => progress)).toEqual(seen.map((_, index) => index + 1));
  });
});

test("without a token nothing is told", async () => {
  const client = await connected("legacy");
  const told: unknown[] = [];
  client.fallbackNotificationHandler = async (notification) => void told.push(notification);
  await client.callTool({ name: "bash", arguments: { command: "echo one" } });
  expect(told).toEqual([]);
});
