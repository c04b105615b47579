// Whatever a command ends with: exit code, output and final directory are those of the plain shell.
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { reportedDirectory, scriptFor } from "../../src/shell/wrapper.ts";
import { ENVIRONMENT, shellAt } from "../support/shell.ts";
import { tree } from "../support/tree.ts";

const ENDINGS: readonly (readonly [command: string, directory: string])[] = [
  ["cd sub; echo hi # a comment", "/sub"],
  ["cd sub\n# a comment\n", "/sub"],
  ["cd sub; echo hi;", "/sub"],
  ["cd sub && echo hi &&\n\n echo ho\n\n", "/sub"],
  ["cd sub; true &", "/sub"],
  ["cd sub; cat <<X\nhello $((1 + 2))\nX", "/sub"],
  ["cd sub; cat <<X\nno end", "/sub"],
  ["cd sub; cat <<'X'\nit's\n$HOME\nX\n", "/sub"],
  ["cd sub; exit 7", "/sub"],
  ["exit", ""],
  ["cd sub; false", "/sub"],
  ["cd sub; (exit 3)", "/sub"],
  ["(cd sub; exit 4)", ""],
  ["cd sub | cat", ""],
  ["cd sub & wait", ""],
  ["cd sub; if then fi", ""],
  ["cd sub\nif then fi", "/sub"],
  ["cd sub; echo 'unfinished", ""],
  ["cd sub\necho $(", "/sub"],
  ["set -e; cd sub; false; echo no", "/sub"],
  ["set -eu; cd sub; echo $nope; echo no", "/sub"],
  ["set -x; cd sub; true", "/sub"],
  ["set -v\ncd sub\ntrue", "/sub"],
  ["set -C; cd sub; echo x > new", "/sub"],
  ["cd sub; exec true", "/sub"],
  ["cd sub; exec false", "/sub"],
  ["cd sub; exec nosuchcommand", "/sub"],
  ["exec 3>&1; cd sub; echo hi >&3", "/sub"],
  ["exec >/dev/null; cd sub; echo unseen", "/sub"],
  ["exec >&- 2>&-; cd sub", "/sub"],
  ["trap 'echo bye' EXIT; cd sub; echo hi", "/sub"],
  ["trap 'echo bye' EXIT; cd sub; exit 3", "/sub"],
  ["trap 'exit 9' EXIT; cd sub; exit 3", "/sub"],
  ["set -e; trap 'echo bye' EXIT; cd sub; false", "/sub"],
  ["trap -p; cd sub; trap -p", "/sub"],
  ["trap 'echo left' RETURN; f() { cd sub; }; f", "/sub"],
  ["trap 'echo oops' ERR; cd nosuch 2>/dev/null; (cd sub); pushd sub >/dev/null; popd >/dev/null", ""],
  ["cd sub; kill -9 $$", ""],
  ["pwd() { echo fake; }; printf() { echo fake; }; cd sub", "/sub"],
  ["alias cd=echo; PWD=/fake; cd sub", "/sub"],
  ['echo $# $0 "$*"; shift; cd sub', "/sub"],
  ["cd sub; cd ..; cd -", "/sub"],
  ["pushd sub", "/sub"],
  ["cd link; pwd", "/link"],
  ["cd -P link; pwd", "/sub"],
  ["mkdir $'new\\nline'; cd $'new\\nline'", "/new\nline"],
  ['read -r line; echo "[$line] $?"; cd sub', "/sub"],
  ["cd sub; echo hi > >(sed s/h/j/); wait", "/sub"],
  ["set -o pipefail; yes | head -1", ""],
];

