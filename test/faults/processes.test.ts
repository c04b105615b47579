// The bounded version: every way to end, every misbehaviour, a trial each.
import { describe, expect, test } from "vitest";
import { COMMANDS, countSurvivors, type Misbehaviour, WAYS, watchFlood } from "./processes.ts";

const isLinux = process.platform === "linux";
const misbehaviours = Object.keys(COMMANDS) as readonly Misbehaviour[];

describe.skipIf(!isLinux)("no process survives", () => {
  // Most of a trial is waiting.
  test.concurrent.each(WAYS)("%s", { timeout: 180_000 }, async (way) => {
    for (const command of misbehaviours) {
      const counts = await countSurvivors(way, command, 1);
      expect(counts).toEqual({ way, command, trials: 1, notStarted: 0, survivors: 0, serversLeft: 0, slowestMs: expect.any(Number) });
    }
  });
});

describe.skipIf(!isLinux)("a flood", () => {
  test("costs no memory, and other calls are answered meanwhile", async () => {
    const counts = await watchFlood(4, 4);
    expect(counts.survivors).toBe(0);
    expect(counts.calls).toBeGreaterThan(10);
    expect(counts.peakMB - counts.firstMB).toBeLessThan(64);
  });
});
