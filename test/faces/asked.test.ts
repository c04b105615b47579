// `fossick grep` and `fossick call` print the same, whether a running server searched for them or they did.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { connectHttp, httpServer, TOKEN } from "../support/http-server.ts";
import { localServer, stateIn } from "../support/local-server.ts";
import { cli, rawServer } from "../support/server.ts";
import { tree } from "../support/tree.ts";

/** The index helps. */
const BY_INDEX = /^fossick: asked the server \d+: index: \d+ of \d+ files may match, read by (the index|ripgrep)\n$/;

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
      [["grep", "-c", "\\A."], /^fossick: asked the server \d+: declined: pattern says nothing to look up\nfossick: plain ripgrep: /],
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

describe("a server as people start it", { retry: 2 }, () => {
  const many = (): string => tree(Object.fromEntries(Array.from({ length: 2_050 }, (_, n) => [`${n % 50}/${n}.txt`, `needle ${n}\n`])));
  const socketsIn = (state: string): readonly string[] => (fs.existsSync(state) ? fs.readdirSync(state).filter((name) => name.endsWith(".sock")) : []);
  /** Those that can be asked: a moment after they come, they are closed to others. */
  const openIn = (state: string): readonly string[] => socketsIn(state).filter((name) => (fs.lstatSync(path.join(state, name)).mode & 0o077) === 0);

  test.each(["stdio", "http"] as const)("over %s: has a socket once it has an index, and none when it has ended", async (transport) => {
    const [root, temporary] = [many(), tree({})];
    const state = stateIn(temporary);
    const env = { ...process.env, TMPDIR: temporary, FOSSICK_TOKEN: TOKEN };
    const { child, pid } = await (transport === "stdio" ? overStdio(root, env) : overHttp(root, env));
    await expect.poll(() => openIn(state).length, { timeout: 30_000 }).toBe(1);
    const { stdout, stderr } = cli(root, ["grep", "needle 2000$", "--explain"], env);
    expect(stdout).toBe("0/2000.txt:1:needle 2000\n");
    expect(stderr).toMatch(new RegExp(`^fossick: asked the server ${pid}: `));
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
    expect(socketsIn(state)).toEqual([]);
  });

  test("what it leaves behind when it is killed is gone with the next start", async () => {
    const [root, temporary] = [many(), tree({})];
    const state = stateIn(temporary);
    const env = { ...process.env, TMPDIR: temporary };
    const { child } = await overStdio(root, env);
    await expect.poll(() => openIn(state).length, { timeout: 30_000 }).toBe(1);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(socketsIn(state).length).toBe(1);
    expect(cli(root, ["grep", "-l", "needle 2000$", "--explain"], env)).toMatchObject({
      code: 0,
      stdout: "0/2000.txt\n",
      stderr: expect.stringMatching("ECONNREFUSED"),
    });
    await overStdio(tree({}), env);
    expect(socketsIn(state)).toEqual([]);
  });

  interface Started {
    readonly child: ChildProcess;
    readonly pid: number | undefined;
  }

  async function overStdio(root: string, env: NodeJS.ProcessEnv): Promise<Started> {
    const { child, send, answer } = rawServer(root, [], env);
    send({ id: 1, method: "tools/call", params: { name: "grep", arguments: { pattern: "needle 1$" } } });
    await answer(1);
    return { child, pid: child.pid };
  }

  async function overHttp(root: string, env: NodeJS.ProcessEnv): Promise<Started> {
    const { child, port } = await httpServer(root, [], env);
    const { client } = await connectHttp(port, "legacy");
    await client.callTool({ name: "grep", arguments: { pattern: "needle 1$" } });
    return { child, pid: child.pid };
  }
});
