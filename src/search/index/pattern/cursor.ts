// A place in a pattern that is being read.

/** The pattern has something in it that is not surely understood. */
export class NotRead extends Error {}

export class Cursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  looksAt(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  looksAtOneOf(chars: string): boolean {
    return !this.isAtEnd && chars.includes(this.#text.charAt(this.#at));
  }

  takes(text: string): boolean {
    if (!this.looksAt(text)) return false;
    this.#at += text.length;
    return true;
  }

  /** Takes what a sticky expression matches here. */
  take(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text);
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found;
  }

  /** Takes one character. */
  next(): number {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) throw new NotRead();
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }
}
