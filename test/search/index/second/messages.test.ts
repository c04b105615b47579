// Jobs that have ended are known at once, without a message.
import { expect, test } from "vitest";
import { endJob, hasEnded, noJobsEnded } from "../../../../src/search/index/second/messages.ts";

test("a job has ended when it was ended, others have not, also those that have its slot later", () => {
  const ended = noJobsEnded();
  endJob(ended, 5);
  expect([4, 5, 6, 5 + 64].map((job) => hasEnded(ended, job))).toEqual([false, true, false, false]);
});
