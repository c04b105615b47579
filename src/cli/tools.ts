// fossick tools: what a dialect offers.
import { listedTools } from "../server/listed-tools.ts";
import { EXIT, print } from "./io.ts";
import { openFrom } from "./options.ts";
import type { Command } from "./run.ts";

export const tools: Command = {
  name: "tools",
  usage: "tools [flags]",
  summary: "list the tools of a dialect",
  flags: { json: { type: "boolean", help: "       as MCP lists them" } },
  run: async (parsed, io) => {
    const { dialect, workspace } = openFrom(parsed, io);
    await workspace.close();
    const listed = listedTools(dialect);
    const lines = listed.map(({ name, inputSchema, description }) => `${name}(${Object.keys(inputSchema.properties ?? {}).join(", ")})\n    ${description}\n`);
    await print(io.stdout, parsed.values.json === true ? `${JSON.stringify(listed, null, 2)}\n` : lines.join(""));
    return EXIT.found;
  },
};
