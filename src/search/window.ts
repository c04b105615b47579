// A long line as a window around its match: the match is never cut away, and both cut sides are known.

export interface Window {
  readonly text: string;
  readonly left: boolean;
  readonly right: boolean;
}

/** At most `columns` characters of `text`, with the match (character offsets) in it, a little of what stands before, and what follows. */
export function windowAround(text: string, match: readonly [number, number], columns: number): Window {
  if (text.length <= columns) return { text, left: false, right: false };
  const matchLength = Math.min(match[1] - match[0], columns);
  const lead = Math.floor((columns - matchLength) / 2);
  const latestStart = text.length - columns;
  const start = onCharacter(text, Math.max(0, Math.min(match[0] - lead, latestStart)));
  const end = onCharacter(text, Math.min(text.length, start + columns));
  return { text: text.slice(start, end), left: start > 0, right: end < text.length };
}

/** Moves an offset off the middle of a surrogate pair. */
function onCharacter(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff && offset > 0 ? offset - 1 : offset;
}
