// Commands that may go on in the background, and tasks that are waited for and stopped.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { CommandMoved, CommandResult, TaskReport } from "../../src/shell/query.ts";
import { countMarked, mark, waitForMarked } from "../support/processes.ts";
import { shellAt, type TestShell } from "../support/shell.ts";
import { tree } from "../support/tree.ts";

const NEVER = new AbortController().signal;
const LONG_MS = 60_000;

interface Options {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly progress?: (message: string) => void;
}

async function runOrMove({ shell }: TestShell, command: string, { timeoutMs = LONG_MS, signal = NEVER, progress = () => {} }: Options = {}) {
  const result = await shell.runOrMove({ command, timeoutMs, keepChars: 1_000, streams: "merged", outside: "return" }, signal, progress);
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

async function moved(shell: TestShell, command: string, timeoutMs = 1_500): Promise<CommandMoved> {
  const result = await runOrMove(shell, command, { timeoutMs });
  if (result.ended !== "moved") throw new Error(`it has ended: ${result.ended}`);
  return result;
}

async function waitFor({ shell }: TestShell, id: string, timeoutMs = LONG_MS, signal = NEVER): Promise<TaskReport> {
  const report = await shell.waitForTask(id, timeoutMs, signal);
  if (!report.ok) throw new Error(report.failure.code);
  return report.value;
}

async function start({ shell }: TestShell, command: string): Promise<string> {
  const started = await shell.startTask({ command, keepChars: 1_000, streams: "merged" });
  if (!started.ok) throw new Error(started.failure.code);
  return started.value.id;
}

describe("merged streams", () => {
  test("come in the order in which they were written", async () => {
    const { stdout, stderr } = await runOrMove(shellAt(tree({})), "for i in 1 2 3 4 5 6 7 8 9; do echo o$i; echo e$i >&2; done");
    expect([stdout.text, stderr.text]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `o${i}\ne${i}\n`).join(""), ""]);
  });

  test("can be opened by name, closed and moved about", async () => {
    const shell = shellAt(tree({}));
    const text = async (command: string) => (await runOrMove(shell, command)).stdout.text;
    expect(await text("echo a >/dev/stderr; echo b | tee /dev/stderr; echo c >/proc/self/fd/1")).toBe("a\nb\nb\nc\n");
    expect(await text("exec >&-; echo a >&2")).toBe("a\n");
    expect(await text("exec 2>/dev/null; echo a; nosuchcommand")).toBe("a\n");
    expect(await text("exec >&- 2>&-; sleep 0.2")).toBe("");
  });

  test("hold what bash says about the command's own mistakes", async () => {
    expect((await runOrMove(shellAt(tree({})), "echo a\nif then")).stdout.text).toMatch(/^a\nbash: .*syntax error/);
  });
});

describe("a session whose command ends outside the fence", () => {
  const ended = async (root: string, command: string, settings = {}) => {
    const shell = shellAt(root, settings);
    const { returnedTo } = (await runOrMove(shell, command)) as CommandResult;
    return [returnedTo, shell.directory()];
  };

  test("returns to the working directory", async () => {
    const root = tree({ "a/b": "", out: { link: "/" } });
    expect(await ended(root, "cd /")).toEqual([root, root]);
    expect(await ended(root, "cd a; cd /; false")).toEqual([root, root]);
    expect(await ended(root, "cd out")).toEqual([root, root]);
    expect(await ended(root, "cd a", { denyDirs: ["a"] })).toEqual([root, root]);
  });

  test("stays where it may be", async () => {
    const root = tree({ "a/b": "", in: { link: "a" } });
    expect(await ended(root, "cd a")).toEqual([undefined, `${root}/a`]);
    expect(await ended(root, "cd in")).toEqual([undefined, `${root}/in`]);
    expect(await ended(root, "(cd /)")).toEqual([undefined, root]);
    expect(await ended(root, "cd /", { allowDirs: ["/"] })).toEqual([undefined, "/"]);
    expect(await ended(`${root}/a`, "true", { allowDirs: ["/etc"] })).toEqual([undefined, `${root}/a`]);
  });

  test("is told when the directory is gone", async () => {
    const root = tree({ "a/b/": "" });
    const shell = shellAt(root);
    await runOrMove(shell, "cd a/b; rm -r ../../a");
    expect((await runOrMove(shell, "true")).lostDirectory).toEqual({ lost: `${root}/a/b`, usedInstead: root, reason: "missing" });
  });
});

