// One section of an edit on the bytes of its file: applied if they are what its tag says; else moved from the version the session was
// shown; else refused with the lines as they are now. Pure.
import { fail, ok, type Result, type StaleLine } from "../../failure.ts";
import { applyHunks, hunksOf } from "./apply.ts";
import { diffLines } from "./diff-lines.ts";
import type { Section } from "./grammar.ts";
import { moveHunks } from "./merge.ts";
import type { Operation } from "./operation.ts";
import type { Snapshot } from "./snapshots.ts";
import { type Tag, tagOf } from "./tag.ts";
import { TextLines } from "./text-lines.ts";

/** How an edit came about that is not simply what was asked for. */
export type EditNote =
  | "bare-rows"
  /** The file has changed, but its head and tail are where they are. */
  | "drifted"
  /** Merged onto a file that somebody else has changed. */
  | "recovered"
  /** Merged onto a file that this session has changed since. */
  | "recovered-own";

export interface SectionEdit {
  readonly bytes: Buffer;
  readonly notes: readonly EditNote[];
}

/** `find` gives the version of the file that had a tag; `columns` is for the lines of a refusal. */
export function changeSection(
  section: Section,
  current: Buffer,
  { find, columns }: { readonly find: (tag: Tag) => Snapshot | undefined; readonly columns: number },
): Result<SectionEdit> {
  const lines = new TextLines(current);
  const tag = tagOf(current);
  const bare: readonly EditNote[] = section.hasBareRows ? ["bare-rows"] : [];
  if (tag === section.tag || section.operations.every(isAtEdge)) {
    const hunks = hunksOf(section.operations, lines);
    return hunks.ok ? ok({ bytes: applyHunks(lines, hunks.value), notes: tag === section.tag ? bare : [...bare, "drifted"] }) : hunks;
  }
  const shown = find(section.tag);
  const merged = shown === undefined ? undefined : merge(section.operations, new TextLines(shown.bytes), lines);
  if (merged !== undefined) return ok({ bytes: merged, notes: [...bare, shown?.isNewest ? "recovered" : "recovered-own"] });
  const near = linesNear(section.operations, lines, columns);
  return fail({ code: "stale-edit", path: section.path, tag: section.tag, current: tag, known: shown !== undefined, lines: near });
}

/** Where the head and the tail are does not depend on what is between them. */
function isAtEdge(operation: Operation): boolean {
  return operation.kind === "insert" && (operation.where === "head" || operation.where === "tail");
}

/** What the operations make of the text as it is now, though they were made for what was shown; undefined if both changed the same lines. */
function merge(operations: readonly Operation[], shown: TextLines, now: TextLines): Buffer | undefined {
  const hunks = hunksOf(
    operations.filter((operation) => !isAtEdge(operation)),
    shown,
  );
  const moved = hunks.ok ? moveHunks(hunks.value, diffLines(shown, now)) : undefined;
  if (moved === undefined) return undefined;
  const anchored = new TextLines(applyHunks(now, moved));
  const edges = hunksOf(operations.filter(isAtEdge), anchored);
  return edges.ok ? applyHunks(anchored, edges.value) : undefined;
}

/** Lines shown on either side of one that an operation names. */
const STALE_CONTEXT = 2;
const MAX_STALE_LINES = 60;

function linesNear(operations: readonly Operation[], lines: TextLines, columns: number): readonly StaleLine[] {
  const ranges = operations.flatMap((operation) => anchorsOf(operation, lines.count)).sort((a, b) => a.first - b.first);
  const near: StaleLine[] = [];
  let next = 1;
  for (const { first, last } of ranges) {
    const to = Math.min(lines.count, last + STALE_CONTEXT);
    for (let number = Math.max(next, first - STALE_CONTEXT); number <= to && near.length < MAX_STALE_LINES; number++) {
      near.push({ line: number, text: lines.shown(number - 1, columns).text, isAnchor: false });
      next = number + 1;
    }
  }
  return near.map((row) => ({ ...row, isAnchor: ranges.some(({ first, last }) => first <= row.line && row.line <= last) }));
}

/** The lines an operation names, as far as they exist. */
function anchorsOf(operation: Operation, count: number): readonly { readonly first: number; readonly last: number }[] {
  const named = operation.kind !== "insert" ? operation : "anchor" in operation ? { first: operation.anchor, last: operation.anchor } : undefined;
  return named === undefined || named.first > count ? [] : [{ first: named.first, last: Math.min(named.last, count) }];
}
