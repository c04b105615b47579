// What is still to be read when a shell has ended. Children it left in the background may hold its pipes open for ever.
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/** So long the pipes may take to end: enough for `>(sed …)` to finish, too short to be noticed. */
const LAST_WORDS_MS = 100;
/** And so long they are read, should somebody not stop printing. */
const LAST_READING_MS = 500;

/** Resolves when the streams have ended or, a moment after the shell, when everything printed so far is read. */
export async function lastWords(streams: readonly Readable[]): Promise<void> {
  const open = streams.filter((stream) => !stream.closed);
  const timer = new AbortController();
  await Promise.race([Promise.all(open.map((stream) => once(stream, "close"))), sleep(LAST_WORDS_MS, undefined, { signal: timer.signal })]);
  timer.abort();
  await untilQuiet(streams);
}

/** A turn of the event loop reads what is there on every pipe: one that brings nothing means there is nothing. */
async function untilQuiet(streams: readonly Readable[]): Promise<void> {
  const deadline = performance.now() + LAST_READING_MS;
  let heard = false;
  const hear = (): void => {
    heard = true;
  };
  for (const stream of streams) stream.on("data", hear);
  do {
    heard = false;
    await nextTurn();
    await nextTurn();
  } while (heard && performance.now() < deadline);
  for (const stream of streams) stream.off("data", hear);
}
