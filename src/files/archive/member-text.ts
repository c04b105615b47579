// The text of a member, whole: UTF-8 without NULs. What turns out to be something else is not read on.
import { isUtf8 } from "node:buffer";
import type { Unreadable } from "../../failure.ts";
import { encodingOf } from "../encoding.ts";
import type { Reading } from "./budget.ts";
import { Damaged, type Entry } from "./member.ts";

/** Larger texts wait for each other, so that many readers at once do not need many times the memory. */
const SMALL_BYTES = 4 * 1024 * 1024;

/** Reads a member and uses its text, without a byte order mark, while that is in memory. */
export async function withText<T>(entry: Entry, { signal, largeTexts }: Reading, use: (content: Buffer | Unreadable) => Promise<T>): Promise<T> {
  const body = entry.body();
  const bytes = new Bytes(entry.member.size);
  try {
    const filled = await fill(bytes, body, SMALL_BYTES);
    if (filled !== "more") return await use(contentOf(filled, bytes));
    return await largeTexts.run(async () => {
      bytes.makeRoom();
      return use(contentOf(await fill(bytes, body, Number.POSITIVE_INFINITY), bytes));
    }, signal);
  } finally {
    await body.return(undefined);
  }
}

type Filled = "whole" | "more" | "binary" | "damaged";

async function fill(bytes: Bytes, body: AsyncGenerator<Buffer>, most: number): Promise<Filled> {
  try {
    for (let next = await body.next(); !next.done; next = await body.next()) {
      if (next.value.includes(0)) return "binary";
      bytes.add(next.value);
      if (bytes.length > most) return "more";
    }
    return "whole";
  } catch (error) {
    if (error instanceof Damaged) return "damaged";
    throw error;
  }
}

function contentOf(filled: Filled, bytes: Bytes): Buffer | Unreadable {
  if (filled === "binary" || filled === "damaged") return filled;
  const whole = bytes.whole();
  return isUtf8(whole) ? whole.subarray(encodingOf(whole).markBytes) : "binary";
}

/** Pieces put together. */
class Bytes {
  length = 0;
  readonly #expected: number;
  #pieces: Buffer[] = [];
  #large: Buffer | undefined;

  constructor(expected: number) {
    this.#expected = expected;
  }

  add(piece: Buffer): void {
    if (this.#large !== undefined) piece.copy(this.#large, this.length);
    else this.#pieces.push(Buffer.from(piece)); // a piece may be a small part of something large that must not be kept for it
    this.length += piece.length;
  }

  /** Has all pieces go to one place from now on. No body is longer than its header says (`Entry.body`). */
  makeRoom(): void {
    const large = Buffer.allocUnsafeSlow(this.#expected);
    Buffer.concat(this.#pieces).copy(large);
    this.#pieces = [];
    this.#large = large;
  }

  whole(): Buffer {
    if (this.#large !== undefined) return this.#large.subarray(0, this.length);
    return this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
  }
}
