// Where in a line a pattern first matches, found in process where ripgrep would find the same.
import { isUtf8 } from "node:buffer";
import { type Chain, chainOf } from "../pattern/chain.ts";
import type { CharSet } from "../pattern/char-set.ts";
import { MAX_WIDE_STEPS, maxLineCharsOf } from "../pattern/effort.ts";
import { javascriptAt, javascriptOf, widestJavascriptOf } from "../pattern/javascript.ts";
import { loosenedAtEnd } from "../pattern/loosen.ts";
import { type ProvenQuery, treeOf } from "../pattern/proven.ts";
import { LINE, type Shape, shapeOf, WIDE_LINE } from "../pattern/shape.ts";
import { everyLeaf, type Tree } from "../pattern/syntax.ts";

/** Takes a line (one character a byte, without its end); -1 if there is no match, undefined if ripgrep has to say. */
export type FirstMatch = (line: string) => number | undefined;

/** Undefined if ripgrep has to say. Where a match ends does not matter here, but where it begins does. */
export function firstMatchOf(query: ProvenQuery): FirstMatch | undefined {
  const tree = query.multiline ? undefined : treeOf(query);
  // Where it looks for a match in a line once more, ripgrep knows what the text begins with.
  const asksForStart = tree === undefined || !everyLeaf(tree, (leaf) => leaf.kind !== "place" || leaf.place !== "text start");
  const shape = asksForStart ? undefined : startsOf(tree, LINE);
  const chain = shape && chainOf(tree as Tree, shape);
  if (chain?.foldsCase === false) return firstOfChain(chain);
  const maxChars = shape && maxLineCharsOf(shape);
  if (shape === undefined || maxChars === undefined) return undefined;
  const expression = javascriptOf(shape);
  const beyond = firstBeyondAscii(tree as Tree, shape);
  return (line) => {
    if (line.length > maxChars || LINE_END.test(line)) return undefined;
    return NON_ASCII.test(line) ? beyond?.(line) : line.search(expression);
  };
}

/** Texts with anything in between: the first of them is where a match begins, if the others follow. That takes no longer than reading the line. */
function firstOfChain({ texts }: Chain): FirstMatch {
  return (line) => {
    if (LINE_END.test(line) || (NON_ASCII.test(line) && !isUtf8(Buffer.from(line, "latin1")))) return undefined;
    let end = 0;
    for (const text of texts) {
      const at = line.indexOf(text, end);
      if (at === -1) return -1;
      end = at + text.length;
    }
    return line.indexOf(texts[0] as string);
  };
}

function startsOf(tree: Tree, line: CharSet): Shape | undefined {
  const shape = shapeOf(tree, line);
  return shape && loosenedAtEnd(shape, line);
}

/**
 * The first place where there may be a match, if there is one for sure: with nothing beyond ASCII in it or beside it, whatever that is does not matter.
 */
function firstBeyondAscii(tree: Tree, shape: Shape): FirstMatch | undefined {
  const wide = startsOf(tree, WIDE_LINE);
  const maxChars = wide && maxLineCharsOf(wide, MAX_WIDE_STEPS);
  if (wide === undefined || maxChars === undefined) return undefined;
  const [atMost, there] = [widestJavascriptOf(wide), javascriptAt(shape)];
  return (line) => {
    if (line.length > maxChars) return undefined;
    const text = Buffer.from(line, "latin1").toString();
    const at = text.search(atMost);
    if (at === -1) return -1;
    there.lastIndex = Buffer.byteLength(text.slice(0, at));
    if (text.includes("\ufffd")) return undefined; // bytes that are no text have other lengths now
    const found = there.exec(line);
    return found === null || NON_ASCII.test(line.slice(Math.max(0, found.index - 1), found.index + found[0].length + 1)) ? undefined : found.index;
  };
}

const LINE_END = /[\r\n]/;
const NON_ASCII = /[\x80-\xff]/;
