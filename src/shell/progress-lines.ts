// Lines as they come, for whoever watches: joined, so that there are only a few messages a second.
import { StringDecoder } from "node:string_decoder";

/** Nine a second; the last one, at the end, may come at any time and is the tenth. */
const INTERVAL_MS = 112;
/** What a flood prints between two messages is not kept beyond this. */
const MAX_MESSAGE_CHARS = 2_000;

export class ProgressLines {
  readonly #send: (message: string) => void;
  readonly #pending: string[] = [];
  #pendingChars = 0;
  #lastSent = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  readonly #rests: (() => string)[] = [];

  constructor(send: (message: string) => void) {
    this.#send = send;
  }

  /** Takes the chunks of one stream. */
  stream(): (chunk: Buffer) => void {
    const decoder = new StringDecoder("utf8");
    let rest = "";
    this.#rests.push(() => rest + decoder.end());
    return (chunk) => {
      if (this.#pendingChars >= MAX_MESSAGE_CHARS) return;
      const lines = (rest + decoder.write(chunk.subarray(0, MAX_MESSAGE_CHARS))).split("\n");
      rest = (lines.pop() as string).slice(0, MAX_MESSAGE_CHARS);
      for (const line of lines) this.#add(line);
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
    this.#send(this.#pending.splice(0).join("\n"));
  }
}
