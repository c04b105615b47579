// A search for programs, under oh-my-pi's names.
import type { Group, MixedResult } from "../../search/mixed/query.ts";
import type { Context } from "../../tool.ts";
import { textOf } from "../../workspace/raw-path.ts";
import { shownPath } from "./paths.ts";

export function searchDetails({ groups, page, missing }: MixedResult, { directory }: Context): unknown {
  const files = groups.map(({ place }) => (place.kind === "file" ? shownPath(place.path, directory) : memberName(place)));
  return {
    matchCount: groups.reduce((sum, { shown }) => sum + shown, 0),
    fileCount: groups.length,
    files,
    fileMatches: groups.map(({ hits }, index) => ({ path: files[index], count: hits.count })),
    fileLimitReached: page.more,
    perFileLimitReached: groups.some(({ shown, hits }) => hits.count > shown),
    linesTruncated: groups.some(({ rows }) => rows.some((row) => row.kind !== "gap" && row.cut !== undefined)),
    ...(missing.length === 0 ? {} : { missingPaths: missing }),
  };
}

function memberName(place: Exclude<Group["place"], { kind: "file" }>): string {
  return place.kind === "text" ? place.name : `${textOf(place.archive)}:${textOf(place.name)}`;
}
