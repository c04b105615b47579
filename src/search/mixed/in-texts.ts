// The part of a mixed search that goes to texts which are no files: members of archives, and what a caller brings along.
import { ok, type Result } from "../../failure.ts";
import { rawOf, textOf } from "../../workspace/raw-path.ts";
import type { Total } from "../query.ts";
import { searchArchive } from "../search-archive.ts";
import { searchTexts } from "../search-text.ts";
import type { TextQuery, TextResult } from "../text-source.ts";
import { groupsOf } from "./groups.ts";
import type { Group, PageOfFiles, TextTarget } from "./query.ts";
import type { ArchiveTarget } from "./targets.ts";
import type { MixedTask } from "./task.ts";

export interface TextLines {
  readonly groups: readonly Group[];
  /** Texts with hits. */
  readonly total: Total;
  /** One text was asked for. */
  readonly isOne: boolean;
}

/** The lines of a page of an archive's members. */
export async function linesInArchive({ path, ranges }: ArchiveTarget, page: PageOfFiles, task: MixedTask): Promise<Result<TextLines>> {
  const query = { ...textQuery(page, "path", task), path, ...(ranges === undefined ? {} : { ranges }) };
  const found = await searchArchive(query, task.workspace, task.signal);
  if (!found.ok) return found;
  const { archive, unreadable, damaged, isOne } = found.value;
  if (unreadable.length > 0 || damaged !== undefined) task.archives.push({ path: archive, unreadable, ...(damaged === undefined ? {} : { damaged }) });
  note(found.value, task);
  return ok({ groups: groupsOf(found.value, ({ name }) => ({ kind: "member", archive, name })), total: found.value.page.total, isOne });
}

/** The lines of a page of texts. */
export async function linesInTexts(targets: readonly TextTarget[], page: PageOfFiles, task: MixedTask): Promise<Result<TextLines>> {
  const texts = targets.map(({ name, text, ranges }) => ({ name: rawOf(name), bytes: text, ...(ranges === undefined ? {} : { ranges }) }));
  const found = await searchTexts(textQuery(page, "given", task), texts, task.workspace, task.signal);
  if (!found.ok) return found;
  note(found.value, task);
  const groups = groupsOf(found.value, ({ name }) => ({ kind: "text", name: textOf(name) }));
  return ok({ groups, total: found.value.page.total, isOne: targets.length === 1 });
}

function textQuery(page: PageOfFiles, order: TextQuery["order"], task: MixedTask): TextQuery {
  const { alone, among } = task.query.hitsPerFile;
  return { ...task.pattern(among), order, page, hitsOfOne: alone, limits: task.limits };
}

function note({ incomplete }: TextResult, task: MixedTask): void {
  task.isIncomplete ||= incomplete !== undefined;
}
