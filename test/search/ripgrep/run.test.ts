// ripgrep as a process: what it refuses, what it cannot read, when it is starved, slow or cancelled.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { afterEach, describe, expect, test, vi } from "vitest";
import { resolveRipgrep } from "../../../src/search/ripgrep/resolve.ts";
import { searchTexts } from "../../../src/search/search-text.ts";
import { engineAt, NEVER } from "../../support/engine.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

afterEach(() => vi.unstubAllEnvs());

/** A stand-in for rg: a shell script that says how it was called. */
function fakeRipgrep(script: string): string {
  const root = tree({});
  const file = path.join(root, "rg");
  fs.writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

/** Without an index, which would run ripgrep for itself. */
function workspaceWith(rg: string, files: Parameters<typeof tree>[0] = { "a.txt": "x\n" }) {
  const index = { use: "off", minFiles: 1, cacheBytes: 0, host: "process" } as const;
  return workspaceAt(tree(files), { index, ripgrep: { path: rg, prefer: "bundled", environment: { PATH: process.env.PATH ?? "", LOG: "" } } });
}

test("want of threads is tried once more, with one", async () => {
  const log = path.join(tree({}), "log");
  const rg = fakeRipgrep(
    `echo "$@" | cut -c1-6 >> ${log}\ncase "$*" in "-j 1 "*) printf './a.txt\\0';; *) echo 'rg: ./a.txt: Resource temporarily unavailable (os error 11)' >&2; exit 2;; esac`,
  );
  const workspace = workspaceWith(rg);
  expect(await textOf(workspace, "grep", { pattern: "x" })).toBe("a.txt");
  expect(await textOf(workspace, "grep", { pattern: "x" })).toBe("a.txt");
  expect(fs.readFileSync(log, "utf8")).toBe("--no-c\n-j 1 -\n--no-c\n-j 1 -\n");
});

test("a second try gets the text on stdin again", async () => {
  const starved = "cat > /dev/null; echo 'rg: <stdin>: Resource temporarily unavailable (os error 11)' >&2; exit 2";
  const rg = fakeRipgrep(`case "$*" in "-j 1 "*) printf '<stdin>\\0001:0:'; cat;; *) ${starved};; esac`);
  const workspace = engineAt(tree({}), { ripgrep: { path: rg, prefer: "bundled", environment: { PATH: process.env.PATH ?? "" } } });
  const content = { before: 0, after: 0, onlyMatching: false, gaps: false, columns: 100, hitsPerFile: 9 };
  const limits = { timeMs: 60_000, multilineBytes: 100, wholeBytes: 1_000, textChars: 1_000 };
  const asked = { pattern: "x", caseInsensitive: false, multiline: false, content, order: "path", page: { skip: 0, take: 9 }, hitsOfOne: 9, limits } as const;
  const found = await searchTexts(asked, [{ name: "a", bytes: Buffer.from("the text\n") }], workspace, NEVER);
  expect(found.ok && found.value.rows).toEqual([{ kind: "hit", entry: 0, line: 1, text: "the text" }]);
});

test("exit 2 with results is a partial success with a note", async () => {
  const rg = fakeRipgrep(`printf './a.txt\\0'; echo 'rg: ./locked: Permission denied (os error 13)' >&2; exit 2`);
  const text = await textOf(workspaceWith(rg), "grep", { pattern: "x" });
  expect(text).toMatch(/^a\.txt\n\n\[Not searched: 1 path not readable \(.*\/locked: Permission denied\)\.\]$/);
});

test("what it says is said again, into a pipe, where the file for it had no room and it ended without a word", async () => {
  const rg = fakeRipgrep(`[ -f /dev/stderr ] && exit 2\necho 'rg: DEBUG|a|b: ignoring ./big.txt: 20000000 bytes' >&2; printf './a.txt\\0'`);
  const text = await textOf(workspaceWith(rg), "grep", { pattern: "x\\n", multiline: true });
  expect(text).toMatch(/^a\.txt\n\n\[Not searched: 1 file too large for multiline \(.*big\.txt\)/);
});

test("a ripgrep that dies is an error, not silence", async () => {
  expect(await textOf(workspaceWith(fakeRipgrep("kill -9 $$")), "grep", { pattern: "x" })).toBe("[IO_ERROR] search failed: ripgrep was killed");
});

const isSpooled = "[ -f /proc/self/fd/1 ]";

test.each([
  ["it says", "echo 'rg: ./a.txt: No space left on device (os error 28)' >&2; exit 2"],
  ["it is killed", "kill -9 $$"],
])("where a list has no room in a file and %s, it comes through a pipe", async (_, fails) => {
  const rg = fakeRipgrep(`if ${isSpooled}; then ${fails}; fi; printf './a.txt\\0'`);
  expect(await textOf(workspaceWith(rg), "grep", { pattern: "x" })).toBe("a.txt");
});

test("and nothing is told twice", async () => {
  const rg = fakeRipgrep(`${rgPath} "$@"; code=$?; ${isSpooled} && kill -9 $$; exit $code`);
  const ignored = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`ignored${i}.txt`, "needle\n"]));
  const workspace = workspaceWith(rg, { ...ignored, ".gitignore": "ignored*\n", "a.txt": "x\n", "b.txt": "x\n", c: "needle\0\n" });
  expect((await textOf(workspace, "glob", { pattern: "*.txt" })).split("\n").sort()).toEqual(["a.txt", "b.txt"]);
  expect(await textOf(workspace, "grep", { pattern: "x", output_mode: "count" })).toBe("a.txt:1\nb.txt:1");
  expect(await textOf(workspace, "grep", { pattern: "needle" })).toBe(
    "No matches found\nNot searched: 10 files ignored by .gitignore:1 (ignored*) — they contain 10 matches. Pass no_ignore to include them. Also: 1 binary file — they contain 1 match. Pass such a file as path to search it.",
  );
});

