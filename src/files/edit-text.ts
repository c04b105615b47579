// Edits for callers who are told what they know of the file afterwards. A file that changed since it was seen is edited all the same where
// the old text still stands; links and what is not text are never written.
import { type Failure, fail, ok, type Result } from "../failure.ts";
import { type RawPath, shown } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Change, type Changed, type Current, changeFile } from "./change-file.ts";
import { type EditRequest, unseenFailure } from "./edit-file.ts";
import { decode, encode, encodingOf } from "./encoding.ts";
import { type Replacement, replaceText } from "./replace-text.ts";
import type { Extent } from "./seen.ts";
import { textFault } from "./sniff.ts";

export interface EditTextQuery extends EditRequest {
  /** An empty old text makes the file, or fills one that has nothing but white space. */
  readonly replacement: Replacement;
}

export interface WriteTextQuery extends EditRequest {
  readonly text: string;
}

export interface WrittenText {
  /** Absolute, as the caller knows it. */
  readonly path: RawPath;
  readonly existed: boolean;
  /** What the caller knows of the file now; "changed": others had changed it since it was seen. */
  readonly knows: Knowledge;
}

type Knowledge = Extent | "changed";

/** Replaces text in a file, or makes one. */
export async function editText(query: EditTextQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<WrittenText>> {
  const { replacement, maxBytes } = query;
  if (replacement.old === "") return writeFileAt(query, replacement.new, (current) => fillFailure(current, query), workspace, signal);
  const change: Change<Knowledge> = (current, path) => {
    if (current?.bytes === undefined) return fail({ code: "file-too-large", path: shown(path), size: current?.size ?? 0, limit: maxBytes });
    const refused = (current.seen === "unseen" ? unseenFailure(current, query, "edit") : undefined) ?? faultFailure(current);
    if (refused !== undefined) return fail(refused);
    const edited = replaceText(current.bytes, replacement, path, maxBytes);
    if (!edited.ok) return fail(staleFailure(current, query, edited.failure) ?? edited.failure);
    const knows = current.seen === "unseen" ? "part" : current.seen;
    return ok({ bytes: edited.value.bytes, extent: knows === "whole" ? "whole" : "part", value: knows });
  };
  return writtenText(await changeFile({ path: query.path, missing: "refused", maxBytes, links: "refused" }, change, workspace, signal));
}

/** Writes a file whole, with its directories. An existing one must have been seen as it is. */
export async function writeText(query: WriteTextQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<WrittenText>> {
  return writeFileAt(query, query.text, (current) => unseenFailure(current, query, "overwrite") ?? faultFailure(current), workspace, signal);
}

/** Writes a text as all of a file, if nothing speaks against writing over what is there. */
async function writeFileAt(
  { path, maxBytes }: EditRequest,
  text: string,
  failureFor: (current: Current) => Failure | undefined,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Result<WrittenText>> {
  const size = Buffer.byteLength(text);
  if (size > maxBytes) return fail({ code: "content-too-large", size, limit: maxBytes });
  const change: Change<Knowledge> = (current) => {
    const failure = current === undefined ? undefined : failureFor(current);
    return failure === undefined ? ok({ bytes: inEncodingOf(current?.bytes, text), extent: "whole", value: "whole" }) : fail(failure);
  };
  return writtenText(await changeFile({ path, missing: "created", maxBytes, links: "refused" }, change, workspace, signal));
}

function writtenText(changed: Result<Changed<Knowledge>>): Result<WrittenText> {
  return changed.ok ? ok({ path: changed.value.path, existed: changed.value.existed, knows: changed.value.value }) : changed;
}

/** The text for a file that has these bytes: it keeps its encoding and mark, which a caller who reads it is not shown. Line ends are as the caller has them. */
function inEncodingOf(old: Buffer | undefined, text: string): Buffer {
  if (old === undefined) return Buffer.from(text, "utf8");
  const encoding = encodingOf(old);
  return Buffer.concat([old.subarray(0, encoding.markBytes), encode(encoding.markBytes > 0 ? text.replace(/^\ufeff/, "") : text, encoding)]);
}

/** Why an existing file is not filled. */
function fillFailure(current: Current, query: EditRequest): Failure | undefined {
  if (!isBlank(current.bytes)) return { code: "file-exists", path: shown(current.path) };
  return current.seen === "unseen" ? unseenFailure(current, query, "edit") : undefined;
}

/** Nothing but white space. */
function isBlank(bytes: Buffer | undefined): boolean {
  return bytes !== undefined && decode(bytes, encodingOf(bytes)).trim() === "";
}

/** What is no text would not survive being written as one. Of a file too large to be looked at nothing is known. */
function faultFailure({ path, bytes }: Current): Failure | undefined {
  const reason = bytes === undefined ? undefined : textFault(bytes);
  return reason === undefined ? undefined : { code: "not-editable", path: shown(path), reason };
}

/** A text that no longer fits may well have fitted when the file was seen. */
function staleFailure(current: Current, query: EditRequest, { code }: Failure): Failure | undefined {
  const isMisfit = code === "text-not-found" || code === "text-ambiguous";
  return isMisfit && current.seen === "changed" ? unseenFailure(current, query, "edit") : undefined;
}
