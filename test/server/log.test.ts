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

test("what is for debugging is written later, but before what comes after it", async () => {
  const written: string[] = [];
  const log = makeLog(
    "debug",
    "text",
    () => new Date(0),
    (lines) => written.push(lines.replaceAll("1970-01-01T00:00:00.000Z ", "")),
  );
  log("debug", "one");
  log("debug", "two");
  expect(written).toEqual([]);
  await new Promise(setImmediate);
  expect(written).toEqual(["debug one\ndebug two\n"]);
  log("debug", "three");
  log("error", "four");
  expect(written.slice(1)).toEqual(["debug three\nerror four\n"]);
});

test.each<[LogLevel, LogFormat, string]>([
  ["debug", "text", '1970-01-01T00:00:00.000Z debug call tool="grep" ms=3\n1970-01-01T00:00:00.000Z warn careful\n'],
  ["info", "text", "1970-01-01T00:00:00.000Z warn careful\n"],
  ["warn", "json", '{"time":"1970-01-01T00:00:00.000Z","level":"warn","message":"careful"}\n'],
  ["error", "json", ""],
])("from %s as %s", (from, format, text) => {
  expect(logged(from, format)).toBe(text);
});
