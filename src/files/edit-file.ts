// Edits of a file: replace text, insert lines, write it whole.
import { type Failure, fail, ok, type Result } from "../failure.ts";
import { type RawPath, shown } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Change, type Changed, type Current, changeFile } from "./change-file.ts";
import { type ContextQuery, contextOf, type EditContext } from "./context.ts";
import { insertText } from "./insert-text.ts";
import { type Edited, type Replacement, replaceText } from "./replace-text.ts";

export interface EditRequest {
  readonly path: string;
  /** Whether the session must have seen what is there now. */
  readonly seen: "required" | "not-required";
  readonly maxBytes: number;
}

export interface ReplaceQuery extends EditRequest {
  readonly replacement: Replacement;
  readonly context: ContextQuery;
}

export interface InsertQuery extends EditRequest {
  /** The text goes after this line; 0 is the top. */
  readonly afterLine: number;
  readonly text: string;
  readonly context: ContextQuery;
}

export interface CreateQuery extends EditRequest {
  readonly text: string;
}

export interface EditResult {
  readonly path: RawPath;
  /** How many places were changed. */
  readonly count: number;
  readonly context: EditContext;
}

export interface CreateResult {
  readonly path: RawPath;
  readonly size: number;
  readonly existed: boolean;
}

/** Replaces text in an existing file. */
export async function replaceInFile(query: ReplaceQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<EditResult>> {
  return editFile(query, (bytes, path) => replaceText(bytes, query.replacement, path, query.maxBytes), workspace, signal);
}

/** Inserts lines into an existing file. */
export async function insertIntoFile(query: InsertQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<EditResult>> {
  return editFile(query, (bytes) => insertText(bytes, query.afterLine, query.text, query.maxBytes), workspace, signal);
}

/** Writes a file whole, with its directories; an existing one is replaced. */
export async function createFile(query: CreateQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<CreateResult>> {
  const bytes = Buffer.from(query.text, "utf8");
  if (bytes.length > query.maxBytes) return fail({ code: "content-too-large", size: bytes.length, limit: query.maxBytes });
  const change: Change<undefined> = (current) => {
    const unseen = current === undefined ? undefined : unseenFailure(current, query, "overwrite");
    return unseen === undefined ? ok({ bytes, extent: "whole", value: undefined }) : fail(unseen);
  };
  return changeFile({ path: query.path, missing: "created", maxBytes: query.maxBytes }, change, workspace, signal);
}

async function editFile(
  query: EditRequest & { readonly context: ContextQuery },
  edit: (bytes: Buffer, path: RawPath) => Result<Edited>,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Result<EditResult>> {
  const change: Change<Edited> = (current, path) => {
    if (current?.bytes === undefined) return fail({ code: "file-too-large", path: shown(path), size: current?.size ?? 0, limit: query.maxBytes });
    const unseen = unseenFailure(current, query, "edit");
    if (unseen !== undefined) return fail(unseen);
    const edited = edit(current.bytes, path);
    return edited.ok ? ok({ bytes: edited.value.bytes, extent: current.seen === "whole" ? "whole" : "part", value: edited.value }) : edited;
  };
  const changed = await changeFile({ path: query.path, missing: "refused", maxBytes: query.maxBytes }, change, workspace, signal);
  return changed.ok ? ok(resultOf(changed.value, query.context)) : changed;
}

function resultOf({ path, value }: Changed<Edited>, context: ContextQuery): EditResult {
  return { path, count: value.count, context: contextOf(value, context) };
}

/** Why a file may not be changed in the dark; undefined if the caller knows it, or need not. */
export function unseenFailure({ path, seen }: Current, request: EditRequest, before: "edit" | "overwrite"): Failure | undefined {
  if (request.seen === "not-required" || seen === "part" || seen === "whole") return undefined;
  return seen === "unseen" ? { code: "not-seen", path: shown(path), before } : { code: "changed-since-seen", path: shown(path) };
}