describe("a command that takes too long", () => {
  test("goes on in the background, and is read there from its beginning", async () => {
    const root = tree({});
    const shell = shellAt(root);
    const { id, stdout } = await moved(shell, "echo one; cd /; while [ ! -e go ]; do sleep 0.05; cd $OLDPWD; done; echo two; exit 3");
    expect(stdout.text).toBe("one\n");
    expect(await waitFor(shell, id, 0)).toMatchObject({ state: "running", stdout: { text: "one\n" } });
    fs.writeFileSync(path.join(root, "go"), "");
    const report = { state: "completed", ended: "exit", exitCode: 3, stdout: { text: "one\ntwo\n" } };
    expect(await waitFor(shell, id)).toMatchObject(report);
    expect(await waitFor(shell, id)).toMatchObject(report); // again
    expect(shell.directory()).toBe(root);
  });

  test("is not followed there", async () => {
    const root = tree({});
    const shell = shellAt(root);
    const told: string[] = [];
    const result = await runOrMove(shell, "echo one; while [ ! -e go ]; do sleep 0.05; done; echo two; sleep 0.3", {
      timeoutMs: 1_500,
      progress: (message) => void told.push(message),
    });
    fs.writeFileSync(path.join(root, "go"), "");
    await waitFor(shell, (result as CommandMoved).id);
    expect(told).toEqual(["one"]);
  });

  test("is ended if nothing more may run there", async () => {
    const shell = shellAt(tree({}));
    for (let i = 0; i < 10; i++) await start(shell, "sleep 100");
    const marker = mark();
    expect(await runOrMove(shell, `echo one; setsid sleep ${marker} & sleep ${marker}`, { timeoutMs: 1_500 })).toMatchObject({
      ended: "timeout",
      taskLimit: 10,
      exitCode: 143,
      stdout: { text: "one\n" },
    });
    expect(countMarked(marker)).toBe(0);
  });

  test("counts among those that run there", async () => {
    const shell = shellAt(tree({}));
    for (let i = 0; i < 10; i++) await moved(shell, "sleep 100", 100);
    expect(await shell.shell.startTask({ command: "true", keepChars: 1 })).toEqual({ ok: false, failure: { code: "task-limit", limit: 10 } });
  });

  test("ends with the session, with everything it started", async () => {
    const shell = shellAt(tree({}));
    const marker = mark();
    await moved(shell, `setsid sleep ${marker} & (setsid sh -c 'sleep ${marker} &' &); sleep ${marker}`, 500);
    expect(await waitForMarked(marker, (count) => count > 2, 10_000)).toBeGreaterThan(2);
    await shell.workspace.close();
    expect(countMarked(marker)).toBe(0);
  });

  test("is ended by the safety net of the background", async () => {
    const shell = shellAt(tree({}), { backgroundTimeoutMs: 300 });
    const { id } = await moved(shell, "sleep 100", 100);
    expect(await waitFor(shell, id)).toMatchObject({ state: "completed", ended: "timeout", exitCode: 143 });
  });

  test("is ended when its call is cancelled before", async () => {
    const cancel = new AbortController();
    const marker = mark();
    const running = runOrMove(shellAt(tree({})), `setsid sleep ${marker} & sleep ${marker}`, { signal: cancel.signal });
    await waitForMarked(marker, (count) => count > 1, 10_000);
    cancel.abort();
    await expect(running).rejects.toThrow("abort");
    expect(countMarked(marker)).toBe(0);
  });
});

