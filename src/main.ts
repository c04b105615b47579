#!/usr/bin/env node
// The program: the only file that says `process.argv` and `process.env`.
import { runCli } from "./cli/run.ts";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort()); // again and again: the end takes a moment, and must not be cut short
process.stdout.on("error", () => stop.abort()); // a closed pipe ends us, quietly
process.stderr.on("error", () => {}); // nobody reads the log: no reason to end

const env = { ...process.env };
delete process.env.FOSSICK_TOKEN; // nothing that we start shall inherit it

const code = await runCli({
  argv: process.argv.slice(2),
  env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  stop: stop.signal,
});
process.exitCode = code;
process.stdin.unref?.();
