// The server under load, as `fossick mcp --transport http` runs it, in a process that can also be asked how much memory it holds.
import { runCli } from "../../dist/cli/run.js";

const stop = new AbortController();
process.on("SIGTERM", () => stop.abort());
process.on("disconnect", () => stop.abort()); // who asked for it is gone
process.on("message", async () => {
  // What is garbage is not held: collected twice, since finalizers free more.
  for (let i = 0; i < 2; i++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ held: heapUsed + external, rss });
});

const env = { ...process.env };
delete process.env.FOSSICK_TOKEN;
process.exitCode = await runCli({
  argv: ["mcp", "--transport", "http", "--port", "0", ...process.argv.slice(2)],
  env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  stop: stop.signal,
});
if (process.connected) process.disconnect();
