// The language of edits by line numbers: sections, each with a header that names a file and the tag of what was seen of it, then operations.
// Line by line, in linear time; what is generous here is so because models write it.
import { type EditFault, type LineFault, ok, type Result } from "../../failure.ts";
import { faultIn, type Operation, type OperationHead, operationIn } from "./operation.ts";
import type { Tag } from "./tag.ts";

export const HEADER_MARK = "¶";

export interface Section {
  /** As it was written. */
  readonly path: string;
  readonly tag: Tag;
  readonly operations: readonly Operation[];
  /** Rows of a body stood there without their `+`. */
  readonly hasBareRows: boolean;
}

/** Reads an edit; sections of one path are one section. */
export function parseEdit(input: string): Result<readonly Section[]> {
  const lines = input.replace(/^\uFEFF/, "").split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== "" && line.trimEnd() !== BEGIN);
  if (first === undefined || !first.startsWith(HEADER_MARK)) return refused(noHeader(first ?? ""));
  const sections = new Map<string, OpenSection>();
  let current: OpenSection | undefined;
  for (const line of lines) {
    const marker = line.trimEnd();
    if (marker === END || marker === ABORT) break;
    if (marker === BEGIN) continue;
    const fault = line.startsWith(HEADER_MARK) ? current?.close() : current?.read(line);
    if (fault !== undefined) return refused(fault);
    if (!line.startsWith(HEADER_MARK)) continue;
    const section = sectionFor(marker, sections);
    if (!section.ok) return section;
    current = section.value;
  }
  const left = current?.close();
  return left === undefined ? finished([...sections.values()].filter(({ operations }) => operations.length > 0)) : refused(left);
}

// The envelope of another patch language, which models put around this one; the last ends an edit that was cut off.
const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const ABORT = "*** Abort";

interface Header {
  readonly path: string;
  readonly tag: Tag | undefined;
}

/** `¶PATH#TAG`; the path may have spaces, and other marks but a second `#` where the tag is missing. */
function headerIn(line: string): Header | undefined {
  const text = line.slice(HEADER_MARK.length).trim();
  const tag = /#([0-9A-Fa-f]{4})$/.exec(text)?.[1];
  const path = (tag === undefined ? text : text.slice(0, -5)).trim();
  return path === "" || (tag === undefined && path.includes("#")) ? undefined : { path, tag: tag?.toUpperCase() };
}

/** The section a header opens, or opens again. */
function sectionFor(line: string, sections: Map<string, OpenSection>): Result<OpenSection> {
  const header = headerIn(line);
  if (header === undefined) return refused({ kind: "bad-header", got: line });
  const { path, tag } = header;
  const section = sections.get(path) ?? new OpenSection(path);
  if (section.tag !== undefined && tag !== undefined && section.tag !== tag) return refused({ kind: "two-tags", path, tags: [section.tag, tag] });
  section.tag ??= tag;
  sections.set(path, section);
  return ok(section);
}

function finished(sections: readonly OpenSection[]): Result<readonly Section[]> {
  if (sections.length === 0) return refused({ kind: "no-sections" });
  const finished: Section[] = [];
  for (const { path, tag, operations, hasBareRows } of sections) {
    const overlap = overlapIn(operations);
    if (overlap !== undefined) return refused(overlap);
    if (tag === undefined) return refused({ kind: "missing-tag", path });
    finished.push({ path, tag, operations, hasBareRows });
  }
  return ok(finished);
}

/** A section while its lines come. */
class OpenSection {
  readonly path: string;
  tag: Tag | undefined;
  readonly operations: Operation[] = [];
  hasBareRows = false;
  #line = 0;
  #open: OpenOperation | undefined;
  /** A line beginning with `#`: said about the operation below it, or else a text in a wrong place. */
  #comment: EditFault | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** Takes in the next line. */
  read(line: string): EditFault | undefined {
    this.#line++;
    const head = line.startsWith("+") ? undefined : operationIn(line);
    if (head !== undefined) return this.#begin(head);
    if (this.#open !== undefined) return this.#continue(this.#open, line);
    if (line.trim() === "") return undefined;
    if (line.startsWith("+")) return this.#comment ?? this.#fault("stray-body", line);
    const fault = this.#comment ?? this.#fault(faultIn(line) ?? "stray-text", line);
    if (!line.trimStart().startsWith("#")) return fault;
    this.#comment = fault;
    return undefined;
  }

  /** The section ends, or pauses: what is open is complete. */
  close(): EditFault | undefined {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return this.#comment;
    const { head, body, line } = open;
    if (head.kind !== "delete" && body.length === 0) return { kind: head.kind === "replace" ? "empty-replace" : "empty-insert", line, got: "" };
    this.operations.push(head.kind === "delete" ? { ...head, kind: "delete", line } : ({ ...head, body, line } as Operation));
    return undefined;
  }

  #begin(head: OperationHead): EditFault | undefined {
    this.#comment = undefined;
    const left = this.close();
    if (left !== undefined) return left;
    if (head.kind !== "insert" && head.last < head.first) return { kind: "backward-range", line: this.#line, first: head.first, last: head.last };
    this.#open = { head, body: [], line: this.#line, blanks: 0 };
    return undefined;
  }

  #continue(open: OpenOperation, line: string): EditFault | undefined {
    if (line.trim() === "") {
      open.blanks++;
      return undefined;
    }
    const isRow = line.startsWith("+");
    const fault = isRow ? undefined : faultIn(line);
    if (fault !== undefined) return this.#fault(fault, line);
    if (open.head.kind === "delete") return this.#fault("delete-with-body", line);
    if (line.trimStart().startsWith("-")) return this.#fault("minus-row", line);
    // Blank lines between rows belong to the body; those behind it separate operations.
    const blanks = open.body.length === 0 ? 0 : open.blanks;
    for (let i = 0; i < blanks; i++) open.body.push("");
    open.blanks = 0;
    open.body.push(isRow ? line.slice(1) : line);
    if (!isRow || blanks > 0) this.hasBareRows = true;
    return undefined;
  }

  #fault(kind: LineFault, got: string): EditFault {
    return { kind, line: this.#line, got };
  }
}

interface OpenOperation {
  readonly head: OperationHead;
  readonly body: string[];
  readonly line: number;
  blanks: number;
}

/** No line is replaced or deleted twice. */
function overlapIn(operations: readonly Operation[]): EditFault | undefined {
  const ranges = operations.filter((operation) => operation.kind !== "insert").sort((a, b) => a.first - b.first || a.line - b.line);
  for (const [index, range] of ranges.entries()) {
    const before = ranges[index - 1];
    if (before !== undefined && range.first <= before.last)
      return { kind: "overlap", line: Math.max(range.line, before.line), anchor: range.first, other: Math.min(range.line, before.line) };
  }
  return undefined;
}

function noHeader(got: string): EditFault {
  return faultIn(got) === "diff-hunk" ? { kind: "diff-instead" } : { kind: "no-header", got };
}

function refused(fault: EditFault): { readonly ok: false; readonly failure: { readonly code: "bad-edit"; readonly fault: EditFault } } {
  return { ok: false, failure: { code: "bad-edit", fault } };
}
