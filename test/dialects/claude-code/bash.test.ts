import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { call } from "../../../src/call.ts";
import { bash } from "../../../src/dialects/claude-code/bash.ts";
import { claudeCode } from "../../../src/dialects/claude-code/index.ts";
import { offeredDialect } from "../../../src/dialects/index.ts";
import { viewArtifact } from "../../../src/files/view-artifact.ts";
import { DEFAULTS, type Settings } from "../../../src/settings.ts";
import { countMarked, mark, waitForMarked } from "../../support/processes.ts";
import { shellAt } from "../../support/shell.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

const HINT = "Use TaskOutput to read its output, TaskStop to end it.";

function workspaceOf(files: Parameters<typeof tree>[0] = {}, settings: Partial<Settings> = {}) {
  return workspaceAt(tree(files), { dialect: "claude-code", commandEnvironment: { PATH: process.env.PATH ?? "", LANG: "C.UTF-8" }, ...settings });
}

describe("what is asked for", () => {
  const context = { settings: { ...DEFAULTS, workdir: "/w" }, directory: "/w" };

  test.each([
    ["the default", undefined, 120_000],
    ["zero means the default", 0, 120_000],
    ["negative means the default", -5, 120_000],
    ["as given", 1_500, 1_500],
    ["at most ten minutes", 900_000, 600_000],
  ])("timeout: %s", (_, timeout, timeoutMs) => {
    expect(bash.parse({ command: "ls", timeout }, context)).toEqual({
      ok: true,
      value: {
        command: { command: "ls", timeoutMs, keepChars: 30_000, lastChars: 16_000, streams: "merged", outside: "return" },
        where: "foreground",
      },
    });
  });
});

describe("what is answered", () => {
  test.each<[Record<string, unknown>, string, string]>([
    [{ command: "echo hi" }, "hi", "found"],
    [{ command: "true" }, "(Bash completed with no output)", "found"],
    [{ command: "echo o1; echo e1 >&2; echo o2; echo e2 >&2" }, "o1\ne1\no2\ne2", "found"],
    [{ command: "echo a; nosuchcommand_zz" }, "Exit code 127\na\nbash: line 2: nosuchcommand_zz: command not found", "error"],
    [{ command: "echo x | grep y" }, "(Bash completed with no output)", "found"],
    [{ command: "printf 'a\\377b\\303'" }, "a\ufffdb\ufffd", "found"],
    [{ command: "printf '\\033[31mred\\033[0m'" }, "\u001b[31mred\u001b[0m", "found"],
    [{ command: "exec >&- 2>&-; exit 3" }, "Exit code 3", "error"],
    [{ command: "sleep 100 & echo x" }, "x", "found"],
    [{ command: "echo hi", timeout: "5000", description: "d", run_in_background: "false" }, "hi", "found"],
    [{ command: "" }, "The command is empty. Pass the shell command to run.", "error"],
    [{ command: "echo \0" }, "Command must not contain NUL bytes", "error"],
    [{}, "InputValidationError: Bash failed due to the following issue:\nThe required parameter `command` is missing", "error"],
    [
      { command: "ls", cwd: "/" },
      "InputValidationError: Bash failed due to the following issue:\nAn unexpected parameter `cwd` was provided\n" +
        "Valid parameters: command, timeout, description, run_in_background",
      "error",
    ],
    [
      { command: "ls", timeout: "soon" },
      "InputValidationError: Bash failed due to the following issue:\nThe parameter `timeout` type is expected as `number` but provided as `string`",
      "error",
    ],
  ])("%j", async (args, text, outcome) => {
    const reply = await workspaceOf().call("Bash", args);
    expect([reply.text, reply.outcome]).toEqual([text, outcome]);
  });

  test("the directory is kept, inside the fence", async () => {
    const workspace = workspaceOf({ "sub/deep/a": "" });
    const root = workspace.settings.workdir;
    const run = (command: string) => textOf(workspace, "Bash", { command });
    expect(await run("cd sub && pwd")).toBe(`${root}/sub`);
    expect(await run("cd deep; pwd; cd /; false")).toBe(`Exit code 1\n${root}/sub/deep\nShell cwd was reset to ${root}`);
    expect(await run("cd sub; pwd")).toBe(`${root}/sub`);
    fs.rmSync(path.join(root, "sub"), { recursive: true });
    expect(await run("pwd")).toBe(`${root}\nDirectory ${root}/sub no longer exists; the command ran in ${root}`);
    expect(await run("pwd")).toBe(root);
  });

  test("a command that takes too long goes on in the background", async () => {
    const workspace = workspaceOf();
    const text = await textOf(workspace, "Bash", { command: "echo one; while [ ! -e go ]; do sleep 0.05; done; echo two", timeout: 2_000 });
    const id = /ID: ([0-9a-f]{16})\)/.exec(text)?.[1];
    expect(text).toBe(`one\nCommand did not complete within its 2s timeout and was moved to the background (ID: ${id}). ${HINT}`);
    fs.writeFileSync(path.join(workspace.settings.workdir, "go"), "");
    expect(await textOf(workspace, "TaskOutput", { task_id: id })).toBe("status: completed\nexit_code: 0\n\none\ntwo");
  });

  test("the eleventh command in the background is refused", async () => {
    const workspace = workspaceOf();
    const start = () => textOf(workspace, "Bash", { command: "sleep 100", run_in_background: true });
    for (let i = 0; i < 10; i++) expect(await start()).toMatch(/^Command running in background with ID: [0-9a-f]{16}\. Use TaskOutput/);
    expect(await start()).toBe("10 background commands are running already. Stop one with TaskStop, or wait until one is completed (see TaskOutput).");
    expect(await textOf(workspace, "Bash", { command: "sleep 100", timeout: 100 })).toBe(
      "Exit code 143\nCommand did not complete within its 0.1s timeout and was ended: 10 commands run in the background already. " +
        "Stop one with TaskStop, or pass a longer timeout.",
    );
  });

  test("a cancelled call ends its command", async () => {
    const marker = mark();
    const cancel = new AbortController();
    const running = workspaceOf().call("Bash", { command: `setsid sleep ${marker} & sleep ${marker}` }, cancel.signal);
    await waitForMarked(marker, (count) => count > 1, 10_000);
    cancel.abort();
    await expect(running).rejects.toThrow("abort");
    expect(countMarked(marker)).toBe(0);
  });
});

