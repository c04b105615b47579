import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { ProgressLines } from "../../src/shell/progress-lines.ts";

test("the first line is sent at once, later ones are joined, the end sends the rest", async () => {
  const sent: string[] = [];
  const lines = new ProgressLines((message) => sent.push(message));
  const [stdout, stderr] = [lines.stream(), lines.stream()];
  stdout(Buffer.from("one\n"));
  expect(sent).toEqual(["one"]);
  stdout(Buffer.from("two\nthr"));
  stderr(Buffer.from("oops\n"));
  stdout(Buffer.from("ee\r\n\n"));
  expect(sent).toEqual(["one"]);
  await sleep(300);
  expect(sent).toEqual(["one", "two\noops\nthree"]);
  stdout(Buffer.from("four"));
  lines.end("send");
  expect(sent).toEqual(["one", "two\noops\nthree", "four"]);
});

test("a character that arrives in pieces is sent whole", () => {
  const sent: string[] = [];
  const lines = new ProgressLines((message) => sent.push(message));
  const stdout = lines.stream();
  for (const byte of Buffer.from("€\n")) stdout(Buffer.from([byte]));
  expect(sent).toEqual(["€"]);
});

test("what nobody wants any more is not sent", async () => {
  const sent: string[] = [];
  const lines = new ProgressLines((message) => sent.push(message));
  const stdout = lines.stream();
  stdout(Buffer.from("one\n"));
  stdout(Buffer.from("two\nthree"));
  lines.end("drop");
  await sleep(300);
  expect(sent).toEqual(["one"]);
});

test("a flood makes few messages, and small ones", async () => {
  const sent: string[] = [];
  const lines = new ProgressLines((message) => sent.push(message));
  const stdout = lines.stream();
  const start = performance.now();
  while (performance.now() - start < 500) {
    stdout(Buffer.alloc(65_536, "yes\n"));
    await sleep(1);
  }
  lines.end("send");
  expect(sent.length).toBeLessThan(10);
  expect(Math.max(...sent.map((message) => message.length))).toBeLessThan(5_000);
});

test("in a flood lines are told whole or not at all, and that some were left out", async () => {
  const sent: string[] = [];
  const lines = new ProgressLines((message) => sent.push(message));
  const stdout = lines.stream();
  const all = Array.from({ length: 5_000 }, (_, i) => `line ${i} €`);
  const bytes = Buffer.from(`${all.join("\n")}\n`);
  for (let at = 0; at < bytes.length; at += 1_500) stdout(bytes.subarray(at, at + 1_500));
  lines.end("send");
  const told = sent.flatMap((message) => message.split("\n"));
  expect(told.filter((line) => line !== "…" && !all.includes(line))).toEqual([]);
  expect(told).toContain("…");
});
