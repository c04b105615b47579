// A model on loopback that thinks nothing: it makes the planned calls one after the other and keeps what it was shown.
// It is also the proxy of everything else the client may want, and lets nothing through.
/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { AddressInfo } from "node:net" */
/** @import { Answer, ModelClient, PlannedCall, ToolName, Turn } from "./types.ts" */
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import { sendJson } from "./send.mjs";

const LAST_WORDS = "That is all.";

/**
 * @param {ModelClient} client
 * @param {readonly PlannedCall[]} calls
 * @param {string} log the file that gets every request
 */
export async function startModel({ wire, find }, calls, log) {
  /** @type {Turn[]} */
  const turns = [];
  /** @type {Set<string>} */
  const refused = new Set();

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  const answer = async (request, response) => {
    const text = await bodyOf(request);
    const { host, pathname: path } = new URL(request.url ?? "/", "http://model");
    fs.appendFileSync(log, `${JSON.stringify({ method: request.method, url: request.url, body: text })}\n`);
    if (host !== "model") {
      refused.add(host);
      return response.writeHead(403).end();
    }
    // Counts of tokens, lists of models: an empty answer will do.
    if (request.method !== "POST" || !wire.isQuestion(path)) return sendJson(response, {});
    const body = JSON.parse(text);
    const turn = wire.read(body);
    turns.push(turn);
    wire.write(response, nextAnswer(turn, calls, find), { path, body });
  };

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error) => {
      fs.appendFileSync(log, `${JSON.stringify({ failed: String(error.stack) })}\n`);
      response.writeHead(400).end();
    });
  });
  server.on("connect", ({ url = "" }, socket) => {
    refused.add(url);
    socket.on("error", () => {}).end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`,
    seen: () => ({ ...told(turns), refused: [...refused].sort() }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * The name under which the client offers a tool of ours.
 * @param {readonly ToolName[]} offered
 * @param {string} tool
 */
export function nameOf(offered, tool) {
  const ours = new RegExp(`fossick(_+|\\.)${tool}$`);
  return offered.find((each) => ours.test(fullName(each)));
}

/** @param {ToolName} tool */
export function fullName({ namespace, name }) {
  return namespace === undefined ? name : `${namespace}.${name}`;
}

/**
 * @param {Turn} turn
 * @param {readonly PlannedCall[]} calls
 * @param {PlannedCall | undefined} find
 * @returns {Answer}
 */
function nextAnswer({ tools, results }, calls, find) {
  const done = results.map(({ id }) => id);
  const index = calls.findIndex((_, i) => !done.includes(`call_${i}`));
  const next = calls[index];
  if (next === undefined || results.length > calls.length) return LAST_WORDS;
  const tool = nameOf(tools, next.tool);
  if (tool !== undefined) return { id: `call_${index}`, tool, args: next.args };
  const finder = done.includes("find") ? undefined : tools.find(({ name }) => name === find?.tool);
  return finder === undefined || find === undefined ? LAST_WORDS : { id: "find", tool: finder, args: find.args };
}

/**
 * Clients also ask for titles, summaries and the like, without tools or results.
 * @param {readonly Turn[]} turns
 */
function told(turns) {
  const first = turns.find(({ tools }) => tools.length > 0) ?? { tools: [] };
  const last = turns.reduce((most, turn) => (turn.results.length > most.results.length ? turn : most), { tools: first.tools, results: [] });
  return { offered: first.tools, found: last.tools, results: last.results };
}

/** @param {IncomingMessage} request */
async function bodyOf(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}
