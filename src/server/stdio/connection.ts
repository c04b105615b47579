// A client at the other end of two streams. The SDK speaks with it; only calls go past the SDK, once both have agreed on how.
import { PassThrough, type Readable, type Writable } from "node:stream";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { makeServer, type ServerParts } from "../mcp-server.ts";
import { DirectCalls } from "./direct-calls.ts";
import { MAX_LINE_BYTES, WholeLines } from "./whole-lines.ts";

export class Connection {
  readonly #input: Readable;
  readonly #onData: (chunk: Buffer) => void;
  readonly #calls: DirectCalls;
  readonly #handle: ReturnType<typeof serve>;

  constructor(parts: ServerParts, input: Readable, output: Writable) {
    const calls = new DirectCalls(parts, output);
    const others = new PassThrough();
    const lines = new WholeLines(parts.log, (line) => {
      if (!calls.take(line)) others.write(line);
    });
    this.#input = input;
    this.#onData = (chunk) => lines.add(chunk);
    input.on("data", this.#onData);
    input.once("end", () => others.end());
    this.#calls = calls;
    this.#handle = serve(() => this.#server(parts), {
      transport: new StdioServerTransport(others, output, { maxBufferSize: 2 * MAX_LINE_BYTES }),
      onerror: (error) => parts.log("warn", error.message),
    });
  }

  /** Only clients of 2025 say that they are initialized; of those that came later, each call has to be looked at. */
  #server(parts: ServerParts): ReturnType<typeof makeServer> {
    const server = makeServer(parts);
    server.oninitialized = () => this.#calls.begin();
    return server;
  }

  /** What comes from now on is not read. */
  async close(): Promise<void> {
    this.#input.off("data", this.#onData);
    this.#calls.end();
    await this.#handle.close();
  }
}
