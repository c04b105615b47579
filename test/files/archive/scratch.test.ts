import zlib from "node:zlib";
import { test } from "vitest";
import { listArchive } from "../../../src/files/archive/list-members.ts";
import { viewMember } from "../../../src/files/archive/view-member.ts";
import { DEFAULTS } from "../../../src/settings.ts";
import { createWorkspace } from "../../../src/workspace/workspace.ts";
import { pax, tar, zip } from "../../support/archives.ts";
import { tree } from "../../support/tree.ts";

test("x", async () => {
  const m = [
    { name: "a.txt", data: "hello\nworld\n" },
    { name: "dir/b.txt", data: "x".repeat(1000) },
    { name: "../evil", data: "e" },
    { name: "a.txt", data: "second\n" },
  ];
  const root = tree({
    "a.zip": zip(m),
    "b.tar": tar(m),
    "c.tgz": zlib.gzipSync(tar(m)),
    "d.tar": tar([pax({ path: "long/é" }), { name: "x", data: "y" }, { name: "l", type: "2" }]),
    "z64.zip": zip(
      m.map((x) => ({ ...x, descriptor: true })),
      { zip64: true },
    ),
  });
  const ws = createWorkspace({ ...DEFAULTS, workdir: root });
  if (!ws.ok) throw 1;
  const s = new AbortController().signal;
  for (const p of ["a.zip", "b.tar", "c.tgz", "d.tar", "z64.zip", "a.zip:dir/", "a.zip:nope", "a.zip:dir/c.txt", "no.zip:x"])
    console.log(p, JSON.stringify(await listArchive(p, 1000, ws.value, s)));
  const q = (path: string) => ({ path, maxLines: 10, columns: 100, limits: { textChars: 1000, timeMs: 1000 } });
  for (const p of ["a.zip:a.txt", "b.tar:a.txt", "c.tgz:a.txt", "a.zip:dir", "a.zip:../evil", "z64.zip:a.txt"])
    console.log(p, JSON.stringify(await viewMember(q(p), ws.value, s)));
});
