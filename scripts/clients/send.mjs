// The two ways a model answers: in one piece, or as a stream of events.
/** @import { ServerResponse } from "node:http" */

/**
 * @param {ServerResponse} response
 * @param {object} body
 */
export function sendJson(response, body) {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/**
 * @param {ServerResponse} response
 * @param {readonly object[]} events one with a `type` is named after it
 */
export function sendEvents(response, events) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(`${"type" in event ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
  response.end();
}
