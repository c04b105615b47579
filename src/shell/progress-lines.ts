// Lines as they come, for whoever watches: joined, so that there are only a few messages a second.
import { StringDecoder } from "node:string_decoder";

/** Nine a second; the last one, at the end, may come at any time and is the tenth. */
const INTERVAL_MS = 112;
/** What a flood prints between two messages is not kept beyond this. */
const MAX_MESSAGE_CHARS = 2_000;
const MAX_CHUNK_BYTES = 16_384;
const NEWLINE = 10;

export class ProgressLines {
  readonly #send: (message: string) => void;
  readonly #pending: string[] = [];
  #pendingChars = 0;
  #isCut = false;
  #lastSent = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  readonly #rests: (() => string)[] = [];

  constructor(send: (message: string) => void) {
    this.#send = send;
  }

  /** Takes the chunks of one stream. Lines are told whole or not at all; where some were left out, the message ends with `…`. */
  stream(): (chunk: Buffer) => void {
    let decoder = new StringDecoder("utf8");
    let rest = "";
    let isRestPartial = false;
    this.#rests.push(() => (isRestPartial ? "" : rest + decoder.end()));
    return (chunk) => {
      if (this.#pendingChars >= MAX_MESSAGE_CHARS || chunk.length > MAX_CHUNK_BYTES) {
        // A flood: only where the next line begins matters.
        const start = chunk.lastIndexOf(NEWLINE) + 1;
        decoder = new StringDecoder("utf8");
        isRestPartial = start === 0;
        rest = start === 0 ? "" : decoder.write(chunk.subarray(start, start + MAX_MESSAGE_CHARS));
        this.#isCut = true;
      } else {
        const lines = (rest + decoder.write(chunk)).split("\n");
        rest = (lines.pop() as string).slice(0, MAX_MESSAGE_CHARS);
        if (isRestPartial && lines.length > 0) lines.shift();
        isRestPartial &&= lines.length === 0 && !chunk.includes(NEWLINE);
        for (const line of lines) this.#add(line);
      }
      this.#schedule();
    };
  }

  /** Sends what is left, or drops it if nobody wants it any more; nothing is sent afterwards. */
  end(how: "send" | "drop"): void {
    for (const rest of this.#rests) this.#add(rest());
    if (how === "drop") this.#pending.length = 0;
    this.#flush();
  }

  #add(line: string): void {
    const text = line.trimEnd();
    if (this.#pendingChars >= MAX_MESSAGE_CHARS) this.#isCut = true;
    if (text === "" || this.#pendingChars >= MAX_MESSAGE_CHARS) return;
    this.#pending.push(text.slice(0, MAX_MESSAGE_CHARS));
    this.#pendingChars += text.length + 1;
  }

  #schedule(): void {
    if (this.#pending.length === 0 || this.#timer !== undefined) return;
    const wait = this.#lastSent + INTERVAL_MS - performance.now();
    if (wait <= 0) this.#flush();
    else this.#timer = setTimeout(() => this.#flush(), wait);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.length === 0) return;
    this.#lastSent = performance.now();
    this.#pendingChars = 0;
    if (this.#isCut) this.#pending.push("…");
    this.#isCut = false;
    this.#send(this.#pending.splice(0).join("\n"));
  }
}
