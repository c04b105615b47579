// What find's arguments mean.
import { fail, ok, type Result } from "../../failure.ts";
import type { FilesQuery } from "../../search/mixed/find-files.ts";
import type { Arguments, Context } from "../../tool.ts";
import { projectWalk } from "../walks.ts";
import { pathList } from "./path-list.ts";

/** As oh-my-pi has it (find.ts). */
const MAX_LIMIT = 200;

interface FindArguments {
  readonly paths: readonly string[];
  readonly hidden?: boolean;
  readonly gitignore?: boolean;
  readonly limit?: number;
}

export function parseFind(args: Arguments, { settings }: Context): Result<FilesQuery> {
  const { hidden = true, gitignore = true, limit = MAX_LIMIT, ...given } = args as unknown as FindArguments;
  if (limit === 0) return fail({ code: "not-a-count", name: "limit", value: 0, least: 1 });
  const paths = pathList(given.paths, settings);
  if (!paths.ok) return paths;
  return ok({
    paths: paths.value.map(({ text }) => text),
    limit: Math.min(limit, MAX_LIMIT),
    find: {
      walk: { ...projectWalk(!gitignore, false), hidden },
      kinds: { files: true, directories: false, links: false },
      order: "newest",
      page: { unit: "entries", skip: 0, take: Number.POSITIVE_INFINITY },
      limits: { timeMs: settings.searchTimeoutMs, receiptMs: settings.receiptMs },
    },
  });
}
