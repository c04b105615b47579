// Parts of a file: which of its pieces may match, where they are, and the texts they hold.
import type { Range } from "./read-text.ts";
import type { Segment } from "./segment.ts";

export interface Part extends Range {
  readonly linesBefore: number;
}

/** A text, or whole lines of one. */
export interface Text {
  readonly bytes: Buffer;
  readonly start: number;
  readonly linesBefore: number;
}

/** Where pieces of a file are, those that follow each other together; undefined if that is all of it. */
export function partsOf({ startOf, linesBefore, ownerOf }: Segment<unknown>, size: number, pieces: Iterable<number> | undefined): readonly Part[] | undefined {
  if (pieces === undefined) return undefined;
  const parts: { start: number; end: number; linesBefore: number }[] = [];
  for (const piece of pieces) {
    const end = ownerOf[piece + 1] === ownerOf[piece] ? (startOf[piece + 1] as number) : size;
    const last = parts.at(-1);
    if (last?.end === startOf[piece]) (last as { end: number }).end = end;
    else parts.push({ start: startOf[piece] as number, end, linesBefore: linesBefore[piece] as number });
  }
  return parts.length === 1 && parts[0]?.start === 0 && parts[0].end === size ? undefined : parts;
}

/** The texts of parts; of all of it, if there are none. */
export function textsOf(bytes: Buffer, parts: readonly Part[] | undefined): readonly Text[] {
  if (parts === undefined) return [{ bytes, start: 0, linesBefore: 0 }];
  return parts.map(({ start, end, linesBefore }) => ({ bytes: bytes.subarray(start, end), start, linesBefore }));
}
