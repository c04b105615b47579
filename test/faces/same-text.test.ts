// Three faces, one road: the same call prints the same text everywhere.
import { expect, test } from "vitest";
import { callText, cli, connect } from "../support/server.ts";
import { tree } from "../support/tree.ts";
import { textOf, workspaceAt } from "../support/workspace.ts";

const FILES = {
  "src/a.ts": { text: "TODO one\nx\nTODO two\n", mtime: 200 },
  "src/é.ts": { text: "TODO three\n", mtime: 100 },
  ".gitignore": { text: "out/\n", mtime: 50 },
  "out/x.ts": { text: "TODO ignored only_here\n", mtime: 10 },
};

test.each<[string, Record<string, unknown>]>([
  ["grep", { pattern: "TODO" }],
  ["grep", { pattern: "TODO", output_mode: "content", context: 1, head_limit: 2 }],
  ["grep", { pattern: "TODO", output_mode: "count" }],
  ["grep", { pattern: "only_here" }],
  ["grep", { pattern: "(" }],
  ["grep", { pattern: "x", nope: 1 }],
  ["glob", { pattern: "*.ts" }],
  ["glob", { pattern: "*.zip" }],
])("%s %j", async (tool, args) => {
  const root = tree(FILES);
  const library = await textOf(workspaceAt(root), tool, args);
  const mcp = await callText(await connect(root, "legacy"), tool, args);
  const { stdout } = cli(root, ["call", tool, JSON.stringify(args)]);
  expect({ mcp, cli: stdout.trimEnd() }).toEqual({ mcp: library, cli: library });
});