describe("a command behaves as in a plain shell", () => {
  test.each(ENDINGS)("%j", async (command, directory) => {
    const files = { "sub/a": "", link: { link: "sub" } };
    const [ours, plain] = [tree(files), tree(files)];
    const shell = shellAt(ours);
    const result = await shell.run(command);
    const reference = spawnSync("/bin/bash", ["-c", command, "bash"], { cwd: plain, env: { ...ENVIRONMENT, PWD: plain }, stdio: ["ignore", "pipe", "pipe"] });
    const expected = { exitCode: reference.status ?? 137, stdout: reference.stdout.toString().replaceAll(plain, ours) };
    expect({ exitCode: result.exitCode, stdout: result.stdout.text }).toEqual(expected);
    expect(shell.directory()).toBe(ours + directory);
    expect(withoutLines(result.stderr.text)).toBe(withoutLines(reference.stderr.toString().replaceAll(plain, ours)));
  });

  test.each(ENDINGS)("with both streams as one: %j", async (command, directory) => {
    const files = { "sub/a": "", link: { link: "sub" } };
    const [ours, plain] = [tree(files), tree(files)];
    const { shell, directory: ended } = shellAt(ours);
    const result = await shell.run({ command, timeoutMs: 30_000, keepChars: 30_000, streams: "merged" }, new AbortController().signal, () => {});
    if (!result.ok) throw new Error(result.failure.code);
    const { exitCode, stdout, stderr } = result.value;
    const args = ["-c", `exec 2>&1\n${command}`, "bash"];
    const reference = spawnSync("/bin/bash", args, { cwd: plain, env: { ...ENVIRONMENT, PWD: plain }, stdio: ["ignore", "pipe", "ignore"] });
    expect({ exitCode, stdout: stdout.text, stderr: stderr.text, directory: ended() }).toEqual({
      exitCode: reference.status ?? 137,
      stdout: reference.stdout.toString().replaceAll(plain, ours),
      stderr: "",
      directory: ours + directory,
    });
  });

  test("stdout and stderr can be opened by name", async () => {
    const { stdout, stderr } = await shellAt(tree({})).run(
      "echo a >/dev/stderr; echo b | tee /dev/stderr /dev/stdout; echo c >/proc/self/fd/2; echo d >/dev/stdout",
    );
    expect([stdout.text, stderr.text]).toEqual(["b\nb\nd\n", "a\nb\nc\n"]);
  });

  test("a directory whose name is not UTF-8 is kept", async () => {
    const root = tree({});
    const shell = shellAt(root);
    await shell.run("mkdir $'a\\377b'; cd $'a\\377b'");
    expect((await shell.run("pwd | od -An -c | tail -1 | tr -d ' '; cd ..")).stdout.text).toMatch(/a377b\\n\n$/);
    expect(shell.directory()).toBe(root);
  });

  test("a command longer than an argument may be runs", async () => {
    const shell = shellAt(tree({ "sub/a": "" }));
    const { exitCode, stdout } = await shell.run(`x='${"é'\\''".repeat(100_000)}'; cd sub; echo \${#x}; exit 3`);
    expect({ exitCode, stdout: stdout.text }).toEqual({ exitCode: 3, stdout: "200000\n" });
    expect(shell.directory()).toMatch(/\/sub$/);
  });
});

/** Our line stands before the command's, so numbers differ by one. */
function withoutLines(stderr: string): string {
  return stderr.replace(/line \d+/g, "line N");
}

describe("the channel", () => {
  const nonce = "0123abcd";

  test.each([
    ["a report", `${nonce}/a/b\n\0`, "/a/b"],
    ["the last of several", `${nonce}/a\n\0${nonce}/b\n\0`, "/b"],
    ["a name with newlines", `${nonce}/a\nb\n\n\0`, "/a\nb\n"],
    ["nothing", "", undefined],
    ["without the nonce", "/a\n\0", undefined],
    ["another nonce", "ffffffff/a\n\0", undefined],
    ["unfinished", `${nonce}/a`, undefined],
    ["not absolute", `${nonce}(unreachable)/a\n\0`, undefined],
  ])("%s", (_, text, directory) => {
    expect(reportedDirectory(Buffer.from(text), nonce)).toBe(directory);
  });

  test.each([
    ["apart", "o\n", "e\n", {}],
    ["as one", "o\ne\n", "", { streams: "merged" }],
  ] as const)("sh is given what it understands, the streams %s", (_, stdout, stderr, query) => {
    const script = scriptFor({ command: "cd sub; echo o; echo e >&2; exit 5", ...query }, { path: "/bin/sh", kind: "sh", pipes: "given" }, nonce);
    const root = tree({ "sub/a": "" });
    const { status, output } = spawnSync("/bin/sh", [...script.args], { cwd: root, stdio: ["ignore", "pipe", "pipe", "pipe"] });
    expect([status, output.map(String)]).toEqual([5, ["null", stdout, stderr, `${nonce}${root}/sub\n\0`]]);
  });
});
