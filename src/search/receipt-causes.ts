// Why a walk did not look at a file, and which rule says so.
import fs from "node:fs";
import path from "node:path";
import { below, joined, type RawPath, textOf } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import type { IgnoreRule, Root } from "./query.ts";
import type { LeftOut } from "./ripgrep/messages.ts";
import { isLeftOutAsHidden } from "./walk-run.ts";

/** Why a file was not looked at; undefined = it was. A rule may not be known: ripgrep explains slowly. */
export type Cause =
  | { readonly kind: "rule"; readonly file?: RawPath; readonly glob?: string }
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "hidden" };

export type CauseOf = (name: RawPath) => Cause | undefined;

/** Where rules stand, so that those of one weight come in the same order each time. */
export function byPlace(a: IgnoreRule | undefined, b: IgnoreRule | undefined): number {
  if (a?.file !== b?.file) return (a?.file ?? "") < (b?.file ?? "") ? -1 : 1;
  return (a?.line ?? 0) - (b?.line ?? 0) || ((a?.glob ?? "") < (b?.glob ?? "") ? -1 : 1);
}

export function makeCauseOf(leftOut: ReadonlyMap<RawPath, LeftOut>, walked: ReadonlySet<RawPath> | undefined, plan: Plan): CauseOf {
  const causeOfPart = (part: RawPath): Cause | undefined => {
    const last = part.slice(part.lastIndexOf("/") + 1);
    if (plan.walk.bulkNames.includes(last)) return { kind: "named", name: last };
    const reason = leftOut.get(part);
    if (reason?.why === "rule") return { kind: "rule", file: reason.file, glob: reason.glob };
    return reason?.why === "hidden" ? { kind: "hidden" } : undefined;
  };
  return (name) => {
    if (walked?.has(name)) return undefined;
    for (const part of partsOf(name)) {
      const cause = causeOfPart(part);
      if (cause !== undefined) return cause;
    }
    if (isLeftOutAsHidden(name, plan.walk)) return { kind: "hidden" }; // a rule lets it in again, but only for ripgrep
    return walked === undefined ? undefined : { kind: "rule" };
  };
}

/** `a`, `a/b`, `a/b/c`. */
function* partsOf(name: RawPath): Generator<RawPath> {
  for (let end = name.indexOf("/"); end !== -1; end = name.indexOf("/", end + 1)) yield name.slice(0, end);
  yield name;
}

const MAX_RULE_FILE_BYTES = 1024 * 1024;

/** Names the rule's file as short as possible, and the line on which it stands. */
export function ruleOf(printed: string, glob: string, root: Root, { workspace }: Plan): IgnoreRule {
  const file = printed.startsWith("./") ? joined(textOf(root.real), printed.slice(2)) : printed;
  const relative = below(textOf(workspace.session.directory), path.normalize(file)) ?? file;
  const line = lineOf(file, glob);
  return { file: relative, glob, ...(line === undefined ? {} : { line }) };
}

/** The last such line wins, as it does for git. */
function lineOf(file: string, glob: string): number | undefined {
  try {
    if (fs.statSync(file).size > MAX_RULE_FILE_BYTES) return undefined;
    const lines = fs.readFileSync(file, "utf8").split("\n");
    const index = lines.findLastIndex((line) => line.replace(/\r$/, "").trimEnd() === glob.trimEnd());
    return index === -1 ? undefined : index + 1;
  } catch {
    return undefined; // the rule is named without its line
  }
}
