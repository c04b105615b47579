import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { countMarked, mark, waitForMarked } from "../support/processes.ts";
import { shellAt } from "../support/shell.ts";
import { tree } from "../support/tree.ts";

describe("a command", () => {
  test("has an empty stdin, a session of its own and nothing but the environment it is given", async () => {
    const { run } = shellAt(tree({}), { commandEnvironment: { PATH: process.env.PATH ?? "", A: "1" } });
    const { stdout } = await run('cat; env | cut -d= -f1 | sort | tr "\\n" " "; ps -o sid= -p $$ | tr -d " " | grep -cx $$');
    expect(stdout.text).toBe("A PATH PROCESS_TREE_TAG PWD SHLVL _ 1\n");
  });

  test("carries the tag of the command that its server was started by, too", async () => {
    const { run } = shellAt(tree({}), { commandEnvironment: { PROCESS_TREE_TAG: "outer.one" } });
    expect((await run('echo "$PROCESS_TREE_TAG"')).stdout.text).toMatch(/^outer\.one:[0-9a-f]{16}\.[0-9a-f]{16}\n$/);
  });

  test("keeps its directory for the next one, and nothing else", async () => {
    const root = tree({ "a/b/c": "" });
    const { run } = shellAt(root);
    await run("cd a; export X=1; y=2; alias z=3");
    expect((await run("pwd; cd b; echo [$X$y]")).stdout.text).toBe(`${root}/a\n[]\n`);
    expect((await run("pwd")).stdout.text).toBe(`${root}/a/b\n`);
  });

  test("cannot forge its directory with what it prints", async () => {
    const root = tree({});
    const { run, directory } = shellAt(root);
    await run('tr "\\0" "\\n" </proc/$$/cmdline; tr "\\0" "\\n" </proc/$$/cmdline >&2; printf "0123abcd/tmp\\n\\0" >&29');
    expect(directory()).toBe(root);
  });

  test("that is ended by a signal has 128 + its number as exit code", async () => {
    const { run } = shellAt(tree({}));
    expect((await run("kill -USR1 $$")).exitCode).toBe(128 + 10);
  });

  test("whose directory is gone runs in the working directory and says so, once", async () => {
    const root = tree({ "a/b/": "" });
    const { run } = shellAt(root);
    await run("cd a/b");
    fs.rmSync(path.join(root, "a"), { recursive: true });
    const { stdout, lostDirectory } = await run("pwd");
    expect([stdout.text, lostDirectory]).toEqual([`${root}\n`, { lost: `${root}/a/b`, usedInstead: root, reason: "missing" }]);
    expect((await run("pwd")).lostDirectory).toBeUndefined();
  });

  test("whose directory and working directory are gone is not started", async () => {
    const root = tree({ "a/": "" });
    const { shell, run } = shellAt(path.join(root, "a"));
    await run("rmdir ../a");
    expect(await shell.run({ command: "pwd", timeoutMs: 1_000, keepChars: 10 }, new AbortController().signal, () => {})).toEqual({
      ok: false,
      failure: { code: "command-not-started", detail: `the directory ${root}/a does not exist` },
    });
  });

  test("that leaves a child in the background is answered at once, and the child goes on until the session ends", async () => {
    const { run, workspace } = shellAt(tree({}));
    const marker = mark();
    expect((await run(`sleep ${marker} & echo x`)).stdout.text).toBe("x\n"); // it would wait for longer than a test may take
    await sleep(300);
    expect(countMarked(marker)).toBe(1);
    await workspace.close();
    expect(countMarked(marker)).toBe(0);
  });

  test.each([
    ["in a session of its own", "setsid sleep MARK & echo x"],
    ["forked twice", "(setsid sh -c 'sleep MARK &' &); echo x"],
    ["with nothing of our environment", "(env -i setsid sleep MARK >/dev/null 2>&1 &); echo x"],
    ["in a group of its own", "set -m; env -i sleep MARK & echo x"],
  ])("a child left behind %s ends with the session", async (_, command) => {
    const { run, workspace } = shellAt(tree({}));
    const marker = mark();
    await run(command.replaceAll("MARK", marker));
    for (let i = 0; i < 3; i++) await run("true"); // later commands do not make it forgotten
    expect(await waitForMarked(marker, (count) => count === 1, 10_000)).toBe(1);
    await workspace.close();
    expect(countMarked(marker)).toBe(0);
  });

  test("a child in the background may go on printing", async () => {
    const root = tree({});
    const { run } = shellAt(root);
    const { stdout } = await run("(for i in $(seq 200); do head -c 2000 /dev/zero || exit; sleep 0.001; done; echo done >file) & echo x");
    expect(stdout.text.replaceAll("\0", "")).toBe("x\n");
    const written = (): string => (fs.existsSync(path.join(root, "file")) ? fs.readFileSync(path.join(root, "file"), "utf8") : ""); // it is empty for a moment
    await expect.poll(written, { timeout: 10_000 }).toBe("done\n");
  });

  test("output is counted to its end and kept to the limit", async () => {
    const { stdout, stderr } = await shellAt(tree({})).run("seq 1 3000000; seq 1 10 >&2");
    expect([stdout.chars, stdout.keptChars, stderr.chars]).toEqual([22_888_896, 30_000, 21]);
  });
});

