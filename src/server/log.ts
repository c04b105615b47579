// A log for people, on stderr: stdout belongs to the protocol.

const LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LEVELS)[number];
export type LogFormat = "text" | "json";
export const LOG_LEVELS: readonly LogLevel[] = LEVELS;
export const LOG_FORMATS: readonly LogFormat[] = ["text", "json"];

export type Log = (level: LogLevel, message: string, facts?: Readonly<Record<string, string | number>>) => void;

/** A log that drops what is below its level. `now` and `write` come from the face. */
export function makeLog(from: LogLevel, format: LogFormat, now: () => Date, write: (line: string) => void): Log {
  return (level, message, facts = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(from)) return;
    const time = now().toISOString();
    if (format === "json") return write(`${JSON.stringify({ time, level, message, ...facts })}\n`);
    const details = Object.entries(facts).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
    write(`${time} ${level} ${message}${details.join("")}\n`);
  };
}
