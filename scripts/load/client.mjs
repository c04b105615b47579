// A client for load: little code between it and the wire, so that what is measured is the server.
import http from "node:http";
import net from "node:net";

const GREETING = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "load", version: "1" } };
const ACCEPT = "application/json, text/event-stream";

export class Client {
  #lastId = 0;

  constructor({ port, token }, agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })) {
    Object.assign(this, { port, token, agent });
  }

  /** A session of its own. */
  static async open(server, agent) {
    const client = new Client(server, agent);
    const { headers } = await client.post({ id: 0, method: "initialize", params: GREETING });
    client.session = headers["mcp-session-id"];
    await client.post({ method: "notifications/initialized" });
    return client;
  }

  /** The text of a tool's answer; throws if it is none. */
  async call(name, args) {
    const { status, text } = await this.post({ id: ++this.#lastId, method: "tools/call", params: { name, arguments: args } });
    const data = /^data: (.+)$/m.exec(text.slice(text.lastIndexOf("event: message")))?.[1];
    const result = data === undefined ? undefined : JSON.parse(data).result;
    if (status !== 200 || result === undefined || result.isError) throw new Error(`${name}: ${status} ${text.slice(0, 300)}`);
    return result.content[0].text;
  }

  async close() {
    await this.request("DELETE");
  }

  post(message) {
    return this.request("POST", JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  request(method, body) {
    return new Promise((resolve, reject) => {
      const request = http.request({ host: "127.0.0.1", port: this.port, path: "/mcp", method, agent: this.agent, headers: this.headers(body) });
      request.once("error", reject);
      request.once("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        response.once("error", reject).once("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
      });
      request.end(body);
    });
  }

  /** Sends all at once over one connection, and gives the time until each was answered. They are answered in order. */
  pipelined(messages) {
    const bodies = messages.map((message) => JSON.stringify({ jsonrpc: "2.0", id: ++this.#lastId, ...message }));
    const requests = bodies.map((body) => {
      const headers = Object.entries({ host: `127.0.0.1:${this.port}`, ...this.headers(body) }).map(([name, value]) => `${name}: ${value}\r\n`);
      return `POST /mcp HTTP/1.1\r\n${headers.join("")}\r\n${body}`;
    });
    return new Promise((resolve, reject) => {
      const socket = net.connect(this.port, "127.0.0.1");
      const start = performance.now();
      const times = [];
      let rest = "";
      socket.once("error", reject);
      socket.setEncoding("latin1").on("data", (chunk) => {
        const { answers, rest: left } = answersIn(rest + chunk);
        rest = left;
        for (const answer of answers) {
          if (!answer.startsWith("HTTP/1.1 200 ") || !answer.includes('"result"')) reject(new Error(answer.slice(0, 500)));
          times.push(performance.now() - start);
        }
        if (times.length < bodies.length) return;
        socket.destroy();
        resolve(times);
      });
      socket.write(requests.join(""));
    });
  }

  headers(body) {
    return {
      authorization: `Bearer ${this.token}`,
      accept: ACCEPT,
      ...(this.session === undefined ? {} : { "mcp-session-id": this.session, "mcp-protocol-version": "2025-11-25" }),
      ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    };
  }
}

/** Whole answers, with a length or in chunks, and what has come of the next. */
function answersIn(text) {
  const answers = [];
  for (let at = 0; ; ) {
    const body = text.indexOf("\r\n\r\n", at) + 4;
    if (body < 4) return { answers, rest: text.slice(at) };
    const length = /^content-length: (\d+)\r$/im.exec(text.slice(at, body))?.[1];
    const lastChunk = length === undefined ? text.indexOf("\r\n0\r\n\r\n", body) : undefined;
    const end = lastChunk === undefined ? body + Number(length) : lastChunk < 0 ? Infinity : lastChunk + 7;
    if (end > text.length) return { answers, rest: text.slice(at) };
    answers.push(text.slice(at, end));
    at = end;
  }
}