test("so it does where no such file can be made", async () => {
  const workspace = workspaceWith(fakeRipgrep(`${isSpooled} && exit 3; printf './a.txt\\0'`));
  vi.stubEnv("TMPDIR", "/no/such/directory");
  expect(await textOf(workspace, "grep", { pattern: "x" })).toBe("a.txt");
});

test("what was listed before the time was up is told", async () => {
  const rg = fakeRipgrep(`printf './a.txt\\0./b'; exec sleep 60`);
  const index = { use: "off", minFiles: 1, cacheBytes: 0, host: "process" } as const;
  const workspace = workspaceAt(tree({ "a.txt": "x\n" }), {
    index,
    searchTimeoutMs: 300,
    ripgrep: { path: rg, prefer: "bundled", environment: { PATH: process.env.PATH ?? "" } },
  });
  expect(await textOf(workspace, "grep", { pattern: "x" })).toBe(
    "a.txt\n\n[Showing 1-1 of 1+ files. Next page: offset=1]\n[Incomplete: the search was stopped after 0.3 s, before everything was searched. Narrow path, include or type.]",
  );
});

/** Takes all descriptors but some, searches, gives them back, and searches again. */
const STARVED = `
import fs from "node:fs";
import { openWorkspace } from ${JSON.stringify(new URL("../../../dist/index.js", import.meta.url).href)};
const workspace = openWorkspace({ workdir: process.argv[1], index: { use: "off", minFiles: 1, cacheBytes: 0, host: "process" } });
const search = async () => (await workspace.call("grep", { pattern: "x" })).text.replace(/spawn .*rg /, "spawn rg ");
const held = [];
await search();
try { for (;;) held.push(fs.openSync("/dev/null")); } catch {}
for (const fd of held.splice(-3)) fs.closeSync(fd);
const starved = await search();
for (const fd of held) fs.closeSync(fd);
const texts = [starved, await search()];
await workspace.close();
console.log(JSON.stringify([...texts, process.getActiveResourcesInfo().filter((kind) => kind === "Timeout")]));
`;

test("want of descriptors is an error of that search, and leaves nothing behind", () => {
  const started = `ulimit -n 512; exec "$0" --input-type=module -e "$1" "$2"`;
  const output = execFileSync("sh", ["-c", started, process.execPath, STARVED, tree({ "a.txt": "x\n" })], { encoding: "utf8" });
  expect(JSON.parse(output)).toEqual(["[IO_ERROR] search failed: spawn rg EMFILE", "a.txt", []]);
});

test("a cancelled search ends its process and throws", async () => {
  const pid = path.join(tree({}), "pid");
  const workspace = workspaceWith(fakeRipgrep(`echo $$ > ${pid}; exec sleep 60`));
  const cancel = new AbortController();
  const call = workspace.call("grep", { pattern: "x" }, cancel.signal);
  await waitFor(() => fs.existsSync(pid) && fs.readFileSync(pid, "utf8") !== "");
  cancel.abort();
  await expect(call).rejects.toThrow(/abort/i);
  expect(isAlive(Number(fs.readFileSync(pid, "utf8")))).toBe(false);
});

test("closing the workspace ends what runs", async () => {
  const pid = path.join(tree({}), "pid");
  const workspace = workspaceWith(fakeRipgrep(`echo $$ > ${pid}; exec sleep 60`));
  const call = workspace.call("grep", { pattern: "x" }).catch((error: Error) => error.name);
  await waitFor(() => fs.existsSync(pid) && fs.readFileSync(pid, "utf8") !== "");
  await workspace.close();
  expect([await call, isAlive(Number(fs.readFileSync(pid, "utf8")))]).toEqual(["AbortError", false]);
});

describe("which ripgrep", () => {
  const bundled = { prefer: "bundled", environment: {} } as const;

  test("the bundled one, unless a path is named", async () => {
    const found = await resolveRipgrep(bundled, "/");
    expect(found.ok && [found.value.source, path.basename(found.value.path)]).toEqual(["bundled", "rg"]);
    const mine = fakeRipgrep("exit 1");
    expect(await resolveRipgrep({ ...bundled, path: mine }, "/")).toEqual({ ok: true, value: { source: "configured", path: mine, environment: {} } });
    expect(await resolveRipgrep({ ...bundled, path: "/no/rg" }, "/")).toEqual({
      ok: false,
      failure: { code: "ripgrep-missing", detail: "/no/rg is not an executable file" },
    });
  });

  test("rg on PATH if asked for, but never one from the working directory", async () => {
    const workdir = tree({});
    fs.mkdirSync(path.join(workdir, "bin"));
    fs.writeFileSync(path.join(workdir, "bin/rg"), "#!/bin/sh\n", { mode: 0o755 });
    const elsewhere = path.dirname(fakeRipgrep("exit 1"));
    const choice = (...directories: string[]) => ({ prefer: "system" as const, environment: { PATH: directories.join(":") } });
    const sourceOf = async (choiceOfPath: ReturnType<typeof choice>) => {
      const found = await resolveRipgrep(choiceOfPath, workdir);
      return found.ok ? [found.value.source, found.value.path.startsWith(workdir)] : found;
    };
    expect(await sourceOf(choice(path.join(workdir, "bin"), "bin", ".", elsewhere))).toEqual(["system", false]);
    expect(await sourceOf(choice(path.join(workdir, "bin"), "."))).toEqual(["bundled", false]);
  });
});

async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
