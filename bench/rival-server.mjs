// A rival as an agent would have it: behind a plain MCP server over stdio, with the same SDK as ours and one tool. FOLDER DIRECTORY.
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { ENGINES } from "./engines.mjs";

const [folder, directory] = process.argv.slice(2);
const ask = await ENGINES.fff(folder, directory);

serveStdio(() => {
  const server = new Server({ name: "fff", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/call", ({ params: { arguments: args } }) => ({ content: [{ type: "text", text: linesOf(ask(args.query, args.mode)) }] }));
  return server;
});

function linesOf(items) {
  return items.map(({ relativePath, lineNumber, lineContent }) => `${relativePath}:${lineNumber}:${lineContent}`).join("\n");
}
