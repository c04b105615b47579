// Patterns that are a text at the beginning of a line, or behind blanks there: `^import`, `^\s*def run`. Of the first such text on a line, the bytes before
// it say whether the line matches: no expression has to run.
import { LINE_END } from "../segments/grams.ts";
import { linksOf } from "./chain.ts";
import { codesOf, SPACE } from "./char-set.ts";
import { isLoop, LINE, type Shape } from "./shape.ts";
import { everyLeaf, type Tree } from "./syntax.ts";

export interface Edge {
  /** Any of these. ASCII; lower-cased if `foldsCase`. */
  readonly texts: readonly string[];
  readonly foldsCase: boolean;
  /** Blanks may stand before it. */
  readonly isIndented: boolean;
}

const MAX_TEXTS = 8;
const BLANKS = SPACE & LINE;

/** Undefined if the pattern is something else. What is said of lines holds beyond ASCII, too, as long as they are text without \r. */
export function edgeOf(tree: Tree, loose: Shape): Edge | undefined {
  const choices = loose.kind === "either" ? loose.choices : [loose];
  if (choices.length > MAX_TEXTS || !everyLeaf(tree, (leaf) => (leaf.kind === "class" ? leaf.set === SPACE : leaf.kind !== "char" || leaf.code < 128)))
    return undefined;
  return [false, true].map((foldsCase) => joined(choices.map((choice) => edgeOfOne(choice, foldsCase)))).find((edge) => edge !== undefined);
}

function edgeOfOne(shape: Shape, foldsCase: boolean): Edge | undefined {
  const [first, second, ...rest] = shape.kind === "row" ? shape.parts : [];
  if (first?.kind !== "place" || first.place !== "line start" || second === undefined) return undefined;
  const isIndented = isLoop(second) && second.min === 0 && second.of.set === BLANKS;
  const texts = linksOf(isIndented ? rest : [second, ...rest], foldsCase);
  return texts?.length === 1 ? { texts, foldsCase, isIndented } : undefined;
}

/** Undefined if not all are of one kind. */
function joined(edges: readonly (Edge | undefined)[]): Edge | undefined {
  const [first] = edges;
  if (first === undefined || !edges.every((edge) => edge?.isIndented === first.isIndented)) return undefined;
  return { ...first, texts: edges.flatMap((edge) => edge?.texts ?? []) };
}

/** Whether a text that is the first on its line stands where it must; undefined if there is more than ASCII before it, be it a mark that does not count. */
export function isAtEdge(bytes: Buffer, at: number, isIndented: boolean): boolean | undefined {
  for (let before = at - 1; before >= 0 && bytes[before] !== LINE_END; before--) {
    const byte = bytes[before] as number;
    if (byte > 0x7f) return undefined;
    if (!isIndented || !BLANK_CODES.has(byte)) return false;
  }
  return true;
}

const BLANK_CODES: ReadonlySet<number> = new Set(codesOf(BLANKS));
