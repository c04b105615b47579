// Quotes, straight and curly: models write the straight ones where texts have the others.

const STRAIGHT: Readonly<Record<string, string>> = { "‘": "'", "’": "'", "“": '"', "”": '"' };
const HAS_SINGLE = /[‘’]/;
const HAS_DOUBLE = /[“”]/;
/** A quote behind one of these, or at the start, opens. */
const BEFORE_OPENING = /[\s([{<=—–‘“]/;

export function hasQuotes(text: string): boolean {
  return /['"‘’“”]/.test(text);
}

/** The text with straight quotes only. */
export function straightened(text: string): string {
  return text.replace(/[‘’“”]/g, (quote) => STRAIGHT[quote] as string);
}

/**
 * A new text in the quotes of the one that stands in its place: what both have at their ends stays as it stands, and between that straight
 * quotes become curly if those of their kind are.
 */
export function inQuotesOf(standing: string, text: string): string {
  const room = Math.min(standing.length, text.length);
  let head = 0;
  while (head < room && isKept(standing[head], text[head])) head++;
  let tail = 0;
  while (tail < room - head && isKept(standing[standing.length - 1 - tail], text[text.length - 1 - tail])) tail++;
  const kinds = { single: HAS_SINGLE.test(standing), double: HAS_DOUBLE.test(standing) };
  const between = text.slice(head, text.length - tail);
  return standing.slice(0, head) + curled(between, standing[head - 1], kinds) + standing.slice(standing.length - tail);
}

/** The same character, or a straight quote for a curly one. */
function isKept(standing: string | undefined, char: string | undefined): boolean {
  return standing === char || STRAIGHT[standing as string] === char;
}

function curled(text: string, before: string | undefined, kinds: { readonly single: boolean; readonly double: boolean }): string {
  let previous = before;
  return text.replace(/[\s\S]/g, (char) => {
    const isOpening = previous === undefined || BEFORE_OPENING.test(previous);
    const made = char === "'" && kinds.single ? (isOpening ? "‘" : "’") : char === '"' && kinds.double ? (isOpening ? "“" : "”") : char;
    previous = made;
    return made;
  });
}
