import { defineConfig } from "vitest/config";

const env = { FOSSICK_RECEIPT_TIMEOUT: "30" };

/** Searches of directories. Texts and archives are never searched by the index, and names are not, either. */
const SEARCHES = ["test/search/*.test.ts", "test/dialects/*/grep*.test.ts", "test/dialects/omp/search.test.ts"];
/** What else has to be true wherever the index is. */
const WHEREVER = ["test/search/index/{staleness,receipt,announce,arrivals}.test.ts"];
const NOT_BY_INDEX = ["test/search/{rows,flood,found-lines,window,search-text,search-archive}.test.ts"];

/** Everything, indexes in processes of their own; and what searches once more, by an index in the very process. */
export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 3,
    maxConcurrency: 3,
    projects: [
      { extends: true, test: { name: "all", include: ["test/**/*.test.ts"], env } },
      { extends: true, test: { name: "by index", include: [...SEARCHES, ...WHEREVER], exclude: NOT_BY_INDEX, env: { ...env, FOSSICK_TEST_INDEX: "1" } } },
    ],
  },
});
