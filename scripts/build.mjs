// Compiles src/ into dist/ from scratch and makes the program executable.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

fs.rmSync("dist", { recursive: true, force: true });
const compiler = path.join(path.dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { stdio: "inherit" });
if (status === 0) fs.chmodSync("dist/main.js", 0o755);
process.exitCode = status ?? 1;
