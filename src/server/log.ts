// A log for people, on stderr: stdout belongs to the protocol.

const LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LEVELS)[number];
export type LogFormat = "text" | "json";
export const LOG_LEVELS: readonly LogLevel[] = LEVELS;
export const LOG_FORMATS: readonly LogFormat[] = ["text", "json"];

export type Log = (level: LogLevel, message: string, facts?: Readonly<Record<string, string | number>>) => void;

/** A log that drops what is below its level. `now` and `write` come from the face. What is for debugging is written after the answer that it tells of. */
export function makeLog(from: LogLevel, format: LogFormat, now: () => Date, write: (lines: string) => void): Log {
  const kept: string[] = [];
  const flush = (): void => {
    if (kept.length > 0) write(kept.splice(0).join(""));
  };
  return (level, message, facts = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(from)) return;
    if (level === "debug" && kept.length === 0) setImmediate(flush);
    kept.push(lineOf(format, { time: now().toISOString(), level, message }, facts));
    if (level !== "debug") flush();
  };
}

function lineOf(format: LogFormat, head: { readonly time: string; readonly level: LogLevel; readonly message: string }, facts: object): string {
  if (format === "json") return `${JSON.stringify({ ...head, ...facts })}\n`;
  const details = Object.entries(facts).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `${head.time} ${head.level} ${head.message}${details.join("")}\n`;
}
