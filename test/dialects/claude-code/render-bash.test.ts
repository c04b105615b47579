import { describe, expect, test } from "vitest";
import { renderCommand, renderStarted } from "../../../src/dialects/claude-code/render-bash.ts";
import type { Captured, CommandMoved, CommandResult } from "../../../src/shell/query.ts";

function captured(text: string): Captured {
  return { text, keptChars: text.length, chars: text.length };
}

/** Output as the shell keeps it: its first 30,000 characters and, of the rest, its last 16,000. */
function long(text: string, artifact?: Captured["artifact"]): Captured {
  return { text: text.slice(0, 30_000), keptChars: 30_000, chars: text.length, last: text.slice(30_000).slice(-16_000), ...(artifact && { artifact }) };
}

const NOTHING = captured("");
const ARTIFACT = { id: "1a2b3c4d", keptBytes: 100_000, totalBytes: 100_000 };
const READ = "pass that to Read as file_path, with offset and limit.";
const LOST = { lost: "/w/d", usedInstead: "/w", reason: "missing" } as const;
const QUERY = { command: "make", timeoutMs: 2_000, keepChars: 30_000 };

describe("the text of a command", () => {
  const render = (result: Partial<CommandResult>, command = "make") =>
    renderCommand({ stdout: NOTHING, stderr: NOTHING, exitCode: 0, ended: "exit", ...result }, { ...QUERY, command });

  test.each<[string, Partial<CommandResult>, string]>([
    ["nothing", {}, "(Bash completed with no output)"],
    ["nothing but white space", { stdout: captured(" \n\t\n  \n") }, "(Bash completed with no output)"],
    ["output", { stdout: captured("a\nb\n") }, "a\nb"],
    ["blank lines at the start and white space at the end go", { stdout: captured("\n  \t\n  a\n b\t \n\r\n") }, "  a\n b"],
    ["what looks like an escape sequence stays", { stdout: captured("\u001b[31mred\u001b[0m\n") }, "\u001b[31mred\u001b[0m"],
    ["back in the working directory", { returnedTo: "/w" }, "Shell cwd was reset to /w"],
    ["output and back", { stdout: captured("a\n"), returnedTo: "/w" }, "a\nShell cwd was reset to /w"],
    ["a lost directory", { stdout: captured("a\n"), lostDirectory: LOST }, "a\nDirectory /w/d no longer exists; the command ran in /w"],
    [
      "both",
      { lostDirectory: { ...LOST, reason: "inaccessible" }, returnedTo: "/w" },
      "Directory /w/d can no longer be entered; the command ran in /w\nShell cwd was reset to /w",
    ],
    ["exactly as long as may be", { stdout: captured("x".repeat(30_000)) }, "x".repeat(30_000)],
    ["so long without the white space", { stdout: long(`\n${"x".repeat(30_000)}${" ".repeat(10_000)}\n`) }, "x".repeat(30_000)],
    [
      "one more",
      { stdout: long(`${"x".repeat(15_000)}-${"y".repeat(15_000)}`, { ...ARTIFACT, keptBytes: 30_001, totalBytes: 30_001 }) },
      `${"x".repeat(15_000)}\n\n... [1 characters truncated] ...\n\n${"y".repeat(15_000)}\n` +
        `[The output has 30001 characters. All of it is kept as artifact://1a2b3c4d: ${READ}]`,
    ],
    [
      "much more",
      { stdout: long(`${"x".repeat(50_000)}${"y".repeat(50_000)}\n`, ARTIFACT) },
      `${"x".repeat(15_000)}\n\n... [70000 characters truncated] ...\n\n${"y".repeat(15_000)}\n` +
        `[The output has 100001 characters. All of it is kept as artifact://1a2b3c4d: ${READ}]`,
    ],
    [
      "more than is kept",
      { stdout: long("x".repeat(100_000), { id: "ab", keptBytes: 8 * 1024 * 1024, totalBytes: 100_000_000 }) },
      `${"x".repeat(15_000)}\n\n... [70000 characters truncated] ...\n\n${"x".repeat(15_000)}\n` +
        `[The output has 100000 characters. The first 8.0 MB of 95.4 MB are kept as artifact://ab: ${READ}]`,
    ],
    [
      "nothing kept",
      { stdout: long("x".repeat(50_000)), returnedTo: "/w" },
      `${"x".repeat(15_000)}\n\n... [20000 characters truncated] ...\n\n${"x".repeat(15_000)}\n` +
        "[The output has 50000 characters. What is missing here was not kept.]\nShell cwd was reset to /w",
    ],
    [
      "characters, not code units",
      { stdout: { text: "😀".repeat(30_000), keptChars: 30_000, chars: 30_001, last: "é" } },
      `${"😀".repeat(15_000)}\n\n... [1 characters truncated] ...\n\n${"😀".repeat(14_999)}é\n` +
        "[The output has 30001 characters. What is missing here was not kept.]",
    ],
  ])("%s", (_, result, text) => {
    expect([render(result).text, render(result).outcome]).toEqual([text, "found"]);
  });

  test.each<[string, Partial<CommandResult>, string]>([
    ["nothing", { exitCode: 3 }, "Exit code 3"],
    ["output", { exitCode: 1, stdout: captured("\n a\n\n") }, "Exit code 1\n a"],
    ["and back", { exitCode: 1, stdout: captured("a\n"), returnedTo: "/w" }, "Exit code 1\na\nShell cwd was reset to /w"],
    ["as long as may be", { exitCode: 2, stdout: captured("x".repeat(11_988)) }, `Exit code 2\n${"x".repeat(11_988)}`],
    [
      "one more",
      { exitCode: 2, stdout: captured("x".repeat(11_989)) },
      `Exit code 2\n${"x".repeat(4_988)}\n\n... [2001 characters truncated] ...\n\n${"x".repeat(5_000)}`,
    ],
    [
      "beyond the first 30,000 characters nothing is shown",
      { exitCode: 2, stdout: long(`${"x".repeat(30_000)}${"y".repeat(30_000)}`, ARTIFACT) },
      `Exit code 2\n${"x".repeat(4_988)}\n\n... [20012 characters truncated] ...\n\n${"x".repeat(5_000)}`,
    ],
    [
      "what else there is to say stays",
      { exitCode: 2, stdout: captured("x".repeat(20_000)), returnedTo: "/w" },
      `Exit code 2\n${"x".repeat(4_988)}\n\n... [10038 characters truncated] ...\n\n${"x".repeat(4_974)}\nShell cwd was reset to /w`,
    ],
    [
      "ended at its limit",
      { exitCode: 0, ended: "timeout", taskLimit: 10, stdout: captured("a\n") },
      "Exit code 0\na\nCommand did not complete within its 2s timeout and was ended: 10 commands run in the background already. " +
        "Stop one with TaskStop, or pass a longer timeout.",
    ],
  ])("of one that failed: %s", (_, result, text) => {
    expect([render(result).text, render(result).outcome]).toEqual([text, "error"]);
  });

  test("of one that answers with its exit code it is the output", () => {
    expect(render({ exitCode: 1 }, "grep x f")).toMatchObject({ text: "(Bash completed with no output)", outcome: "found" });
    expect(render({ exitCode: 1, stdout: captured("1c1\n") }, "diff a b")).toMatchObject({ text: "1c1", outcome: "found" });
    expect(render({ exitCode: 2 }, "grep x f")).toMatchObject({ text: "Exit code 2", outcome: "error" });
  });

  test("for programs the exit code, the output and the artifact are apart", () => {
    expect(render({ exitCode: 2, stdout: long("x".repeat(45_001), ARTIFACT) }).structured).toEqual({
      exit_code: 2,
      output: "x".repeat(30_000),
      last: "x".repeat(15_001),
      artifact: ARTIFACT,
    });
  });
});

