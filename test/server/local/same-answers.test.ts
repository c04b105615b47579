// A server's answer is what the asker would have found: every dialect's searches, in the tree and below it.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { call } from "../../../src/call.ts";
import { offeredDialect } from "../../../src/dialects/index.ts";
import type { Dialect } from "../../../src/tool.ts";
import type { Workspace } from "../../../src/workspace/workspace.ts";
import { engineAt, NEVER } from "../../support/engine.ts";
import { localServer } from "../../support/local-server.ts";

const FILES = {
  "src/a.ts": { text: "const needle = 1;\nx\ny\nneedle again\n", mtime: 300 },
  "src/b.py": { text: "needle = 2\n", mtime: 200 },
  "src/long.js": { text: `${"x".repeat(3_000)} needle ${"y".repeat(3_000)}\n`, mtime: 150 },
  "src/naïve name.txt": { text: "eine Nadel, un needle ünd 日本\r\n", mtime: 140 },
  "bytes.txt": Buffer.from("needle \xff\xfe\n", "latin1"),
  "some.bin": Buffer.from("needle\0\n"),
  "hay.md": { text: "# hay\n", mtime: 100 },
  "link.ts": { link: "src/a.ts" },
  "up/out": { link: "../src" },
  ".gitignore": "out/\n",
  "out/x.ts": "needle ignored only_here\n",
};

const INDEX = expect.stringMatching(/^asked the server: index: \d+ of \d+ files may match, read by (the index|ripgrep)$/);

type Row = [dialect: string, tool: string, args: Record<string, unknown>, told: readonly unknown[], workdir?: string];

const ROWS: readonly Row[] = [
  ["boris", "grep", { pattern: "needle" }, [INDEX]],
  ["boris", "grep", { pattern: "needle", output_mode: "content", context: 1, head_limit: 2 }, [INDEX]],
  ["boris", "grep", { pattern: "NEEDLE", output_mode: "count", case_insensitive: true, offset: 1 }, [INDEX]],
  ["boris", "grep", { pattern: "needle.*again", multiline: true, output_mode: "content" }, [INDEX]],
  ["boris", "grep", { pattern: "only_here" }, [INDEX]],
  ["boris", "grep", { pattern: "nowhere_at_all", include: "*.ts" }, [INDEX]],
  ["boris", "grep", { pattern: "needle", path: "src" }, [INDEX]],
  ["boris", "grep", { pattern: "needle" }, [INDEX], "src"],
  ["boris", "grep", { pattern: "needle", path: "." }, [INDEX], "up"], // the link leads out of what the asker allows
  ["boris", "grep", { pattern: "needle", path: ".." }, [], "src"], // refused without a search
  ["boris", "grep", { pattern: "needle", path: "missing" }, []],
  ["boris", "grep", { pattern: "needle", path: "src/a.ts" }, []],
  ["boris", "grep", { pattern: "needle", no_ignore: true }, []],
  ["boris", "grep", { pattern: "\\w+" }, [INDEX]],
  ["boris", "grep", { pattern: "\\A." }, ["asked the server: declined: pattern says nothing to look up"]],
  ["boris", "grep", { pattern: "needle(" }, ["asked the server: declined: pattern is not understood"]],
  ["anthropic", "grep", { pattern: "needle", output_mode: "content" }, [INDEX]],
  ["claude-code", "Grep", { pattern: "needle" }, ["asked the server: declined: no index yet"]],
  ["codex", "grep_files", { pattern: "needle" }, ["asked the server: declined: no index yet"]],
  ["omp", "search", { pattern: "needle", paths: ["src", "bytes.txt"] }, [INDEX]],
];

test.each<Row>(ROWS)("%s: %s %j", async (name, tool, args, told, workdir = ".") => {
  const server = await localServer(FILES);
  const at = path.join(server.root, workdir);
  const asker = server.asker({ workdir: at, receiptMs: 30_000 });
  const alone = engineAt(at, {
    ripgrep: server.workspace.settings.ripgrep,
    index: { use: "off", minFiles: 1, cacheBytes: 2 ** 26, host: "process" },
    receiptMs: 30_000,
  });
  const dialect = offeredDialect(name, alone.settings) as Dialect;
  const reply = (workspace: Workspace) => call(dialect, tool, args, { workspace, signal: NEVER });
  expect(await reply(asker.workspace)).toEqual(await reply(alone));
  expect(asker.told).toEqual(told);
  expect(server.logged).toEqual([]);
});

test("what changes is found at once", async () => {
  const server = await localServer({ "a.txt": "hay\n", "b.txt": "hay\n" });
  const asker = server.asker();
  const dialect = offeredDialect("boris", asker.workspace.settings) as Dialect;
  const grep = async () => (await call(dialect, "grep", { pattern: "needle" }, { workspace: asker.workspace, signal: NEVER })).text;
  expect(await grep()).toBe("No matches found");
  fs.writeFileSync(path.join(server.root, "b.txt"), "needle\n");
  expect(await grep()).toBe("b.txt");
  expect(asker.told).toEqual([INDEX, INDEX]);
});
