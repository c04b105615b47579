// Answers one question: says which way the search takes, as soon as it is known, and then what was found. A guest whom the index cannot
// help is better off searching alone, and is told so at once.
import type { Socket } from "node:net";
import { search } from "../../search/search.ts";
import type { SearchWay } from "../../workspace/workspace.ts";
import { framed } from "./frames.ts";
import type { Guests } from "./guest.ts";
import { MAX_ANSWER_BYTES, type Question, type Word, wordBytes } from "./protocol.ts";

/** Ends by itself; a guest who goes away ends the search. */
export async function answer(question: Question, socket: Socket, guests: Guests): Promise<void> {
  const stop = new AbortController();
  socket.once("close", () => stop.abort());
  const guest = await guests.admit(question);
  if (typeof guest === "string") return say(socket, { kind: "declined", why: guest }, "last");
  let declined: string | undefined;
  guest.session.onWay = (way) => {
    declined ??= whyDeclined(way);
    if (declined === undefined) say(socket, { kind: "way", way });
    else stop.abort();
  };
  try {
    say(socket, { kind: "answer", result: await search(question.query, guest, stop.signal) }, "last");
  } catch (error) {
    if (!stop.signal.aborted && !guest.closed.aborted) throw error;
    if (declined !== undefined) say(socket, { kind: "declined", why: declined }, "last");
  }
}

/** What a plain search costs has to be found out once: that is for the server to know. */
function whyDeclined(way: SearchWay): string | undefined {
  return way.way === "plain" && way.why !== "plain costs are not known yet" ? way.why : undefined;
}

function say(socket: Socket, word: Word, which?: "last"): void {
  const body = wordBytes(word);
  if (body.length > MAX_ANSWER_BYTES) socket.destroy();
  else if (which === "last") socket.end(framed(body));
  else socket.write(framed(body));
}
