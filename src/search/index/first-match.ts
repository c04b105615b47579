// Where in a line a pattern first matches, found in process where ripgrep would find the same.
import { LINE_CHARS, LONG_LINE_CHARS, MAX_STEPS, stepsOf } from "./effort.ts";
import { javascriptOf } from "./javascript.ts";
import { type ProvenQuery, treeOf } from "./proven.ts";
import { shapeOf } from "./shape.ts";
import { leavesOf } from "./syntax.ts";

/** Takes a line (one character a byte, without its end); -1 if there is no match, undefined if ripgrep has to say. */
export type FirstMatch = (line: string) => number | undefined;

/** Undefined if ripgrep has to say. Where a match ends does not matter here, but where it begins does: nothing can be left out of the pattern. */
export function firstMatchOf(query: ProvenQuery): FirstMatch | undefined {
  const tree = query.multiline ? undefined : treeOf(query);
  // Where it looks for a match in a line once more, ripgrep knows what the text begins with.
  const shape = tree === undefined || leavesOf(tree).some((leaf) => leaf.kind === "place" && leaf.place === "text start") ? undefined : shapeOf(tree);
  const maxChars = shape && [LONG_LINE_CHARS, LINE_CHARS].find((chars) => stepsOf(shape, chars) <= MAX_STEPS);
  if (shape === undefined || maxChars === undefined) return undefined;
  const expression = javascriptOf(shape);
  return (line) => (line.length <= maxChars && !OTHER.test(line) ? line.search(expression) : undefined);
}

/** Beyond ASCII, or an end of a line. */
const OTHER = /[\r\n\x80-\xff]/;
