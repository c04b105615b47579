import { expect, test } from "vitest";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

const FILES = {
  "a.ts": { text: "", mtime: 100 },
  "src/b.ts": { text: "", mtime: 500 },
  "src/deep/c.ts": { text: "", mtime: 400 },
  "src/d.md": { text: "", mtime: 300 },
  ".hidden": { text: "", mtime: 600 },
  "out/e.ts": { text: "", mtime: 700 },
  ".gitignore": { text: "out\n", mtime: 50 },
};

test.each([
  ["a name at any depth", { paths: "*.ts" }, "# src/\nb.ts\n\n# src/deep/\nc.ts\n\na.ts"],
  ["direct children", { paths: "src/*.ts" }, "# src/\nb.ts"],
  ["a directory", { paths: "src" }, "# src/\nb.ts\nd.md\n\n# src/deep/\nc.ts"],
  ["several, all in one order, each once", { paths: ["a.ts", "src/**/*.ts", "src/b.ts"] }, "# src/\nb.ts\n\n# src/deep/\nc.ts\n\na.ts"],
  ["hidden files", { paths: ".h*" }, ".hidden"],
  [
    "not hidden files",
    { paths: ".h*", hidden: false },
    "No files found matching pattern\nNot listed: 1 hidden file — the pattern matches them. Pass gitignore: false to include them.",
  ],
  ["ignored files", { paths: "**/e.ts", gitignore: false }, "# out/\ne.ts"],
  ["an ignored file that is named", { paths: "out/e.ts" }, "# out/\ne.ts"],
  ["no more than the limit", { paths: "*.ts", limit: 2 }, "# src/\nb.ts\n\n# src/deep/\nc.ts\n\nShowing 2 of 3 files. Narrow paths to see the rest."],
  ["what is missing among others", { paths: ["a.ts", "nope"] }, "a.ts\n\nSkipped missing paths: nope"],
])("%s", async (_, args, text) => {
  expect(await textOf(workspaceAt(tree(FILES), { dialect: "omp" }), "find", args)).toBe(text);
});

test.each([
  [{ paths: "nope" }, "Path not found: nope"],
  [{ paths: "*", limit: 0 }, "Limit must be a positive number"],
  [{ paths: "" }, "`paths` must contain non-empty paths or globs"],
])("%j is refused", async (args, text) => {
  expect(await workspaceAt(tree(FILES), { dialect: "omp" }).call("find", args)).toEqual({ text, outcome: "error" });
});
