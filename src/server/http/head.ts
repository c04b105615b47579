// What is asked of every request before its body is read: a request line and headers that mean one thing, and a Host and an Origin
// that no foreign web page can make a browser send.
import type { IncomingMessage } from "node:http";
import net from "node:net";
import { type Refusal, refuse } from "./refusal.ts";

/** Where the server can be reached, and who else may speak to it. */
export interface Reach {
  /** The address that is listened on. */
  readonly host: string;
  readonly port: number;
  /** Further names in Host, with or without a port (`--allow-host`). */
  readonly hosts: readonly string[];
  /** Web pages of these origins may use the server (`--allow-origin`); as browsers write them. */
  readonly origins: readonly string[];
}

export interface Head {
  /** Without the query. */
  readonly path: string;
  /** An origin that was allowed by name: it gets CORS headers. */
  readonly allowedOrigin?: string;
}

/** Two of them, and it depends on the reader which one counts. */
const SINGLE = [
  "host",
  "origin",
  "authorization",
  "content-type",
  "content-length",
  "transfer-encoding",
  "mcp-session-id",
  "mcp-protocol-version",
  "last-event-id",
];
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const WILDCARDS = ["0.0.0.0", "::"];

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (net.isIPv4(host) && host.startsWith("127."));
}

/** Reads the head of a request, or says what is wrong with it. */
export function readHead(req: Pick<IncomingMessage, "httpVersion" | "url" | "headersDistinct">, reach: Reach): Head | Refusal {
  const { httpVersion, url = "", headersDistinct } = req;
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return refuse(505, "The version must be HTTP/1.1");
  const doubled = SINGLE.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (doubled !== undefined) return refuse(400, `The header ${doubled} is there more than once`);
  const [encoding] = headersDistinct["transfer-encoding"] ?? [];
  if (encoding !== undefined && (encoding.toLowerCase() !== "chunked" || httpVersion === "1.0")) return refuse(400, "The transfer encoding must be chunked");
  if (!url.startsWith("/")) return refuse(400, "The request target must be a path");
  const host = headersDistinct.host?.[0];
  if (host === undefined || !isOurs(host, reach)) return refuse(403, "The Host header does not name this server");
  const origin = headersDistinct.origin?.[0];
  const path = url.split("?", 1)[0] as string;
  if (origin === undefined || isSameOrigin(origin, reach)) return { path };
  return reach.origins.includes(origin) ? { path, allowedOrigin: origin } : refuse(403, "The Origin is not allowed");
}

function isOurs(given: string, reach: Reach): boolean {
  const [, name, port = "80"] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(given.toLowerCase()) ?? [];
  if (name === undefined) return false;
  if (reach.hosts.some((allowed) => allowed === name || allowed === `${name}:${port}`)) return true;
  return Number(port) === reach.port && namesUs(name, reach.host);
}

/** A foreign page can have its own name lead to us, but not a number: where every address is listened on, any is as good. */
function namesUs(name: string, host: string): boolean {
  if (WILDCARDS.includes(host)) return LOOPBACK_NAMES.includes(name) || net.isIP(name.replace(/^\[|\]$/g, "")) !== 0;
  return name === bracketed(host) || (isLoopback(host) && LOOPBACK_NAMES.includes(name));
}

function isSameOrigin(origin: string, { port }: Reach): boolean {
  return LOOPBACK_NAMES.some((name) => origin === `http://${name}${port === 80 ? "" : `:${port}`}`);
}

/** A host as it stands in an address. */
export function bracketed(host: string): string {
  return net.isIPv6(host) ? `[${host}]` : host.toLowerCase();
}
