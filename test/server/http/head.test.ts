import { describe, expect, test } from "vitest";
import { isLoopback, type Reach, readHead } from "../../../src/server/http/head.ts";

const REACH: Reach = { host: "127.0.0.1", port: 8080, hosts: ["agents.example.com", "proxy:9000"], origins: ["https://app.example.com"] };
const FOREIGN_HOST = { status: 403, message: "The Host header does not name this server" };
const FOREIGN_ORIGIN = { status: 403, message: "The Origin is not allowed" };

function head(url: string, headers: Readonly<Record<string, readonly string[]>>, reach: Reach = REACH, httpVersion = "1.1") {
  return readHead({ url, httpVersion, headersDistinct: headers as Record<string, string[]> }, reach);
}

describe("Host", () => {
  test.each(["127.0.0.1:8080", "localhost:8080", "LocalHost:8080", "[::1]:8080", "agents.example.com", "agents.example.com:443", "proxy:9000"])(
    "%s is ours",
    (host) => {
      expect(head("/mcp", { host: [host] })).toEqual({ path: "/mcp" });
    },
  );

  test.each([
    "evil.example",
    "evil.example:8080",
    "127.0.0.1",
    "127.0.0.1:80",
    "127.0.0.1:8081",
    "127.0.0.2:8080",
    "127.0.0.1.evil.example:8080",
    "localhost.evil.example:8080",
    "localhost.:8080",
    "localhost:8080@evil.example",
    "evil.example/localhost:8080",
    "localhost:8080, evil.example",
    "localhost:08080000",
    "0.0.0.0:8080",
    "[::ffff:127.0.0.1]:8080",
    "2130706433:8080",
    "proxy",
    " localhost:8080",
    "",
  ])("%j is not", (host) => {
    expect(head("/mcp", { host: [host] })).toEqual(FOREIGN_HOST);
  });

  test("there must be one", () => {
    expect(head("/mcp", {})).toEqual(FOREIGN_HOST);
    expect(head("/mcp", { host: ["localhost:8080", "localhost:8080"] })).toEqual({ status: 400, message: "The header host is there more than once" });
  });

  test("on port 80 it may be left out", () => {
    expect(head("/mcp", { host: ["localhost"] }, { ...REACH, port: 80 })).toEqual({ path: "/mcp" });
  });

  test.each([
    ["0.0.0.0", "192.168.1.5:8080", true],
    ["0.0.0.0", "localhost:8080", true],
    ["0.0.0.0", "evil.example:8080", false],
    ["::", "[fe80::1]:8080", true],
    ["192.168.1.5", "192.168.1.5:8080", true],
    ["192.168.1.5", "localhost:8080", false],
    ["::1", "[::1]:8080", true],
  ])("listening on %s, %s: %s", (host, given, isOurs) => {
    expect("path" in head("/mcp", { host: [given] }, { ...REACH, host })).toBe(isOurs);
  });
});

describe("Origin", () => {
  test.each(["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"])("%s is our own", (origin) => {
    expect(head("/mcp", { host: ["localhost:8080"], origin: [origin] })).toEqual({ path: "/mcp" });
  });

  test("one that is allowed by name is told, for its CORS headers", () => {
    expect(head("/mcp", { host: ["localhost:8080"], origin: ["https://app.example.com"] })).toEqual({ path: "/mcp", allowedOrigin: "https://app.example.com" });
  });

  test.each([
    "null",
    "",
    "http://evil.example",
    "http://localhost",
    "http://localhost:8081",
    "https://localhost:8080",
    "http://localhost:8080.evil.example",
    "http://localhost:8080/",
    "https://app.example.com.evil.example",
    "http://app.example.com",
    "https://APP.example.com:8443",
  ])("%j is foreign", (origin) => {
    expect(head("/mcp", { host: ["localhost:8080"], origin: [origin] })).toEqual(FOREIGN_ORIGIN);
  });
});

test.each(["authorization", "content-type", "content-length", "transfer-encoding", "origin", "mcp-session-id", "mcp-protocol-version", "last-event-id"])(
  "two headers %s mean two things",
  (name) => {
    expect(head("/mcp", { host: ["localhost:8080"], [name]: ["a", "b"] })).toEqual({ status: 400, message: `The header ${name} is there more than once` });
  },
);

test.each([
  ["/mcp?token=x", "/mcp"],
  ["/mcp/codex", "/mcp/codex"],
  ["//mcp", "//mcp"],
])("the path of %s", (url, path) => {
  expect(head(url, { host: ["localhost:8080"] })).toEqual({ path });
});

test.each([
  ["1.1", "chunked", true],
  ["1.1", "Chunked", true],
  ["1.1", "gzip, chunked", false],
  ["1.0", "chunked", false],
])("HTTP/%s with the transfer encoding %s: %s", (version, encoding, isRead) => {
  const given = head("/mcp", { host: ["localhost:8080"], "transfer-encoding": [encoding] }, REACH, version);
  expect(given).toEqual(isRead ? { path: "/mcp" } : { status: 400, message: "The transfer encoding must be chunked" });
});

test.each(["0.9", "2.0"])("HTTP/%s is not spoken here", (version) => {
  expect(head("/mcp", { host: ["localhost:8080"] }, REACH, version)).toEqual({ status: 505, message: "The version must be HTTP/1.1" });
});

test.each(["http://evil.example/mcp", "*", "evil.example:443"])("%s is no path", (url) => {
  expect(head(url, { host: ["localhost:8080"] })).toEqual({ status: 400, message: "The request target must be a path" });
});

test.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["localhost", true],
  ["::1", true],
  ["0.0.0.0", false],
  ["127.evil.example", false],
  ["10.0.0.1", false],
])("%s is this machine alone: %s", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
