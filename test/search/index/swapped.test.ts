// What is swapped for a link that leads out, and back, again and again, while its lines are searched for: the index never shows anything of what is outside.
import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openPair, queryFor } from "../../support/indexed.ts";
import { tree } from "../../support/tree.ts";

/** Longer with FOSSICK_RACE_MS. */
const RACE_MS = Math.min(60_000, Number(process.env.FOSSICK_RACE_MS ?? 2_000));
const FILES = Array.from({ length: 40 }, (_, i) => `${i}.txt`);
const LINES = { mode: "content", page: { unit: "hits", skip: 0, take: 100 }, walk: { ...queryFor("").walk, followLinks: false } } as const;
/** The index reads them itself, or has ripgrep look at them by name. */
const BY_INDEX = "needle";
const BY_RIPGREP = "é needle\\b";

test.each([
  ["a directory", "process", BY_INDEX, "d"],
  ["a directory", "server", BY_INDEX, "d"],
  ["a directory", "process", BY_RIPGREP, "d"],
  ["a directory", "server", BY_RIPGREP, "d"],
  ["a file", "process", BY_RIPGREP, "d/7.txt"],
  ["a file", "server", BY_RIPGREP, "d/7.txt"],
] as const)("%s, by an index in the %s: %s", { timeout: RACE_MS + 180_000 }, async (_, host, pattern, swapped) => {
  const outside = tree(Object.fromEntries(FILES.map((name) => [`d/${name}`, "é needle that is secret\n"])));
  const root = tree(Object.fromEntries(FILES.map((name) => [`d/${name}`, "é needle\n"])));
  const pair = openPair(root, { index: { use: "always", minFiles: 1, cacheBytes: 2 ** 24, host } });
  onTestFinished(() => pair.close());
  await pair.ready();
  const swapping = spawn("sh", ["-c", SWAP, "sh", path.join(root, swapped), path.join(outside, swapped)], { stdio: "ignore" });
  onTestFinished(() => void swapping.kill("SIGKILL"));
  const shown = new Set<string>();
  let byIndex = 0;
  for (const end = performance.now() + RACE_MS; performance.now() < end || byIndex < 5; ) {
    const found = await pair.indexed.search(queryFor(pattern, LINES));
    if (pair.ways().at(-1)?.way !== "index") {
      await sleep(20); // while nobody searches, the index can list what came
      continue; // what ripgrep's own walk can be led to, SECURITY.md says
    }
    byIndex++;
    for (const row of found.ok ? found.value.rows : []) if (row.kind === "hit") shown.add(row.text);
  }
  expect([...shown]).toEqual(["é needle"]);
});

/** At rest for a while, so that the index can be asked; then the link comes and goes some times. */
const SWAP = `
  while :; do
    sleep 0.2
    for i in 1 2 3 4 5 6 7 8; do mv "$1" "$1.away"; ln -s "$2" "$1"; sleep 0.004; rm "$1"; mv "$1.away" "$1"; done
  done
`;
