// The `paths` of search and find: one or many, each trimmed and out of its quotes, with the lines it may select.
import { fail, ok, type Result } from "../../failure.ts";
import type { PathTarget } from "../../search/mixed/query.ts";
import type { Settings } from "../../settings.ts";
import { meantPath } from "./paths.ts";
import { selectedIn } from "./selector.ts";

/** Paths as they are meant. Each once. */
export function pathList(given: readonly string[], settings: Settings): Result<readonly PathTarget[]> {
  const targets: PathTarget[] = [];
  for (const entry of new Set(given)) {
    const text = meantPath(unquoted(entry.trim()), settings);
    if (text === "") return fail({ code: "empty-parameter", name: "paths" });
    const target = targetOf(text);
    if (!target.ok) return target;
    targets.push(target.value);
  }
  return targets.length === 0 ? fail({ code: "empty-parameter", name: "paths" }) : ok(targets);
}

function targetOf(text: string): Result<PathTarget> {
  const selected = selectedIn(text);
  if (hasCommaOutsideBraces(selected?.path ?? text)) return fail({ code: "joined-paths", text });
  if (selected === undefined) return ok({ kind: "path", text });
  if (!selected.ranges.ok) return selected.ranges;
  return ok({ kind: "path", text, peeled: { text: selected.path, ranges: selected.ranges.value } });
}

function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** `a,b` is two paths; `{a,b}` is a pattern. */
function hasCommaOutsideBraces(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "{") depth++;
    else if (text[i] === "}") depth = Math.max(0, depth - 1);
    else if (text[i] === "," && depth === 0) return true;
  }
  return false;
}
