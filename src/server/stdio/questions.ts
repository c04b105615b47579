// What a server with an index asks itself, in boris' words: patterns of the kinds that agents ask for most, in the ways they ask, of words that stood in earlier
// answers. The same few again and again would leave the rest of the code as it was.
import type { Arguments } from "../../tool.ts";

/** Some that are in most trees, and common nowhere. */
const FIRST_WORDS: readonly string[] = ["deprecated", "unicode", "obsolete", "deadline"];
/** Longer ones are rarer: what is common takes long, and tells no more. */
const WORD = /[A-Za-z_]\w{9,39}/g;
/** What is looked at of an answer, and taken of it. */
const MAX_CHARS = 4_000;
const MAX_TAKEN = 8;
const MAX_WORDS = 2_000;

const KINDS: readonly ((word: string, other: string) => Arguments)[] = [
  (word) => ({ pattern: word }),
  (word) => ({ pattern: `${word.slice(0, -3)}\\w+` }),
  (word, other) => ({ pattern: `${word}.*${other}` }),
  (word, other) => ({ pattern: `${word}|${other}` }),
  (word) => ({ pattern: word, case_insensitive: true }),
];
/** As many as have nothing in common with the number of kinds: each kind comes with each of them. */
const WAYS: readonly Arguments[] = [
  { output_mode: "content" },
  { output_mode: "files_with_matches" },
  { output_mode: "content", head_limit: 250 },
  { output_mode: "count" },
  { output_mode: "content", head_limit: 50 },
  { output_mode: "files_with_matches", head_limit: 100 },
];

export class Questions {
  readonly #words = new Set(FIRST_WORDS);
  /** Those that nobody has asked for. */
  readonly #fresh = [...FIRST_WORDS];
  #asked = 0;

  /** When no more words are to be had, it begins again. */
  next(): Arguments {
    const kind = KINDS[this.#asked % KINDS.length] as (typeof KINDS)[number];
    const way = WAYS[this.#asked % WAYS.length];
    this.#asked++;
    return { ...kind(this.#word(), this.#word()), ...way };
  }

  /** Takes words out of an answer, from all over it. */
  learn(answer: string): void {
    const words = answer.slice(0, MAX_CHARS).match(WORD) ?? [];
    const step = Math.max(1, Math.floor(words.length / MAX_TAKEN));
    for (let at = 0; at < words.length && this.#words.size < MAX_WORDS; at += step) this.#learnWord(words[at] as string);
  }

  #learnWord(word: string): void {
    if (this.#words.has(word)) return;
    this.#words.add(word);
    this.#fresh.push(word);
  }

  #word(): string {
    if (this.#fresh.length === 0) this.#fresh.push(...this.#words);
    return this.#fresh.shift() as string;
  }
}
