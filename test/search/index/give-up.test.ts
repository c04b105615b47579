// A tree is listed when nobody searches: a list that is being made when somebody does is given up, and made again.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { rgPath } from "@vscode/ripgrep";
import { expect, onTestFinished, test } from "vitest";
import type { HostState } from "../../../src/search/index/protocol.ts";
import { TreeHost } from "../../../src/search/index/tree-host.ts";
import { queryFor } from "../../support/indexed.ts";
import { tree } from "../../support/tree.ts";

const PATIENT = { timeout: 30_000 };

test("as long as somebody searches, nothing is listed", async () => {
  const { host, phases, runs } = opened();
  host.hear({ kind: "busy", isBusy: true });
  await sleep(300);
  expect([runs(), phases()]).toEqual([0, ["listing"]]);
  host.hear({ kind: "busy", isBusy: false });
  await expect.poll(phases, PATIENT).toContain("ready");
});

test("who begins to search meanwhile ends it, and after that it is made anew", async () => {
  const { host, phases, runs } = opened();
  await expect.poll(runs, PATIENT).toBeGreaterThan(0);
  host.hear({ kind: "busy", isBusy: true });
  await sleep(50);
  const before = runs();
  await sleep(1_000);
  expect([runs(), phases()]).toEqual([before, ["listing"]]);
  host.hear({ kind: "busy", isBusy: false });
  await expect.poll(phases, PATIENT).toContain("ready");
});

test("where somebody always begins to search, it is made all the same", async () => {
  const { host, phases } = opened();
  const timer = setInterval(() => {
    host.hear({ kind: "busy", isBusy: true });
    host.hear({ kind: "busy", isBusy: false });
  }, 200);
  onTestFinished(() => clearInterval(timer));
  await expect.poll(phases, PATIENT).toContain("ready");
});

/** A tree whose every list takes some time; what its index says, and how often ripgrep was started. */
function opened() {
  const place = tree({ "tree/a.txt": "needle\n", "tree/d/b.txt": "needle\n", "state/.keep": "" });
  const log = path.join(place, "runs");
  const slow = path.join(place, "rg");
  fs.writeFileSync(slow, `#!/bin/sh\necho run >> ${log}\nsleep 0.7\nexec ${rgPath} "$@"\n`, { mode: 0o755 });
  const states: HostState[] = [];
  const host = new TreeHost(
    (message) => void (message.kind === "state" && states.push(message.state)),
    () => {},
  );
  onTestFinished(() => host.close());
  const ripgrep = { source: "bundled" as const, path: slow, environment: { PATH: process.env.PATH ?? "" } };
  const request = {
    directory: path.join(place, "tree"),
    walk: queryFor("").walk,
    denyGlobs: [],
    ripgrep,
    stateDirectory: path.join(place, "state"),
    cacheBytes: 2 ** 20,
  };
  host.hear({ kind: "open", tree: request });
  return {
    host,
    phases: () => [...new Set(states.map(({ phase }) => phase))],
    runs: () => (fs.existsSync(log) ? fs.readFileSync(log, "utf8").split("\n").length - 1 : 0),
  };
}
