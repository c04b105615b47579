import { defineConfig } from "vitest/config";

const env = { FOSSICK_RECEIPT_TIMEOUT: "30" };

/** Searches of directories. Texts and archives are never searched by the index, and names are not, either. */
const SEARCHES = ["test/search/*.test.ts", "test/dialects/*/grep*.test.ts", "test/dialects/omp/search.test.ts"];
const NOT_BY_INDEX = ["test/search/{rows,flood,found-lines,window,search-text,search-archive}.test.ts"];
/** What depends on when a message of it comes. */
const WHEREVER = ["test/search/index/{staleness,announce}.test.ts"];
/** What is about the process that an index can have to itself, and every kind of answer that comes from one. */
const IN_A_PROCESS = ["test/search/index/{fallback,persist,same-answers}.test.ts"];

/** Everything, with indexes in the very process; what searches once more, by such an index; and indexes in processes of their own. */
export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 3,
    maxConcurrency: 3,
    projects: [
      { extends: true, test: { name: "all", include: ["test/**/*.test.ts"], exclude: IN_A_PROCESS, env } },
      { extends: true, test: { name: "by index", include: SEARCHES, exclude: NOT_BY_INDEX, env: { ...env, FOSSICK_TEST_INDEX: "1" } } },
      { extends: true, test: { name: "in a process", include: [...WHEREVER, ...IN_A_PROCESS], env: { ...env, FOSSICK_TEST_HOST: "process" } } },
    ],
  },
});
