// Two workspaces on one tree: one that goes by the index wherever it can, and one that never does.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { type OpenWorkspace, openWorkspace, type SearchQuery, type SearchResult, type SearchWay, type Settings } from "../../src/index.ts";
import { HOST } from "./by-index.ts";

export interface Pair {
  readonly indexed: OpenWorkspace;
  readonly plain: OpenWorkspace;
  /** The ways that searches of the indexed one took, since this was asked last. */
  ways(): readonly SearchWay[];
  /** Searches until the index answers; gives the way it took then. */
  ready(): Promise<SearchWay>;
  close(): Promise<void>;
}

/** The processes that a search starts, whatever others run. */
const starts = new AsyncLocalStorage<{ count: number }>();
subscribe("child_process", () => {
  const counted = starts.getStore();
  if (counted) counted.count++;
});

/** What a search gives, and how many processes it took: runs of ripgrep. */
export async function countingStarts<T>(search: () => Promise<T>): Promise<{ readonly answer: T; readonly processes: number }> {
  const counted = { count: 0 };
  return { answer: await starts.run(counted, search), processes: counted.count };
}

export function openPair(workdir: string, settings: Partial<Settings> = {}): Pair {
  const open = (use: "off" | "always"): OpenWorkspace =>
    openWorkspace({
      workdir,
      ripgrep: { prefer: "bundled", environment: { PATH: "", HOME: "/nonexistent" } },
      ...settings,
      index: { minFiles: 1, cacheBytes: 2 ** 26, host: HOST, ...settings.index, use },
    });
  const [indexed, plain] = [open("always"), open("off")];
  let ways: SearchWay[] = [];
  indexed.onWay((way) => ways.push(way));
  return {
    indexed,
    plain,
    ways: () => ways.splice(0),
    ready: async () => {
      for (;;) {
        await indexed.search(queryFor("some_text_that_is_nowhere"));
        const way = ways.pop() as SearchWay;
        ways = [];
        if (way.way === "index") return way;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    close: async () => void (await Promise.all([indexed.close(), plain.close()])),
  };
}

/** A query for files by path in the whole tree, as a dialect would make it. */
export function queryFor(pattern: string, changes: Partial<SearchQuery> = {}): SearchQuery {
  return {
    pattern,
    caseInsensitive: false,
    multiline: false,
    roots: [{ path: "." }],
    filter: { globs: [], types: [] },
    walk: { ignoreFiles: true, hidden: true, followLinks: true, skipNames: [".git"], bulkNames: ["node_modules"] },
    mode: "files",
    order: "path",
    content: { before: 0, after: 0, onlyMatching: false, gaps: true, columns: 200, hitsPerFile: Number.POSITIVE_INFINITY },
    page: { unit: "entries", skip: 0, take: Number.POSITIVE_INFINITY },
    limits: { timeMs: 60_000, receiptMs: 1, multilineBytes: 10_000_000, wholeBytes: 2 ** 21, textChars: Number.POSITIVE_INFINITY },
    ...changes,
  };
}

/** A result without the receipt, whose looks have a limit of time. */
export function withoutReceipt({ skipped: { tooLarge, unreadable, linksOutside, linksTooMany }, ...result }: SearchResult): unknown {
  return { ...result, skipped: { tooLarge, unreadable, linksOutside, linksTooMany } };
}
