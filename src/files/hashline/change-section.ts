// One section of an edit on the bytes of its file: applied if they are what its tag says; else moved from the version the session was
// shown; else refused with the lines as they are now. Pure.
import { fail, ok, type Result, type StaleLine } from "../../failure.ts";
import { applyHunks, changesOf, type Hunk, hunksOf } from "./apply.ts";
import type { LineChange } from "./diff-lines.ts";
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
  readonly changes: readonly LineChange[];
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
  const edit = (hunks: readonly Hunk[], note?: EditNote): Result<SectionEdit> => {
    const notes: readonly EditNote[] = [...(section.hasBareRows ? ["bare-rows" as const] : []), ...(note === undefined ? [] : [note])];
    return ok({ bytes: applyHunks(lines, hunks), changes: changesOf(hunks), notes });
  };
  if (tag === section.tag || section.operations.every(isAtEdge)) {
    const hunks = hunksOf(section.operations, lines);
    return hunks.ok ? edit(hunks.value, tag === section.tag ? undefined : "drifted") : hunks;
  }
  const shown = find(section.tag);
  const moved = shown === undefined ? undefined : movedHunks(section.operations, new TextLines(shown.bytes), lines);
  if (moved !== undefined) return edit(moved, shown?.isNewest ? "recovered" : "recovered-own");
  const near = linesNear(section.operations, lines, columns);
  return fail({ code: "stale-edit", path: section.path, tag: section.tag, current: tag, known: shown !== undefined, lines: near });
}

/** Where the head and the tail are does not depend on what is between them. */
function isAtEdge(operation: Operation): boolean {
  return operation.kind === "insert" && (operation.where === "head" || operation.where === "tail");
}

/** What the operations do to the text as it is now, though they were made for what was shown; undefined if both changed the same lines. */
function movedHunks(operations: readonly Operation[], shown: TextLines, now: TextLines): readonly Hunk[] | undefined {
  const anchored = hunksOf(
    operations.filter((operation) => !isAtEdge(operation)),
    shown,
  );
  const moved = anchored.ok ? moveHunks(anchored.value, shown, now) : undefined;
  if (moved === undefined) return undefined;
  const at = (where: "head" | "tail"): readonly Hunk[] => {
    const hunks = hunksOf(
      operations.filter((operation) => operation.kind === "insert" && operation.where === where),
      now,
    );
    return hunks.ok ? hunks.value : [];
  };
  return [...at("head"), ...moved, ...at("tail")];
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
