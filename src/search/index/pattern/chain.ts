// Patterns that are texts with anything in between: `foo.*bar`. Where a line has them one after the other, it matches: no expression has to run.
// With places before and after, as in `^foo.*bar$`, no other line does.
import { codesOf, folded } from "./char-set.ts";
import { isLoop, LINE, type Shape } from "./shape.ts";
import { everyLeaf, type Tree } from "./syntax.ts";

export interface Chain {
  /** ASCII; lower-cased if `foldsCase`. */
  readonly texts: readonly string[];
  readonly foldsCase: boolean;
  /** Each line that has them matches. */
  readonly isExact: boolean;
}

/** Undefined if the pattern is something else. What is said of lines holds beyond ASCII, too, as long as they are text. */
export function chainOf(tree: Tree, loose: Shape): Chain | undefined {
  if (loose.kind !== "row" || !everyLeaf(tree, (leaf) => leaf.kind !== "class" && (leaf.kind !== "char" || leaf.code < 128))) return undefined;
  const parts = withoutPlacesAround(loose.parts);
  const isExact = parts.length === loose.parts.length;
  const chain = [false, true].map((foldsCase) => ({ texts: linksOf(parts, foldsCase), foldsCase, isExact })).find(({ texts }) => texts !== undefined);
  return chain?.texts === undefined || chain.texts.length < 2 ? undefined : { ...chain, texts: chain.texts };
}

function withoutPlacesAround(parts: readonly Shape[]): readonly Shape[] {
  const isText = ({ kind }: Shape): boolean => kind !== "place";
  return parts.slice(parts.findIndex(isText), parts.findLastIndex(isText) + 1);
}

/** The texts of which a row is made, if there is nothing else than anything between them. */
export function linksOf(parts: readonly Shape[], foldsCase: boolean): readonly string[] | undefined {
  const texts = [""];
  for (const part of parts) {
    const char = charOf(part, foldsCase);
    if (isAnything(part)) texts.push("");
    else if (char === undefined) return undefined;
    else texts.push(`${texts.pop()}${char}`);
  }
  return texts.includes("") ? undefined : texts;
}

function isAnything(part: Shape): boolean {
  return isLoop(part) && part.min === 0 && part.of.set === LINE;
}

/** The character that a part stands for; without regard to case, only if the part is so. */
function charOf(part: Shape, foldsCase: boolean): string | undefined {
  if (part.kind !== "set") return undefined;
  const chars = codesOf(part.set).map((code) => String.fromCharCode(code));
  const texts = new Set(foldsCase ? chars.map((char) => char.toLowerCase()) : chars);
  const isSame = !foldsCase || (folded(part.set) & LINE) === part.set;
  return isSame && texts.size === 1 ? [...texts][0] : undefined;
}
