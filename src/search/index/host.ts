// The process that holds the index of a tree. A process of its own: starting ripgrep from one with much memory is slow, and what goes wrong here
// must not end the server. It ends when the server goes away.
import type { FromHost, ToHost } from "./protocol.ts";
import { TreeHost } from "./tree-host.ts";

const host = new TreeHost(say, end);

process.on("disconnect", end);
process.on("message", (message: ToHost) => host.hear(message));
process.on("SIGTERM", end);
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {}); // meant for the server, which ends us

function say(message: FromHost): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {}); // a server that has gone needs no answer
}

function end(): void {
  host.end();
  process.exit();
}
