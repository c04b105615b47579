// Characters of text that a decoder made: code points. Such text has no lone surrogates, so a leading one is always half of a pair.

export function countChars(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) if (isLeading(text.charCodeAt(i))) pairs++;
  return text.length - pairs;
}

/** At most so many. */
export function firstChars(text: string, count: number): string {
  let end = 0;
  for (let chars = 0; chars < count && end < text.length; chars++) end += isLeading(text.charCodeAt(end)) ? 2 : 1;
  return text.slice(0, end);
}

/** At most so many. */
export function lastChars(text: string, count: number): string {
  let start = text.length;
  for (let chars = 0; chars < count && start > 0; chars++) start -= isTrailing(text.charCodeAt(start - 1)) ? 2 : 1;
  return text.slice(Math.max(0, start));
}

/** The last characters of text that comes in pieces. */
export class LastChars {
  readonly limit: number;
  #text = "";

  constructor(limit: number) {
    this.limit = limit;
  }

  add(text: string): void {
    if (this.limit === 0) return;
    this.#text += text;
    // Seldom, so that what it costs is shared by many characters. Twice the limit has enough characters, whatever they are.
    if (this.#text.length > 4 * this.limit) this.#text = this.#text.slice(-2 * this.limit - 1);
  }

  /** Text that is known to be ASCII. */
  addAscii(bytes: Buffer): void {
    if (this.limit > 0) this.add(bytes.toString("latin1", Math.max(0, bytes.length - this.limit)));
  }

  text(): string {
    return lastChars(this.#text, this.limit);
  }
}

function isLeading(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isTrailing(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
