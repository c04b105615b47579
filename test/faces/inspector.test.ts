// The server in front of MCP Inspector. It is no dependency: too heavy, and made for a newer Node.
import { execFileSync } from "node:child_process";
import { describe, expect, type TestContext, test } from "vitest";
import { inspector } from "../../scripts/clients/inspector.mjs";
import { DEFAULT_CACHE, installed } from "../../scripts/clients/install.mjs";
import { MAIN } from "../support/server.ts";
import { tree } from "../support/tree.ts";

describe.each(["legacy", "modern"])("mcp-inspector --cli, %s protocol", (era) => {
  test("lists every tool, and has nothing to say against the schemas", ({ skip }) => {
    const { tools } = inspect(skip, era, tree({}), ["tools/list", "--strict"]);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(["bash", "create_file", "glob", "grep", "str_replace", "task_output", "view"]);
  });

  test("calls a tool", ({ skip }) => {
    const result = inspect(skip, era, tree({ "a.txt": "needle\n" }), ["tools/call", "--tool-name", "grep", "--tool-arg", "pattern=needle"]);
    expect(result.content).toEqual([{ type: "text", text: "a.txt" }]);
  });
});

/** The result of a method. An inspector that is not content ends with an exit code, and this with an exception. */
// biome-ignore lint/suspicious/noExplicitAny: whatever it prints
function inspect(skip: TestContext["skip"], era: string, workdir: string, method: readonly string[]): any {
  const program = installed(DEFAULT_CACHE, inspector);
  if (program === undefined) skip("not installed; `npm run clients -- inspector` installs it");
  const server = [process.execPath, MAIN, "mcp", "--workdir", workdir];
  const options = ["--protocol-era", era, "--format", "json", "--quiet", "--method", ...method];
  return JSON.parse(execFileSync(program.file, ["--cli", ...server, ...options], { encoding: "utf8", env: { ...process.env, HOME: workdir } })).result;
}