describe("the text of a command in the background", () => {
  const HINT = "Use TaskOutput to read its output, TaskStop to end it.";

  test("started", () => {
    expect(renderStarted({ id: "0123" }).text).toBe(`Command running in background with ID: 0123. ${HINT}`);
    expect(renderStarted({ id: "0123", lostDirectory: LOST }).text).toBe(
      `Command running in background with ID: 0123. ${HINT}\nDirectory /w/d no longer exists; the command ran in /w`,
    );
  });

  test.each<[string, number, Partial<CommandMoved>, string]>([
    ["without output", 2_000, {}, `Command did not complete within its 2s timeout and was moved to the background (ID: 0123). ${HINT}`],
    [
      "with output",
      1_500,
      { stdout: captured("\na\n\n") },
      `a\nCommand did not complete within its 1.5s timeout and was moved to the background (ID: 0123). ${HINT}`,
    ],
    [
      "from a lost directory",
      120_000,
      { lostDirectory: LOST },
      `Command did not complete within its 120s timeout and was moved to the background (ID: 0123). ${HINT}\nDirectory /w/d no longer exists; the command ran in /w`,
    ],
  ])("moved there %s", (_, timeoutMs, result, text) => {
    const moved: CommandMoved = { stdout: NOTHING, stderr: NOTHING, ended: "moved", id: "0123", ...result };
    expect([renderCommand(moved, { ...QUERY, timeoutMs }).text, renderCommand(moved, QUERY).outcome]).toEqual([text, "found"]);
  });
});
