import { expect, test } from "vitest";
import { tieToWorkspace, untilClosed } from "../../src/workspace/until-closed.ts";

function workspace() {
  const closing = new AbortController();
  return { closed: closing.signal, close: () => closing.abort("closed") };
}

test("a signal is aborted with its own cause or with the workspace", () => {
  const [own, one, other] = [new AbortController(), workspace(), workspace()];
  const [first, second] = [untilClosed(own.signal, one), untilClosed(own.signal, other)];
  other.close();
  expect([first.aborted, second.reason]).toEqual([false, "closed"]);
  own.abort("enough");
  expect([first.reason, second.reason]).toEqual(["enough", "closed"]);
});

test("one that is tied to the workspace stays as it is, there alone", () => {
  const [{ signal }, one, other] = [new AbortController(), workspace(), workspace()];
  tieToWorkspace(signal, one);
  expect([untilClosed(signal, one) === signal, untilClosed(signal, other) === signal]).toEqual([true, false]);
});

test("one that is tied to a workspace which is closed already is aborted", () => {
  const [{ signal }, one] = [new AbortController(), workspace()];
  one.close();
  tieToWorkspace(signal, one);
  expect(untilClosed(signal, one).reason).toBe("closed");
});
