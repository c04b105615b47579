// What the content of a file says: what ripgrep would print of it, or how many of its lines match, as far as that can be said here.
import type { RawPath } from "../../../workspace/raw-path.ts";
import type { File } from "../file.ts";
import { withoutPartners } from "../segments/grams.ts";
import type { Kept } from "../texts/contents.ts";
import type { Part, Text } from "../texts/parts.ts";
import type { Content } from "../texts/texts.ts";
import { hitsAt, type SoughtOnLines } from "./sure.ts";
import { type Enough, NOTHING, type Printed, printedOf, type Shape, type Sought } from "./verify.ts";

/** Undefined if only ripgrep can say. */
export function judge(name: RawPath, content: Content, sought: Sought, shape: Shape, enough: Enough | undefined): Printed | undefined {
  if (content.kind === "binary") return NOTHING; // a walk leaves it alone
  if (!("texts" in content)) return undefined;
  if (isClear(content.kind, sought)) return printedOf(name, content.texts, sought, shape, enough);
  if (!isFoldable(sought)) return undefined;
  const texts = content.texts.map(folded);
  if (shape.what !== "lines") return printedOf(name, texts, sought, shape);
  return printedOf(name, texts, sought, { what: "names" })?.hits === 0 ? NOTHING : undefined;
}

/** How many lines match in parts of a content that is in memory, if bytes tell; without parts, in all of it. */
export function hitsIn(kept: Kept, parts: readonly Part[] | undefined, sought: SoughtOnLines, isAnyEnough: boolean): number | undefined {
  if (parts === undefined) return hitsAt(kept, sought, isAnyEnough);
  let sum = 0;
  for (const { start, end } of parts) {
    const hits = hitsAt({ ...kept, start: kept.start + start, end: kept.start + end }, sought, isAnyEnough);
    if (hits === undefined) return undefined;
    sum += hits;
    if (isAnyEnough && sum > 0) return 1;
  }
  return sum;
}

/** Whether a file has no letters beyond ASCII that are partners of others where case does not matter, or it does. */
export function isClear(kind: File["kind"], sought: Sought): boolean {
  return kind === "text" || (kind === "partners" && "proven" in sought && !sought.proven.isCaseless);
}

/** Whether it makes no difference to where a pattern matches if such letters are written as their partners; only nobody must see them. */
function isFoldable(sought: Sought): boolean {
  return "proven" in sought && sought.proven.isLiteral && sought.proven.isAllCaseless;
}

function folded(text: Text): Text {
  return { ...text, bytes: withoutPartners(text.bytes) };
}
