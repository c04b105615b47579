// What is asked for in each dialect, and the project it is asked of. A new dialect is one entry.
/** @import { PlannedCall } from "./types.ts" */
import fs from "node:fs";
import path from "node:path";

/**
 * A search, a long result, an error and, where the dialect shows pictures, a picture.
 * @typedef {{ readonly search: PlannedCall, readonly long: PlannedCall, readonly error: PlannedCall, readonly image?: PlannedCall }} Plan
 */

/** @type {Readonly<Record<string, (project: string) => Plan>>} */
export const PLANS = {
  boris: () => ({
    search: { tool: "grep", args: { pattern: "needle", output_mode: "content", context: 1 } },
    long: { tool: "view", args: { path: "long.txt" } },
    error: { tool: "view", args: { path: "missing.txt" } },
    image: { tool: "view", args: { path: "picture.png" } },
  }),
  anthropic: () => ({
    search: { tool: "grep", args: { pattern: "needle", output_mode: "content", "-C": 1 } },
    long: { tool: "str_replace_editor", args: { command: "view", path: "long.txt" } },
    error: { tool: "str_replace_editor", args: { command: "view", path: "missing.txt" } },
    image: { tool: "str_replace_editor", args: { command: "view", path: "picture.png" } },
  }),
  "claude-code": (project) => ({
    search: { tool: "Grep", args: { pattern: "needle", output_mode: "content", "-C": 1 } },
    long: { tool: "Read", args: { file_path: path.join(project, "long.txt") } },
    error: { tool: "Read", args: { file_path: path.join(project, "missing.txt") } },
    image: { tool: "Read", args: { file_path: path.join(project, "picture.png") } },
  }),
  omp: () => ({
    search: { tool: "search", args: { pattern: "needle", paths: ["src"] } },
    long: { tool: "read", args: { path: "long.txt" } },
    error: { tool: "read", args: { path: "missing.txt" } },
    image: { tool: "read", args: { path: "picture.png" } },
  }),
  codex: (project) => ({
    search: { tool: "grep_files", args: { pattern: "needle" } },
    long: { tool: "read_file", args: { file_path: path.join(project, "long.txt") } },
    error: { tool: "read_file", args: { file_path: path.join(project, "missing.txt") } },
  }),
};

/** A PNG of 64 × 64 pixels, striped. */
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQAAAACCEkxzAAAAEklEQVR42mPghwKGUcYog3QGAMQvHgFLBQJlAAAAAElFTkSuQmCC";

/** @param {string} project */
export function makeProject(project) {
  fs.mkdirSync(path.join(project, "src"), { recursive: true });
  // What a client might escape, trim or decode.
  fs.writeFileSync(path.join(project, "src/a.ts"), 'const a = "<needle> & \\"quotes\\"";\n\tconst é = 1;\n');
  fs.writeFileSync(path.join(project, "src/b.ts"), "// first\n// needle\n");
  // 440 lines of 100 characters: near the most we ever send.
  fs.writeFileSync(path.join(project, "long.txt"), Array.from({ length: 440 }, (_, i) => `${`line ${i + 1} `.padEnd(99, "x")}\n`).join(""));
  fs.writeFileSync(path.join(project, "picture.png"), Buffer.from(PICTURE, "base64"));
}
