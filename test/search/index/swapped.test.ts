// A directory that is swapped for a link that leads out, again and again, while its lines are searched for: nothing of what is outside is ever shown.
import { spawn } from "node:child_process";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPair, queryFor } from "../../support/indexed.ts";
import { tree } from "../../support/tree.ts";

/** Longer with FOSSICK_RACE_MS. */
const RACE_MS = Math.min(60_000, Number(process.env.FOSSICK_RACE_MS ?? 3_000));
const FILES = Array.from({ length: 40 }, (_, i) => `${i}.txt`);
const LINES = queryFor("needle", { mode: "content", page: { unit: "hits", skip: 0, take: 100 }, walk: { ...queryFor("").walk, followLinks: false } });

test.each(["process", "server"] as const)("by an index in the %s", { timeout: RACE_MS + 60_000 }, async (host) => {
  const outside = tree(Object.fromEntries(FILES.map((name) => [name, "a needle that is secret\n"])));
  const root = tree(Object.fromEntries(FILES.map((name) => [`d/${name}`, "a needle\n"])));
  const pair = openPair(root, { index: { use: "always", minFiles: 1, cacheBytes: 2 ** 24, host } });
  onTestFinished(() => pair.close());
  await pair.ready();
  const swapping = spawn("sh", ["-c", SWAP, "sh", path.join(root, "d"), outside], { stdio: "ignore" });
  onTestFinished(() => void swapping.kill("SIGKILL"));
  const shown = new Map<string, number>();
  let byIndex = 0;
  for (const end = performance.now() + RACE_MS; performance.now() < end || byIndex < 5; ) {
    const found = await pair.indexed.search(LINES);
    for (const row of found.ok ? found.value.rows : []) if (row.kind === "hit") shown.set(row.text, (shown.get(row.text) ?? 0) + 1);
    byIndex += pair.ways().filter(({ way }) => way === "index").length;
  }
  expect([...shown.keys()]).toEqual(["a needle"]);
});

/** At rest for a while, so that the index can be asked; then the link comes and goes some times. */
const SWAP = `
  while :; do
    sleep 0.3
    for i in 1 2 3 4 5 6 7 8; do mv "$1" "$1.away"; ln -s "$2" "$1"; sleep 0.002; rm "$1"; mv "$1.away" "$1"; done
  done
`;
