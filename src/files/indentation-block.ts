// The block of lines around one of them, found by indentation alone: the line, what is indented below its parents, the line that opens it
// and the one that closes it. Pure.
import type { TextLine } from "./line-collector.ts";

export interface BlockQuery {
  /** So many parents around the line; Infinity = up to the outermost. */
  readonly levels: number;
  /** Also the blocks beside it, on the level of its outermost parent. */
  readonly siblings: boolean;
  /** Also comments and attributes right above it. */
  readonly header: boolean;
  readonly maxLines: number;
  readonly maxChars: number;
  /** What a line takes of them beside its text. */
  readonly lineChars: number;
}

/** Indexes into the lines, both inclusive. */
export interface Block {
  readonly first: number;
  readonly last: number;
  /** Lines that belong to it were left out: these limits were reached. */
  readonly cutBy?: "lines" | "chars";
}

/** A level, and a tab, are four columns, as Codex counts them (read_file.rs). */
const LEVEL_COLUMNS = 4;
const HEADER = /^\s*(#|\/\/|--|\/\*|\*(\s|\/|$)|@)/;
/** A bracket, a tag, or a word for it that is not a name here (`done = true`). */
const CLOSING = /^\s*([)\]}]|<\/|(end(if|for|foreach|while|switch|case|function|module)?|fi|done|esac)\b(?!\s*[=(:[+-]))/i;

/** Grows up and down by turns, so that a block that does not fit is cut on both sides. */
export function blockAround(lines: readonly TextLine[], anchor: number, query: BlockQuery): Block {
  const outline = outlineOf(lines, anchor, query.levels);
  const belongs = { up: upward(outline, query), down: downward(outline, query) };
  let [first, last] = [anchor, anchor];
  let chars = query.lineChars + textOf(lines[anchor]).length;
  let cutBy: Block["cutBy"];
  const fits = (index: number): boolean => {
    chars += query.lineChars + textOf(lines[index]).length;
    cutBy = chars > query.maxChars ? "chars" : last - first + 1 >= query.maxLines ? "lines" : undefined;
    return cutBy === undefined;
  };
  for (let [isUp, isDown] = [true, true]; (isUp || isDown) && cutBy === undefined; ) {
    isUp = isUp && belongs.up(first - 1) && fits(first - 1);
    if (isUp) first--;
    isDown = isDown && cutBy === undefined && belongs.down(last + 1) && fits(last + 1);
    if (isDown) last++;
  }
  return { ...withoutBlankEnds(lines, first, last, anchor), ...(cutBy === undefined ? {} : { cutBy }) };
}

/** What the shape of the lines says. */
interface Outline {
  readonly lines: readonly TextLine[];
  readonly anchor: number;
  /** Of a blank line, the columns of the line above it. */
  readonly columns: readonly number[];
  /** The column of the outermost parent. */
  readonly floor: number;
}

function outlineOf(lines: readonly TextLine[], anchor: number, levels: number): Outline {
  let last = 0;
  const columns = lines.map((line) => {
    if (!isBlank(line)) last = columnsOf(line.text);
    return last;
  });
  return { lines, anchor, columns, floor: Math.max(0, (columns[anchor] as number) - levels * LEVEL_COLUMNS) };
}

/** Whether the next line up belongs to the block. Above the line that opens it, only a header does. */
function upward({ lines, columns, floor, anchor }: Outline, { siblings, header }: BlockQuery): (index: number) => boolean {
  const opens = (index: number): boolean => columns[index] === floor && !isBlank(lines[index]) && !CLOSING.test(textOf(lines[index]));
  let isOpened = opens(anchor);
  return (index) => {
    if (index < 0 || (columns[index] as number) < floor) return false;
    if (siblings) return true;
    if (isOpened) return header && HEADER.test(textOf(lines[index]));
    isOpened = opens(index) && !HEADER.test(textOf(lines[index]));
    return true;
  };
}

/** Whether the next line down belongs to the block. On its outermost level only the line that closes it does. */
function downward({ lines, columns, floor, anchor }: Outline, { siblings }: BlockQuery): (index: number) => boolean {
  const isOnFloor = columns[anchor] === floor;
  let isHeader = isOnFloor && HEADER.test(textOf(lines[anchor]));
  let isClosed = isOnFloor && closes(textOf(lines[anchor]));
  return (index) => {
    if (index >= lines.length || (columns[index] as number) < floor) return false;
    if (siblings || isBlank(lines[index]) || (columns[index] as number) > floor) return true;
    const text = textOf(lines[index]);
    if (isHeader) {
      isHeader = HEADER.test(text); // the line below a header opens the block
      return true;
    }
    if (isClosed || !CLOSING.test(text)) return false;
    isClosed = closes(text);
    return true;
  };
}

/** `} else {` does not: it opens another block that belongs to this one. */
function closes(text: string): boolean {
  return CLOSING.test(text) && !/[({[:]$/.test(text.trimEnd());
}

function withoutBlankEnds(lines: readonly TextLine[], first: number, last: number, anchor: number): Pick<Block, "first" | "last"> {
  let [start, end] = [first, last];
  while (start < end && isBlank(lines[start])) start++;
  while (end > start && isBlank(lines[end])) end--;
  return isBlank(lines[start]) ? { first: anchor, last: anchor } : { first: start, last: end };
}

function textOf(line: TextLine | undefined): string {
  return line?.text ?? "";
}

/** White space alone; of a line that was cut nobody knows. */
function isBlank(line: TextLine | undefined): boolean {
  return line === undefined || (!line.isCut && line.text.trim() === "");
}

function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) {
    if (char === "\t") columns += LEVEL_COLUMNS;
    else if (char === " ") columns++;
    else break;
  }
  return columns;
}
