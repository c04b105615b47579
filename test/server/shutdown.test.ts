// A server ends when its client does, and only when nothing it started is left. How long that takes is what `npm run faults` prints.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { countMarked, mark, waitForMarked } from "../support/processes.ts";
import { connect } from "../support/raw-client.ts";
import { tree } from "../support/tree.ts";

test.each(["stdin closed", "SIGTERM", "SIGINT", "client killed"] as const)("%s", async (how) => {
  const marker = mark();
  const client = await connect(tree({}));
  client.call("bash", { command: `trap '' TERM; sleep ${marker}; sleep ${marker}` });
  await client.call("bash", { command: `(env -i setsid sleep ${marker} >/dev/null 2>&1 &); echo left` }).answer;
  expect(await waitForMarked(marker, (count) => count >= 3, 10_000)).toBeGreaterThanOrEqual(3);
  client.end(how);
  if (how.startsWith("SIG")) client.end(how); // a second signal must not cut the end short
  await client.gone;
  expect(countMarked(marker)).toBe(0);
});

test("an idle server ends at once", async () => {
  const client = await connect(tree({}));
  client.end("stdin closed");
  expect(await Promise.race([client.gone.then(() => "gone"), sleep(30_000, "still there")])).toBe("gone");
});

test("a cancelled call leaves the server at work", async () => {
  const marker = mark();
  const client = await connect(tree({}));
  const { id } = client.call("bash", { command: `setsid sleep ${marker} & sleep ${marker}` });
  await waitForMarked(marker, (count) => count >= 3, 10_000);
  client.notify("notifications/cancelled", { requestId: id });
  expect(await waitForMarked(marker, (count) => count === 0, 7_000)).toBe(0);
  const { result } = await client.call("bash", { command: "echo here" }).answer;
  expect(result?.content[0]?.text).toBe("exit_code: 0\n\nstdout:\nhere\n");
  client.end("stdin closed");
  await client.gone;
});
