// The library: open a workspace, search it, call any dialect's tools, close it.
import { call } from "./call.ts";
import { DIALECTS, offeredDialect } from "./dialects/index.ts";
import type { Failure, Result } from "./failure.ts";
import { find } from "./search/find.ts";
import type { FindQuery, FindResult, SearchQuery, SearchResult } from "./search/query.ts";
import { search } from "./search/search.ts";
import { DEFAULTS, type RipgrepChoice, type Settings } from "./settings.ts";
import type { Dialect, Reply } from "./tool.ts";
import { textOf as pathText, rawOf } from "./workspace/raw-path.ts";
import { createWorkspace, type SearchWay } from "./workspace/workspace.ts";

export interface OpenWorkspace {
  /** Answers a query about contents. */
  search(query: SearchQuery, signal?: AbortSignal): Promise<Result<SearchResult>>;
  /** Answers a query about names. */
  find(query: FindQuery, signal?: AbortSignal): Promise<Result<FindResult>>;
  /** Calls a tool of the workspace's dialect: what a model would see. */
  call(tool: string, args: unknown, signal?: AbortSignal): Promise<Reply>;
  /** Has a listener told which way each search takes, by the index or not, and why. */
  onWay(listener: (way: SearchWay) => void): void;
  /** Ends everything that runs. */
  close(): Promise<void>;
  readonly settings: Settings;
  readonly dialect: Dialect;
}

/** Opens a workspace. Settings that make no sense throw. */
export function openWorkspace(settings: Partial<Settings> & Pick<Settings, "workdir">): OpenWorkspace {
  const whole: Settings = { ...DEFAULTS, isDefaultSearchTimeout: settings.searchTimeoutMs === undefined, ...settings };
  const dialect = offeredDialect(whole.dialect, whole);
  if (typeof dialect === "string") throw new TypeError(dialect);
  const workspace = createWorkspace(whole);
  if (!workspace.ok) throw new TypeError(dialect.explain(workspace.failure, { tool: "openWorkspace", directory: rawOf(settings.workdir) }));
  const never = new AbortController().signal;
  return {
    search: (query, signal = never) => search(query, workspace.value, signal),
    find: (query, signal = never) => find(query, workspace.value, signal),
    call: (tool, args, signal = never) => call(dialect, tool, args, { workspace: workspace.value, signal }),
    onWay: (listener) => {
      workspace.value.session.onWay = listener;
    },
    close: () => workspace.value.close(),
    settings: whole,
    dialect,
  };
}

export type { Dialect, Failure, FindQuery, FindResult, Reply, Result, RipgrepChoice, SearchQuery, SearchResult, SearchWay, Settings };
export { DIALECTS, pathText };