describe("output that is too long", () => {
  test("is cut in the middle and can be read whole", async () => {
    const { workspace } = shellAt(tree({}));
    const request = { workspace, signal: new AbortController().signal };
    const { text } = await call(claudeCode, "Bash", { command: "seq 1 20000" }, request);
    const whole = Array.from({ length: 20_000 }, (_, i) => `${i + 1}`).join("\n");
    const id = /artifact:\/\/([0-9a-f]{8})/.exec(text)?.[1] as string;
    expect(text).toBe(
      `${whole.slice(0, 15_000)}\n\n... [${whole.length - 30_000} characters truncated] ...\n\n${whole.slice(-15_000)}\n` +
        `[The output has ${whole.length + 1} characters. All of it is kept as artifact://${id}: pass that to Read as file_path, with offset and limit.]`,
    );
    const limits = { first: 10_000, last: 10_001, columns: 100, textChars: 1_000 };
    expect(await viewArtifact({ id, ...limits }, workspace, request.signal)).toMatchObject({
      value: { lines: [{ text: "10000" }, { text: "10001" }], total: 20_000, keptBytes: whole.length + 1 },
    });
  });

  test("of a hundred megabytes costs no more memory than what is kept", async () => {
    const workspace = workspaceOf();
    const before = process.memoryUsage().rss;
    const text = await textOf(workspace, "Bash", { command: "yes | head -c 100M" });
    expect(text.replace(/[0-9a-f]{8}:/, "ID:")).toBe(
      `${"y\n".repeat(7_500)}\n\n... [104827599 characters truncated] ...\n\n${"\ny".repeat(7_500)}\n` +
        "[The output has 104857600 characters. The first 8.0 MB of 100.0 MB are kept as artifact://ID: pass that to Read as file_path, with offset and limit.]",
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });
});

describe("the tools", () => {
  test("say that the shell is not fenced", () => {
    expect(bash.description).toContain("The shell is not fenced");
  });

  test("are small enough to be always there", () => {
    const shellTools = claudeCode.tools.filter(({ name }) => ["Bash", "TaskOutput", "TaskStop"].includes(name));
    expect(shellTools.map(({ name }) => name)).toEqual(["Bash", "TaskOutput", "TaskStop"]);
    expect(JSON.stringify(shellTools.map(({ description, inputSchema }) => [description, inputSchema])).length).toBeLessThan(1_900);
  });

  test("for tasks go with Bash", () => {
    const offered = offeredDialect("claude-code", { ...DEFAULTS, workdir: "/", disabledTools: ["Bash"] });
    expect(typeof offered !== "string" && offered.tools.filter(({ name }) => /Bash|Task/.test(name))).toEqual([]);
  });
});
