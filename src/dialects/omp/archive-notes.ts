// What was not searched of archives.
import type { Unreadable } from "../../failure.ts";
import type { MixedResult } from "../../search/mixed/query.ts";
import { type RawPath, shown } from "../../workspace/raw-path.ts";
import { explain } from "./explain.ts";
import { shownPath } from "./paths.ts";

const MAX_NAMES = 3;

export function archiveNotes({ archives, unsearched }: MixedResult, directory: RawPath): readonly string[] {
  return [
    ...unsearched.map(({ path, why }) => `[Not searched: ${path}: ${explain(why, { tool: "search", directory })}]`),
    ...archives.flatMap(({ path, unreadable, damaged }) => [
      ...(unreadable.length === 0 ? [] : [`[Not searched in ${shownPath(path, directory)}: ${membersText(unreadable)}]`]),
      ...(damaged === undefined ? [] : [`[${shownPath(path, directory)} is damaged (${damaged}): only what comes before that was searched]`]),
    ]),
  ];
}

function membersText(members: readonly { readonly name: RawPath; readonly why: Unreadable }[]): string {
  const some = members.slice(0, MAX_NAMES).map(({ name, why }) => `${shown(name)} (${why})`);
  return `${members.length} ${members.length === 1 ? "member" : "members"}: ${some.join(", ")}${members.length > MAX_NAMES ? ", …" : ""}`;
}
