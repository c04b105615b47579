import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { stepBack } from "../../../src/search/ripgrep/priority.ts";

test("all threads of a process step back, also those that it starts later", async () => {
  const script = 'setTimeout(() => new (require("worker_threads").Worker)("setInterval(() => {}, 1000); console.log(1)", { eval: true }), 50)';
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "spawn");
  stepBack(child.pid as number);
  await once(child.stdout, "data");
  const threads = process.platform === "linux" ? fs.readdirSync(`/proc/${child.pid}/task`).map(Number) : [child.pid as number];
  expect(new Set(threads.map((thread) => os.getPriority(thread)))).toEqual(new Set([19]));
});

test("one that is gone is nobody's concern", async () => {
  const child = spawn("true", { stdio: "ignore" });
  await once(child, "exit");
  expect(() => stepBack(child.pid as number)).not.toThrow();
});
