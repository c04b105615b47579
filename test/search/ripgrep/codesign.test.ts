import { expect, test } from "vitest";
import { makeRunnable, type RunTool } from "../../../src/search/ripgrep/codesign.ts";

function recorder(signature: string): { run: RunTool; calls: string[] } {
  const calls: string[] = [];
  const run: RunTool = async (file, args) => {
    calls.push([file, ...args].join(" "));
    return { stdout: "", stderr: args.includes("-d") && file === "codesign" ? signature : "" };
  };
  return { run, calls };
}

test("a binary with only the linker's signature is signed and freed from quarantine", async () => {
  const { run, calls } = recorder("CodeDirectory v=20400 flags=0x20002(adhoc,linker-signed)");
  await makeRunnable("/x/rg", "darwin", run);
  expect(calls).toEqual([
    "codesign -vv -d /x/rg",
    "codesign --sign - --force --preserve-metadata=entitlements,requirements,flags,runtime /x/rg",
    "xattr -d com.apple.quarantine /x/rg",
  ]);
});

test("a signed one is left alone, and elsewhere nobody is asked", async () => {
  const signed = recorder("flags=0x2(adhoc)");
  await makeRunnable("/x/rg", "darwin", signed.run);
  const linux = recorder("");
  await makeRunnable("/x/rg", "linux", linux.run);
  expect([signed.calls, linux.calls]).toEqual([["codesign -vv -d /x/rg"], []]);
});

test("a tool that fails does not stop the search", async () => {
  await expect(makeRunnable("/x/rg", "darwin", () => Promise.reject(new Error("no codesign")))).resolves.toBeUndefined();
});
