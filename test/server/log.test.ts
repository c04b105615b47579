import { expect, test } from "vitest";
import { type LogFormat, type LogLevel, makeLog } from "../../src/server/log.ts";

function logged(from: LogLevel, format: LogFormat): string {
  let text = "";
  const log = makeLog(
    from,
    format,
    () => new Date(0),
    (line) => {
      text += line;
    },
  );
  log("debug", "call", { tool: "grep", ms: 3 });
  log("warn", "careful");
  return text;
}

test.each<[LogLevel, LogFormat, string]>([
  ["debug", "text", '1970-01-01T00:00:00.000Z debug call tool="grep" ms=3\n1970-01-01T00:00:00.000Z warn careful\n'],
  ["info", "text", "1970-01-01T00:00:00.000Z warn careful\n"],
  ["warn", "json", '{"time":"1970-01-01T00:00:00.000Z","level":"warn","message":"careful"}\n'],
  ["error", "json", ""],
])("from %s as %s", (from, format, text) => {
  expect(logged(from, format)).toBe(text);
});
