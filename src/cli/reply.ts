// Calls a tool and prints exactly its text: what a model would see.
import { call } from "../call.ts";
import type { Reply } from "../tool.ts";
import { EXIT, type Io, print } from "./io.ts";
import type { Opened } from "./options.ts";

export interface CallRequest {
  readonly tool: string;
  readonly args: unknown;
  readonly format: "text" | "json";
}

/** Prints the reply and says how it went. The workspace is closed afterwards. */
export async function printReply({ dialect, workspace }: Opened, { tool, args, format }: CallRequest, io: Io): Promise<number> {
  try {
    const reply = await call(dialect, tool, args, { workspace, signal: io.stop });
    await print(io.stdout, `${format === "json" ? asJson(reply) : reply.text}${format === "json" || !reply.text.endsWith("\n") ? "\n" : ""}`);
    return EXIT[reply.outcome];
  } finally {
    await workspace.close();
  }
}

function asJson({ outcome, text, structured }: Reply): string {
  return JSON.stringify(outcome === "error" ? { error: text } : (structured ?? { text }), finite, 2);
}

/** JSON has no Infinity. */
function finite(_: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY ? null : value;
}
