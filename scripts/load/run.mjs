// npm run load: the HTTP server under load, on loopback, with bounded loops; prints a table. Names of trials as arguments run those alone.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { mixedSessions, parallelGreps, pipelinedViews, slowConnections, soak, wrongTokens } from "./trials.mjs";

/** For one trial; the longest, the soak, takes some minutes. */
const LIMIT_MS = 20 * 60_000;
const TRIALS = { parallelGreps, pipelinedViews, slowConnections, wrongTokens, mixedSessions, soak };

const [busyBefore] = os.loadavg();
const root = makeTree();
process.once("exit", () => fs.rmSync(root, { recursive: true, force: true }));
const server = await start(root);
const asked = process.argv.slice(2);
const rows = [];
for (const [name, trial] of Object.entries(TRIALS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.error(`${name} …`);
  rows.push(await outcomeOf(name, trial));
}
await server.stop();
console.log(`${os.cpus().length} cores, Node ${process.version}, load average ${busyBefore.toFixed(1)} before and ${os.loadavg()[0].toFixed(1)} after\n`);
console.log("| trial | measured | target | |\n|---|---|---|---|");
for (const { what, measured, target, isMet } of rows) console.log(`| ${what} | ${measured} | ${target} | ${isMet ? "met" : "**not met**"} |`);
process.exit(rows.every(({ isMet }) => isMet) ? 0 : 1); // whatever of a trial that failed is still open

/** What came of a trial: one that fails, or does not end, is no reason to know nothing of the others. */
async function outcomeOf(name, trial) {
  let timer;
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${LIMIT_MS / 60_000} minutes`)), LIMIT_MS);
  });
  try {
    return await Promise.race([trial(server), tooLong]);
  } catch (error) {
    return { what: name, measured: `failed: ${error.message.replaceAll(/\s+/g, " ")}`, target: "that it does not", isMet: false };
  } finally {
    clearTimeout(timer);
  }
}

/** 2,000 files in 20 directories, 100 lines each; every word is in 20 files. */
function makeTree() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "fossick-load-"));
  for (let index = 0; index < 2_000; index++) {
    const file = path.join(folder, `d${index % 20}`, `f${Math.floor(index / 20)}.txt`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, Array.from({ length: 100 }, (_, line) => `line ${line} of file ${index} with word${index % 100}x in it\n`).join(""));
  }
  return folder;
}

async function start(workdir) {
  const token = randomBytes(16).toString("hex");
  const child = spawn(process.execPath, ["--expose-gc", path.join(import.meta.dirname, "server.mjs"), "--workdir", workdir], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, FOSSICK_TOKEN: token },
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const url = await Promise.race([new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data)))), exited]);
  if (typeof url !== "string") throw new Error("the server did not start");
  return {
    token,
    port: Number(new URL(url.trim()).port),
    memory: () =>
      new Promise((resolve) => {
        child.once("message", resolve);
        child.send("memory");
      }),
    /** Processes that the server has started and not ended. */
    childProcesses: async () => fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === child.pid).length,
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

function parentOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined; // gone meanwhile
  }
}
