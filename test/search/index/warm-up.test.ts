// Questions that the index asks itself: all kinds, a while at a time, and no longer than anybody would want.
import { expect, test, vi } from "vitest";
import { Answers } from "../../../src/search/index/answers.ts";
import { Files } from "../../../src/search/index/files.ts";
import type { Inquiry } from "../../../src/search/index/inquiry.ts";
import { questionOf } from "../../../src/search/index/inquiry.ts";
import type { Question } from "../../../src/search/index/protocol.ts";
import { MAX_BYTES } from "../../../src/search/index/texts/read-text.ts";
import { Pace } from "../../../src/search/index/verify/pace.ts";
import { WarmUp } from "../../../src/search/index/warm-up.ts";
import { ScannerWithRoom } from "../../../src/search/index/wasm/scanner.ts";
import { namesIn, work } from "../../support/stored.ts";
import { tree } from "../../support/tree.ts";

const kindOf = ({ query, what, reach }: Inquiry): string =>
  `${query.multiline ? "over lines" : "on lines"}, ${what}, ${reach === undefined ? "all" : "a page"}`;

test("every kind of question is asked, all of which the index understands, and then it is done", async () => {
  const asked: Inquiry[] = [];
  const warmUp = new WarmUp(async (inquiry) => void asked.push(inquiry));
  while (!warmUp.isDone) await warmUp.goOn();
  expect(new Set(asked.map(kindOf))).toEqual(
    new Set(
      ["on lines", "over lines"].flatMap((where) =>
        ["names", "counts", "lines"].flatMap((what) => ["all", "a page"].map((far) => `${where}, ${what}, ${far}`)),
      ),
    ),
  );
  expect(asked.map(questionOf).filter((question) => typeof question === "string" || question.verification === undefined)).toEqual([]);
});

test("it is done as soon as it has taken long, and a question that takes long is known", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    let asked = 0;
    const areLong: boolean[] = [];
    const warmUp: WarmUp = new WarmUp(async () => {
      asked++;
      areLong.push(warmUp.isLong);
      vi.advanceTimersByTime(1_000);
      areLong.push(warmUp.isLong);
    });
    while (!warmUp.isDone) await warmUp.goOn();
    expect({ asked, areLong }).toEqual({ asked: 3, areLong: [false, true, false, true, false, true] });
  } finally {
    vi.useRealTimers();
  }
});

test("a question that is called off is not answered", async () => {
  const root = tree(Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`f${i}.txt`, "a plum\n".repeat(50)])));
  const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, 0));
  files.list(namesIn(root), () => false);
  work(files);
  const [first] = firstQuestions();
  const question = questionOf({ ...(first as Inquiry), query: { ...(first as Inquiry).query, pattern: "pl?um" } }) as Question;
  const [toEnd, calledOff] = [new Answers(files), new Answers(files, new Pace(), () => true)];
  expect([(await toEnd.to(question, 1)).ok, await calledOff.to(question, 1)]).toEqual([true, { ok: false, why: "too many candidates" }]);
});

function firstQuestions(): readonly Inquiry[] {
  const asked: Inquiry[] = [];
  void new WarmUp(async (inquiry) => void asked.push(inquiry)).goOn();
  return asked;
}
