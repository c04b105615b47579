// `fossick grep` and `fossick call` print the same, whether a running server searched for them or they did.
import { describe, expect, test } from "vitest";
import { localServer } from "../support/local-server.ts";

/** The index helps. */
const BY_INDEX = /^fossick: asked the server \d+: index: \d+ of \d+ files may match\n$/;

// Again if the machine was so busy that the server did not answer in time, which is not what is tested.
describe("with a server", { retry: 2 }, () => {
  test("the same output, with and without", async () => {
    const { cli } = await localServer({
      "src/a.ts": "x\nneedle\n",
      "src/b.py": "needle\n",
      "hay.md": "# hay\n",
      ".gitignore": "out\n",
      "out/x.ts": "only_here\n",
    });
    const commands: readonly (readonly [readonly string[], RegExp, string?])[] = [
      [["grep", "needle", "-C", "1"], BY_INDEX],
      [["grep", "-l", "needle", "--json"], BY_INDEX, "src"],
      [["grep", "only_here"], BY_INDEX],
      [["grep", "[a-z]+"], /^fossick: asked the server \d+: declined: pattern says nothing to look up\nfossick: plain ripgrep: /],
      [["call", "grep", '{"pattern":"needle","output_mode":"count"}'], BY_INDEX],
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
});
