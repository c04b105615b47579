import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { TaskReport } from "../../src/shell/query.ts";
import { countMarked, mark } from "../support/processes.ts";
import { shellAt, type TestShell } from "../support/shell.ts";
import { tree } from "../support/tree.ts";

async function start({ shell }: TestShell, command: string): Promise<string> {
  const started = await shell.startTask({ command, keepChars: 100 });
  if (!started.ok) throw new Error(started.failure.code);
  return started.value.id;
}

/** Waits for the end of a task by other means than reading it. */
async function completed({ shell }: TestShell, id: string): Promise<TaskReport> {
  for (let i = 0; i < 1_000; i++) {
    const report = shell.readTask(id);
    if (!report.ok) throw new Error(report.failure.code);
    if (report.value.state === "completed") return report.value;
    await sleep(20);
  }
  throw new Error("the task does not end");
}

describe("a background task", () => {
  test("is read as often as one likes while it runs, and once when it is done", async () => {
    const shell = shellAt(tree({}));
    const id = await start(shell, "echo one; sleep 0.5; echo two >&2; exit 3");
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(await completed(shell, id)).toEqual({
      state: "completed",
      ended: "exit",
      exitCode: 3,
      stdout: { text: "one\n", keptChars: 4, chars: 4 },
      stderr: { text: "two\n", keptChars: 4, chars: 4 },
    });
    expect(shell.shell.readTask(id)).toEqual({ ok: false, failure: { code: "task-not-found", id } });
  });

  test("does not move the session", async () => {
    const root = tree({});
    const shell = shellAt(root);
    await completed(shell, await start(shell, "cd /"));
    expect(shell.directory()).toBe(root);
  });

  test("only ten run at once; completed ones do not count", async () => {
    const shell = shellAt(tree({}));
    await completed(shell, await start(shell, "true"));
    const started = await Promise.all(Array.from({ length: 12 }, () => shell.shell.startTask({ command: "sleep 100", keepChars: 1 })));
    expect(started.map((result) => (result.ok ? "ok" : result.failure))).toEqual([
      ...Array.from({ length: 10 }, () => "ok"),
      { code: "task-limit", limit: 10 },
      { code: "task-limit", limit: 10 },
    ]);
  });

  test("is ended by the safety net, with everything it started", async () => {
    const shell = shellAt(tree({}), { backgroundTimeoutMs: 300 });
    const marker = mark();
    const id = await start(shell, `setsid sleep ${marker} & sleep ${marker}`);
    expect(await completed(shell, id)).toMatchObject({ ended: "timeout", exitCode: 143 });
    expect(countMarked(marker)).toBe(0);
  });

  test("that nobody reads is forgotten after the retention", async () => {
    const shell = shellAt(tree({}), { taskRetentionMs: 1 });
    const id = await start(shell, "true");
    for (let i = 0; i < 500 && shell.shell.readTask(id).ok; i++) await sleep(20);
    expect(shell.shell.readTask(id)).toEqual({ ok: false, failure: { code: "task-not-found", id } });
  });

  test("of completed ones the newest fifty are kept", async () => {
    const shell = shellAt(tree({}));
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) {
      ids.push(...(await Promise.all(Array.from({ length: 9 }, () => start(shell, "true")))));
      await sleep(1_000);
    }
    const found = ids.map((id) => shell.shell.readTask(id).ok);
    expect([ids.length, found.filter((ok) => ok).length]).toEqual([54, 50]);
    expect(found.slice(9)).not.toContain(false);
  });
});