describe("waiting for a task", () => {
  test("ends with the task", async () => {
    const root = tree({});
    const shell = shellAt(root);
    const ids = [await start(shell, "while [ ! -e go ]; do sleep 0.05; done; echo a"), await start(shell, "echo b; exit 1")];
    const waiting = ids.map((id) => waitFor(shell, id));
    expect(await waiting[1]).toMatchObject({ exitCode: 1, stdout: { text: "b\n" } });
    fs.writeFileSync(path.join(root, "go"), "");
    expect(await waiting[0]).toMatchObject({ exitCode: 0, stdout: { text: "a\n" } });
  });

  test("ends with the time", async () => {
    const shell = shellAt(tree({}));
    expect(await waitFor(shell, await start(shell, "sleep 100"), 50)).toMatchObject({ state: "running" });
  });

  test("can be cancelled; the task goes on", async () => {
    const shell = shellAt(tree({}));
    const id = await start(shell, "sleep 100");
    const cancel = new AbortController();
    const waiting = waitFor(shell, id, LONG_MS, cancel.signal);
    await sleep(50);
    cancel.abort();
    await expect(waiting).rejects.toThrow("abort");
    expect(await waitFor(shell, id, 0)).toMatchObject({ state: "running" });
  });

  test("ends with the session", async () => {
    const shell = shellAt(tree({}));
    const waiting = waitFor(shell, await start(shell, "sleep 100"));
    const cancelled = expect(waiting).rejects.toThrow("abort");
    await shell.workspace.close();
    await cancelled;
  });

  test("a completed task is kept for the retention, however often it is read", async () => {
    const shell = shellAt(tree({}), { taskRetentionMs: 1 });
    const id = await start(shell, "true");
    expect(await waitFor(shell, id)).toMatchObject({ exitCode: 0 });
    await sleep(20);
    expect(await shell.shell.waitForTask(id, 0, NEVER)).toEqual({ ok: false, failure: { code: "task-not-found", id } });
  });
});

describe("stopping a task", () => {
  test.each([
    ["with everything it started", "setsid sleep MARK & (setsid sh -c 'sleep MARK &' &); echo a; sleep MARK"],
    ["even if it does not listen", "trap '' TERM; setsid sleep MARK & echo a; while :; do sleep MARK; done"],
    ["even if it floods", "echo a; yes MARK"],
  ])("ends it %s", async (_, command) => {
    const shell = shellAt(tree({}));
    const marker = mark();
    const text = command.replaceAll("MARK", marker);
    const id = await start(shell, text);
    await waitForMarked(marker, (count) => count > 0, 10_000);
    await sleep(200); // for grandchildren to be born
    expect(await shell.shell.stopTask(id, NEVER)).toEqual({ ok: true, value: { id, command: text, was: "running" } });
    expect(countMarked(marker)).toBe(0);
    const report = await waitFor(shell, id, 0);
    expect([report.state, "ended" in report && report.ended, report.stdout.text.slice(0, 2)]).toEqual(["completed", "stopped", "a\n"]);
  });

  test("that is over says so", async () => {
    const shell = shellAt(tree({}));
    const [done, stopped] = [await start(shell, "true"), await start(shell, "sleep 100")];
    await waitFor(shell, done);
    await shell.shell.stopTask(stopped, NEVER);
    const stop = async (id: string) => shell.shell.stopTask(id, NEVER);
    expect(await stop(done)).toEqual({ ok: true, value: { id: done, command: "true", was: "completed" } });
    expect(await stop(stopped)).toEqual({ ok: true, value: { id: stopped, command: "sleep 100", was: "stopped" } });
    expect(await stop("nope")).toEqual({ ok: false, failure: { code: "task-not-found", id: "nope" } });
  });

  test("by two at once is fine", async () => {
    const shell = shellAt(tree({}));
    const id = await start(shell, "sleep 100");
    const both = await Promise.all([shell.shell.stopTask(id, NEVER), shell.shell.stopTask(id, NEVER)]);
    expect(both.map((result) => result.ok && result.value.was)).toEqual(["running", "running"]);
  });

  test("goes on when its call is cancelled", async () => {
    const shell = shellAt(tree({}));
    const marker = mark();
    const id = await start(shell, `sleep ${marker}`);
    await waitForMarked(marker, (count) => count > 0, 10_000);
    await expect(shell.shell.stopTask(id, AbortSignal.abort())).rejects.toThrow("abort");
    expect(await waitForMarked(marker, (count) => count === 0, 10_000)).toBe(0);
  });

  test("tells the beginning of a long command", async () => {
    const shell = shellAt(tree({}));
    const id = await start(shell, `sleep 100 # ${"x".repeat(5_000)}`);
    expect(await shell.shell.stopTask(id, NEVER)).toMatchObject({ value: { command: `sleep 100 # ${"x".repeat(1_988)}…` } });
  });
});
