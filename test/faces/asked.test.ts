// `fossick grep` and `fossick call` print the same, whether a running server searched for them or they did.
import { expect, test } from "vitest";
import { localServer } from "../support/local-server.ts";

const FILES = {
  "src/a.ts": { text: "const needle = 1;\nx\ny\nneedle again\n", mtime: 300 },
  "src/b.py": { text: "needle = 2\n", mtime: 200 },
  "src/long.js": { text: `${"x".repeat(3_000)} needle ${"y".repeat(3_000)}\n`, mtime: 150 },
  "src/naïve name.txt": { text: "eine Nadel, un needle ünd 日本\r\n", mtime: 140 },
  "bytes.txt": Buffer.from("needle \xff\xfe\n", "latin1"),
  "some.bin": Buffer.from("needle\0\n"),
  "hay.md": { text: "# hay\n", mtime: 100 },
  "link.ts": { link: "src/a.ts" },
  ".gitignore": "out/\n",
  "out/x.ts": "needle ignored only_here\n",
  "secret/key.txt": "needle denied\n",
};

/** Whether the index helps. */
const BY_INDEX = /^fossick: asked the server \d+: index: \d+ of \d+ files may match\n/;

test("the same output, with and without", async () => {
  const { cli } = await localServer(FILES);
  const commands: readonly (readonly [readonly string[], RegExp, string?])[] = [
    [["grep", "needle"], BY_INDEX],
    [["grep", "-l", "needle"], BY_INDEX],
    [["grep", "-c", "-i", "NEEDLE"], BY_INDEX],
    [["grep", "-C", "1", "needle", "--limit", "2"], BY_INDEX],
    [["grep", "needle", "-g", "*.{ts,py}", "--offset", "1"], BY_INDEX],
    [["grep", "-U", "needle.*again"], BY_INDEX],
    [["grep", "needle", "--json"], BY_INDEX],
    [["grep", "only_here"], BY_INDEX],
    [["grep", "nowhere_at_all"], BY_INDEX],
    [["grep", "needle", "src", "hay.md"], BY_INDEX],
    [["grep", "needle"], BY_INDEX, "src"],
    [["grep", "needle", ".."], /^$/, "src"],
    [["grep", "needle", "missing"], /^$/],
    [["grep", "needle", "src/a.ts"], /^$/],
    [["grep", "needle", "--no-ignore"], /^fossick: plain ripgrep: /],
    [["grep", "[a-z]+", "-c"], /^fossick: asked the server \d+: declined: pattern says nothing to look up\nfossick: plain ripgrep: /],
    [["grep", "needle("], /^fossick: asked the server \d+: declined: pattern is not understood\nfossick: plain ripgrep: /],
    [["call", "grep", '{"pattern":"needle","output_mode":"content"}'], BY_INDEX],
    [["call", "Grep", '{"pattern":"needle","output_mode":"count"}', "--dialect", "claude-code"], /^fossick: asked the server/],
    [["call", "search", '{"pattern":"needle","paths":["src","out/x.ts"]}', "--dialect", "omp"], /^fossick: asked the server/],
    [["grep", "needle", "--dialect", "codex"], /^fossick: asked the server/],
  ];
  for (const [args, way, cwd = "."] of commands) {
    const [asked, alone] = await Promise.all([cli([...args, "--explain"], { cwd }), cli([...args, "--no-index"], { cwd })]);
    expect([args, asked.stdout, asked.code]).toEqual([args, alone.stdout, alone.code]);
    expect(asked.stderr).toMatch(way);
    expect(alone.stderr).toBe("");
  }
});

test("--no-index never asks", async () => {
  const { cli } = await localServer({ "a.txt": "needle\n" });
  expect(await cli(["grep", "needle", "--explain", "--no-index"])).toEqual({
    code: 0,
    stdout: "a.txt:1:needle\n",
    stderr: "fossick: plain ripgrep: index is off (only a running server keeps one)\n",
  });
  expect((await cli(["grep", "needle", "--explain"], { env: { FOSSICK_NO_INDEX: "1" } })).stderr).toMatch(/^fossick: plain ripgrep/);
});

test("what the caller denies is not shown, whatever the server may show", async () => {
  const { cli } = await localServer({ "a.txt": "needle\n", "secret/b.txt": "needle\n" });
  const denied = await cli(["grep", "needle", "--explain", "--deny-dir", "secret"]);
  expect(denied).toMatchObject({ code: 0, stdout: "a.txt:1:needle\n", stderr: expect.stringMatching(/: declined: other rules\n/) });
});

test("what the server denies is not shown by it", async () => {
  const { cli } = await localServer({ "a.txt": "needle\n", "secret/b.txt": "needle\n" }, { denyDirs: ["secret"] });
  expect((await cli(["grep", "needle", "--explain"])).stderr).toMatch(/: declined: other rules\n/);
  const same = await cli(["grep", "needle", "--explain", "--deny-dir", "secret"]);
  expect(same).toMatchObject({ code: 0, stdout: "a.txt:1:needle\n", stderr: expect.stringMatching(BY_INDEX) });
});
