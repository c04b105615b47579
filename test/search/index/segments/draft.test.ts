// Files that wait for a segment.
import { expect, test } from "vitest";
import type { File } from "../../../../src/search/index/file.ts";
import { wantedOf } from "../../../../src/search/index/pattern/pattern.ts";
import { Draft } from "../../../../src/search/index/segments/draft.ts";
import { holdersOf } from "../../../../src/search/index/segments/lookup.ts";
import { NO_STAMP } from "../../../../src/search/index/store/stamp.ts";
import { NO_STATE } from "../../../../src/search/index/texts/read-text.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";

const scanner = new ScannerWithRoom(1_000_000, 0);
const [nobody, plum, pear] = ["", "plum.txt", "pear.txt"].map((name) => ({ name }) as File) as [File, File, File];
const read = (text: string) => ({ kind: "text" as const, bytes: Buffer.from(text), state: NO_STATE, isShared: false, stamp: NO_STAMP });

test("a file that is read twice is found once, as it was read last", () => {
  const draft = new Draft(scanner, nobody);
  draft.add(plum, 1, read("an old plum\n"), true);
  draft.add(pear, 1, read("a pear\n"), true);
  draft.add(plum, 2, read("a new plum\n"), true);
  const { segment, drafted } = draft.finish();
  expect(segment.owners).toEqual([nobody, pear, plum]);
  expect(drafted.get(plum)).toEqual({ version: 2, kind: "text" });
  const holders = holdersOf(segment, wantedOf({ pattern: "plum", caseInsensitive: false }) ?? "anything", "piece");
  expect([...holders.owners].map((owner) => segment.owners[owner])).toEqual([nobody, plum]);
});
