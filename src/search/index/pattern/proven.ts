// Patterns that need no ripgrep to say whether a line matches: those of which a JavaScript expression says the same for sure, and soon.
import { mentionsCarriageReturn } from "../../ripgrep/arguments.ts";
import { type Automata, automataOf } from "./automaton/automaton.ts";
import { onFewLines } from "./automaton/near.ts";
import { type Chain, chainOf } from "./chain.ts";
import { ASCII, codesOf, NONE, OTHERS, setOf } from "./char-set.ts";
import { type Edge, edgeOf } from "./edge.ts";
import { withFirsts } from "./firsts.ts";
import { type LineTest, testOf } from "./line-test.ts";
import { loosened } from "./loosen.ts";
import { needlesOf } from "./needles.ts";
import { once } from "./once.ts";
import { type Row, rowOfSets, widestRowOfSets } from "./row.ts";
import { exactShapeOf, isNullable, leavesOfShape, type Shape, shapeOf, WIDE_LINE } from "./shape.ts";
import { everyLeaf, type Place, parseRegex, type RegexQuery, type Tree } from "./syntax.ts";

/**
 * A pattern that can be verified in process, on lines of pure ASCII text without NUL, of at most so many characters, without their line end.
 * A \r that is not before a \n is part of a line, and is treated as ripgrep does.
 */
export interface Proven {
  /** What tells whether a line matches that has a needle, or of which no automaton knows; undefined if each with a needle does, or if nothing else tells. */
  readonly test: LineTest | undefined;
  /** Texts of which every matching line holds at least one (ASCII, no line ends); lower-cased if `foldsCase`. Empty = none is known, unless `isLiteral`. */
  readonly needles: readonly string[];
  readonly foldsCase: boolean;
  /** A line matches if and only if it holds a needle: no expression has to run. Without any needle, no line of ASCII matches. */
  readonly isLiteral: boolean;
  /** A line matches if and only if such a row stands on it; no expression has to run. */
  readonly row?: Row;
  /** What is said of the row holds for lines beyond ASCII, too. */
  readonly isRowBeyondAscii: boolean;
  /** A line of any text matches only if the bytes of such a row stand on it. */
  readonly widestRow?: Row;
  /** A line of text without \r within matches only if it has these texts in order; if they are exact, that is enough, and no expression has to run. */
  readonly chain?: Chain;
  /** A line of text without \r within matches if and only if the first of these texts on it stands at its edge. */
  readonly edge?: Edge;
  /** What tells of lines of UTF-8 whether they match, where no text would be found sooner. */
  readonly automata?: Automata;
  /** The same where a text is found sooner, but an expression would be tried wherever it stands: where that is often, they are worth making. Made when asked for. */
  readonly automataForMany?: Automata | undefined;
  /** What is said of needles holds for lines beyond ASCII, too; if it may not distinguish case, in texts without U+017F and U+212A. */
  readonly isBeyondAscii: boolean;
  /** Whether some of it may match in either case; or all of it does. */
  readonly isCaseless: boolean;
  readonly isAllCaseless: boolean;
}

export interface ProvenQuery extends RegexQuery {
  readonly multiline: boolean;
}

const MAX_PATTERN_CHARS = 1_000;
/** What ripgrep compiles without coming near its limit (--regex-size-limit): 400 of the largest classes are fine. */
const MAX_SIZE = 1_000;
const CLASS_SIZE = 4;
/** Classes of so many characters never become needles: those of both cases and line ends do not count there. */
const MANY = 16;

