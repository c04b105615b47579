// The arrows of ARCHITECTURE.md: imports point right only.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

/** Each room with the rooms it may use, beside itself. */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  failure: [],
  settings: [],
  workspace: ["failure", "settings"],
  files: ["workspace", "failure", "settings"],
  shell: ["workspace", "failure", "settings"],
  search: ["files", "workspace", "failure", "settings"],
  tool: ["workspace", "failure", "settings"],
  dialects: ["search", "files", "shell", "workspace", "tool", "failure", "settings"],
  call: ["dialects", "workspace", "tool", "failure", "settings"],
  server: ["call", "dialects", "search", "files", "workspace", "tool", "failure", "settings"],
  cli: ["server", "call", "dialects", "search", "files", "workspace", "tool", "failure", "settings"],
  index: ["call", "dialects", "search", "files", "shell", "workspace", "tool", "failure", "settings"],
  main: ["cli"],
};

const SOURCE = path.resolve(import.meta.dirname, "../src");

describe("the arrows", () => {
  test("no import in src points the wrong way", () => {
    const wrong = sourceFiles().flatMap((file) => wrongImports(file, fs.readFileSync(path.join(SOURCE, file), "utf8")));
    expect(wrong).toEqual([]);
  });

  test.each([
    ["search/search.ts", 'import { grep } from "../dialects/boris/grep.ts";', "search/search.ts must not use dialects/boris/grep.ts"],
    ["workspace/fence.ts", 'import type { Plan } from "../search/plan.ts";', "workspace/fence.ts must not use search/plan.ts"],
    ["files/read.ts", 'export { run } from "../shell/run.ts";', "files/read.ts must not use shell/run.ts"],
    ["search/find.ts", 'const x = await import("../server/stdio/serve.ts");', "search/find.ts must not use server/stdio/serve.ts"],
    ["dialects/codex/list.ts", 'import { explain } from "../boris/explain.ts";', "dialects/codex/list.ts must not use dialects/boris/explain.ts"],
  ])("a turned arrow in %s is found", (file, line, complaint) => {
    expect(wrongImports(file, line)).toEqual([complaint]);
  });

  test("only main.ts asks the process for its arguments and environment, and nothing prints", () => {
    const asking = sourceFiles().filter((file) => file !== "main.ts" && /process\.(argv|env|stdout|stdin|stderr|cwd)\b|console\./.test(code(file)));
    expect(asking).toEqual([]);
  });
});

function sourceFiles(): readonly string[] {
  return fs.readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
}

function code(file: string): string {
  return fs.readFileSync(path.join(SOURCE, file), "utf8").replace(/\/\/.*$/gm, "");
}

function wrongImports(file: string, text: string): readonly string[] {
  return importsOf(file, text)
    .filter((target) => !isAllowed(file, target))
    .map((target) => `${file} must not use ${target}`);
}

function importsOf(file: string, text: string): readonly string[] {
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)].map(([, target]) => target as string);
  return targets.map((target) => path.posix.join(path.posix.dirname(file), target));
}

function isAllowed(file: string, target: string): boolean {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from !== to) return (MAY_USE[from] ?? []).includes(to);
  if (from !== "dialects") return true;
  // Dialects do not know each other; what they share is in wording/, classic/ or at the top of dialects/.
  const [own, other] = [folderOf(file), folderOf(target)];
  return own === "" || other === "" || other === "wording" || (other === "classic" && own !== "wording") || own === other;
}

function roomOf(file: string): string {
  return file.split("/")[0]?.replace(/\.ts$/, "") ?? "";
}

function folderOf(file: string): string {
  const parts = file.split("/");
  return parts.length > 2 ? (parts[1] as string) : "";
}