describe("a command that takes too long", () => {
  test("is ended; its output is kept, the directory stays", async () => {
    const root = tree({});
    const { run, directory } = shellAt(root);
    const result = await run("cd /; echo before; trap 'echo caught; exit 5' TERM; sleep 100 & wait", { timeoutMs: 300 });
    expect({ ...result, stderr: undefined }).toEqual({ ended: "timeout", exitCode: 5, stdout: { text: "before\ncaught\n", keptChars: 14, chars: 14 } });
    expect(directory()).toBe(root);
  });

  test.each([
    ["children", "sleep M & sleep M | sleep M"],
    ["a session of their own", "setsid sleep M & setsid setsid sleep M & wait"],
    ["a double fork", "(setsid sh -c 'sleep M &' &); sleep M"],
    ["a cleared environment", "env -i sleep M & env -i setsid sleep M & wait"],
    ["stopped", "sleep M & kill -STOP $!; wait"],
  ])("takes everything with it: %s", async (_, command) => {
    const marker = mark();
    const { ended } = await shellAt(tree({})).run(command.replaceAll("M", marker), { timeoutMs: 400 });
    expect([ended, countMarked(marker)]).toEqual(["timeout", 0]);
  });

  test("does not take us with it, whatever descriptors we have", async () => {
    const { run } = shellAt(tree({}));
    const signals: string[] = [];
    const hear = (): void => void signals.push("SIGTERM");
    process.on("SIGTERM", hear);
    // Our ends of its pipes get one number after the other, among them that of its channel.
    const filled: number[] = [];
    while ((filled.at(-1) ?? 0) < 30) {
      filled.push(fs.openSync("/dev/null", "r"));
      if ((filled.at(-1) ?? 0) >= 20) expect((await run("sleep 100", { timeoutMs: 50 })).ended).toBe("timeout");
    }
    for (const fd of filled) fs.closeSync(fd);
    process.off("SIGTERM", hear);
    expect(signals).toEqual([]);
  });

  test("is killed after a grace if it does not listen", async () => {
    const marker = mark();
    const { ended, exitCode } = await shellAt(tree({})).run(`trap '' TERM; setsid sleep ${marker} & sleep ${marker}; sleep ${marker}`, { timeoutMs: 300 });
    expect([ended, exitCode, countMarked(marker)]).toEqual(["timeout", 137, 0]);
  });
});

describe("ending from outside", () => {
  test("a cancelled call throws, and nothing of its command is left", async () => {
    const marker = mark();
    const cancel = new AbortController();
    const running = shellAt(tree({})).run(`setsid sleep ${marker} & sleep ${marker}`, { signal: cancel.signal });
    expect(await waitForMarked(marker, (count) => count > 2, 10_000)).toBeGreaterThan(2);
    cancel.abort();
    await expect(running).rejects.toThrow("abort");
    expect(countMarked(marker)).toBe(0);
  });

  test("a call that was cancelled before it began starts nothing", async () => {
    const root = tree({});
    await expect(shellAt(root).run("touch file", { signal: AbortSignal.abort() })).rejects.toThrow("abort");
    expect(fs.readdirSync(root)).toEqual([]);
  });

  test("closing ends commands that do not listen", async () => {
    const marker = mark();
    const { run, shell, workspace } = shellAt(tree({}));
    const stubborn = `trap '' TERM; setsid sleep ${marker} & sleep ${marker}; sleep ${marker}`;
    const running = run(stubborn);
    const cancelled = expect(running).rejects.toThrow("abort");
    await shell.startTask({ command: stubborn, keepChars: 10 });
    await waitForMarked(marker, (count) => count >= 6, 10_000);
    await workspace.close();
    expect(countMarked(marker)).toBe(0);
    await cancelled;
  });

  test("a closed session starts nothing", async () => {
    const root = tree({});
    const { run, shell, workspace } = shellAt(root);
    await workspace.close();
    await expect(run("touch file")).rejects.toThrow("abort");
    await expect(shell.startTask({ command: "touch file", keepChars: 10 })).rejects.toThrow("abort");
    expect(fs.readdirSync(root)).toEqual([]);
  });
});