/** May be found where it is not meant. */
const SETS_CASE = /\(\?[a-zA-Z]*i/;
const SETS_CASE_OF_ALL = /^\(\?i\)/;
const SETS_ANYTHING = /\(\?/;

/** Undefined if ripgrep has to say. */
export function provenOf(query: ProvenQuery): Proven | undefined {
  const { pattern, caseInsensitive, multiline } = query;
  const tree = treeOf(query);
  const shape = tree === undefined || (multiline && !staysOnLine(tree)) ? undefined : shapeOf(tree);
  if (shape === undefined || dependsOnLineEnd(shape)) return undefined;
  const found = loosened(shape);
  const loose = withFirsts(found);
  const { texts, foldsCase, isLiteral } = needlesOf(loose);
  const test = isLiteral ? undefined : testOf(tree as Tree, loose);
  const isRowBeyondAscii = isOnlyAscii(tree as Tree);
  const known = {
    needles: texts,
    foldsCase,
    isLiteral,
    isRowBeyondAscii,
    isCaseless: caseInsensitive || SETS_CASE.test(pattern),
    isAllCaseless: isAllCaseless(query),
  };
  if (test === undefined && !isLiteral) return onlyByAutomata(tree as Tree, known);
  const told = isLiteral ? ofOthers(tree as Tree, texts) : withoutExpression(tree as Tree, { found, loose, texts, isRowBeyondAscii });
  const forMany = once(() => (isLiteral ? undefined : automataForMany(tree as Tree, told)));
  return {
    ...known,
    test,
    ...told,
    get automataForMany() {
      return forMany();
    },
    isBeyondAscii: isSameBeyondAscii(tree as Tree),
  };
}

/** An expression would take too long; an automaton never does. */
function onlyByAutomata(tree: Tree, known: Omit<Proven, "test" | "isBeyondAscii">): Proven | undefined {
  const automata = automataOf(exactShapeOf(tree) as Shape);
  return automata && { ...known, test: undefined, automata, isBeyondAscii: false };
}

/** What matches on no line of ASCII may match on others. */
function ofOthers(tree: Tree, texts: readonly string[]): Told {
  const automata = texts.length > 0 ? undefined : automataOf(exactShapeOf(tree) as Shape);
  return automata === undefined ? {} : { automata };
}

/** What tells of most lines, so that no expression has to run. */
type Told = Pick<Proven, "row" | "widestRow" | "chain" | "edge" | "automata">;

/** What a pattern is known to be. */
interface Known extends Pick<Proven, "isRowBeyondAscii"> {
  readonly found: Shape;
  readonly loose: Shape;
  readonly texts: readonly string[];
}

function withoutExpression(tree: Tree, { found, loose, texts, isRowBeyondAscii }: Known): Told {
  const row = rowOfSets(loose);
  const chain = row === undefined ? chainOf(tree, found) : undefined;
  const edge = row === undefined && chain === undefined ? edgeOf(tree, found) : undefined;
  const isTold = chain !== undefined || edge !== undefined || (row !== undefined && isRowBeyondAscii);
  const automata = isTold ? undefined : automataInPlaceOf(texts, exactShapeOf(tree) as Shape);
  return {
    ...(row === undefined ? {} : { row, ...widestRowOf(tree) }),
    ...(chain === undefined ? {} : { chain }),
    ...(edge === undefined ? {} : { edge }),
    ...(automata === undefined ? {} : { automata }),
  };
}

/** Longer ones are on few lines, as a rule; there, an automaton would not be worth making. */
const SHORT = 3;

/** Where so many lines have one of some texts, or all may, that it would take long to try an expression on each. */
function automataInPlaceOf(texts: readonly string[], shape: Shape): Automata | undefined {
  const shortest = Math.min(...texts.map(({ length }) => length));
  if (texts.length > 0 && shortest > SHORT) return undefined;
  const few = onFewLines(shape);
  return texts.length === 0 || shortest === 1 || few.near !== undefined ? automataOf(shape, few) : undefined;
}

/** Only if they need not go through most lines. */
function automataForMany(tree: Tree, { automata, chain, edge }: Told): Automata | undefined {
  if (automata !== undefined || chain?.isExact || edge !== undefined) return undefined;
  const shape = exactShapeOf(tree) as Shape;
  const few = onFewLines(shape);
  return (few.near ?? few.among) && automataOf(shape, few);
}

function isAllCaseless({ pattern, caseInsensitive }: ProvenQuery): boolean {
  const rest = pattern.replace(SETS_CASE_OF_ALL, "");
  return (caseInsensitive || rest !== pattern) && !SETS_ANYTHING.test(rest);
}

function widestRowOf(tree: Tree): Pick<Proven, "widestRow"> {
  const shape = shapeOf(tree, WIDE_LINE);
  const widestRow = shape && widestRowOfSets(loosened(shape, WIDE_LINE));
  return widestRow === undefined ? {} : { widestRow };
}

/** What is not too long to be read, here and by ripgrep. */
export function treeOf(query: RegexQuery): Tree | undefined {
  if (query.pattern.length > MAX_PATTERN_CHARS || mentionsCarriageReturn(query.pattern)) return undefined;
  const tree = parseRegex(query);
  return tree === undefined || sizeOf(tree) > MAX_SIZE ? undefined : tree;
}

/** No match has a line's end in it or depends on one: then ripgrep goes line by line, whatever was asked. */
function staysOnLine(tree: Tree): boolean {
  return everyLeaf(tree, (leaf) => {
    if (leaf.kind === "char") return !LINE_ENDS.includes(leaf.code);
    if (leaf.kind === "class") return LINE_ENDS.every((code) => (leaf.set & setOf(code)) === NONE);
    return leaf.kind === "place" && ANYWHERE.has(leaf.place);
  });
}

const LINE_ENDS: readonly number[] = [0x0a, 0x0d];
/** Places that have nothing to do with lines. */
const ANYWHERE: ReadonlySet<Place> = new Set(["word boundary", "no word boundary", "word start", "word end", "word start half", "word end half"]);

/** No needle has come of leaving out characters beyond ASCII: there are none, or they are among many. */
function isSameBeyondAscii(tree: Tree): boolean {
  return everyLeaf(tree, (leaf) => {
    if (leaf.kind === "char") return leaf.code < 128;
    return leaf.kind !== "class" || (leaf.set & OTHERS) === NONE || codesOf(leaf.set).length > MANY;
  });
}

/** No character beyond ASCII is in any match. */
function isOnlyAscii(tree: Tree): boolean {
  return everyLeaf(tree, (leaf) => {
    if (leaf.kind === "char") return leaf.code < 128; // files with letters that are others without case are not looked at then
    return leaf.kind === "class" ? (leaf.set & ~ASCII) === NONE : leaf.kind === "place";
  });
}

/** How much there is to compile, in characters. */
function sizeOf(tree: Tree): number {
  switch (tree.kind) {
    case "class":
      return CLASS_SIZE;
    case "row":
      return tree.parts.reduce((sum, part) => sum + sizeOf(part), 1);
    case "either":
      return tree.choices.reduce((sum, choice) => sum + sizeOf(choice), 1);
    case "repeat":
      return sizeOf(tree.of) * Math.max(1, tree.max === Number.POSITIVE_INFINITY ? tree.min + 1 : tree.max);
    default:
      return 1;
  }
}

/** A match without characters may be between \r and \n, or after \n: which of these there are, the line alone does not say. */
function dependsOnLineEnd(shape: Shape): boolean {
  return isNullable(shape) && hasWordPlace(shape);
}

/** Any place other than ^ and $, which are never within a line's end. */
function hasWordPlace(shape: Shape): boolean {
  return leavesOfShape(shape).some((leaf) => leaf.kind === "place" && leaf.place !== "line start" && leaf.place !== "line end");
}
