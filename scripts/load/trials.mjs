// The trials under load. Each has a bound on what it does, and says whether its target was met.
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "./client.mjs";

/** The calls of an hour: an agent makes one every five seconds, and there are 64 of them. */
const HOUR_OF_CALLS = (64 * 3600) / 5;

/** Runs the same at once, and gives the times of all. */
async function timed(count, task) {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const start = performance.now();
      await task(index);
      return performance.now() - start;
    }),
  );
}

export function p95(times) {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1];
}

const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

/** One call of a mix of reading, searching and running. */
async function anyCall(client, index) {
  const file = `d${index % 20}/f${index % 100}.txt`;
  if (index % 10 === 0) return client.call("bash", { command: `echo ${index}; head -c 100 ${file}` });
  if (index % 10 < 4) return client.call("grep", { pattern: `word${index % 100}x`, output_mode: "content", head_limit: 20 });
  return client.call("view", { path: file });
}

export async function mixedSessions(server, { ms = 60_000, sessions = 64 } = {}) {
  const clients = await Promise.all(Array.from({ length: sessions }, () => Client.open(server)));
  const end = performance.now() + ms;
  const times = [];
  await Promise.all(
    clients.map(async (client, number) => {
      for (let index = number; performance.now() < end; index++) {
        const start = performance.now();
        await anyCall(client, index);
        times.push(performance.now() - start);
      }
      await client.close();
    }),
  );
  const left = await server.childProcesses();
  return {
    what: `${sessions} sessions, grep, view and bash, ${ms / 1000} s`,
    measured: `${times.length} calls, none failed, p95 ${seconds(p95(times))}, processes left ${left}`,
    target: "none fails, none left",
    isMet: left === 0,
  };
}

export async function parallelGreps(server, { count = 100, limitMs = 2_500 } = {}) {
  const client = await Client.open(server);
  const times = await timed(count, (index) => client.call("grep", { pattern: `word${index}x` }));
  await client.close();
  return {
    what: `${count} parallel greps over 2,000 files`,
    measured: `p95 ${seconds(p95(times))}`,
    target: `p95 ≤ ${seconds(limitMs)}`,
    isMet: p95(times) <= limitMs,
  };
}

export async function pipelinedViews(server, { count = 1_000, limitMs = 700, rounds = 3 } = {}) {
  const client = await Client.open(server);
  const messages = Array.from({ length: count }, (_, index) => ({
    method: "tools/call",
    params: { name: "view", arguments: { path: `d${index % 20}/f${index % 100}.txt` } },
  }));
  const all = [];
  for (let round = 0; round <= rounds; round++) all.push(p95(await client.pipelined(messages)));
  await client.close();
  const [cold, ...warm] = all;
  const median = warm.toSorted((a, b) => a - b)[Math.floor(warm.length / 2)];
  return {
    what: `${count} pipelined views, one connection`,
    measured: `p95 ${seconds(median)} (median of ${rounds} rounds; the first, cold: ${seconds(cold)})`,
    target: `p95 ≤ ${seconds(limitMs)}`,
    isMet: median <= limitMs,
  };
}

export async function slowConnections(server, { count = 200, calls = 100, limitMs = 1_000 } = {}) {
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = net.connect(server.port, "127.0.0.1");
    socket.on("error", () => {}); // cut off, as it should be
    const body = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`;
    socket.write(index % 2 === 0 ? "GET /health HTTP/1.1\r\n" : body);
    return socket;
  });
  const drip = setInterval(() => {
    for (const [index, socket] of sockets.entries()) if (socket.writable) socket.write(index % 2 === 0 ? "X: y\r\n" : " ");
  }, 500);
  const client = await Client.open(server);
  const times = [];
  for (let index = 0; index < calls; index++) {
    const start = performance.now();
    await anyCall(client, index);
    times.push(performance.now() - start);
    await sleep(50);
  }
  for (let waited = 0; waited < 45_000 && sockets.some(({ closed }) => !closed); waited += 500) await sleep(500);
  const open = sockets.filter(({ closed }) => !closed).length;
  clearInterval(drip);
  for (const socket of sockets) socket.destroy();
  await client.close();
  return {
    what: `${count} slow connections, and a good client's ${calls} calls`,
    measured: `p95 ${seconds(p95(times))}; slow ones still open at the end: ${open}`,
    target: `p95 < ${seconds(limitMs)}, all cut off`,
    isMet: p95(times) < limitMs && open === 0,
  };
}

export async function wrongTokens(server, { count = 100_000, atOnce = 50 } = {}) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
  const statuses = new Map();
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = next++; index < count; index = next++) {
        const { status } = await new Client({ port: server.port, token: guess(server.token, index) }, agent).post({ id: 1, method: "tools/list" });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  agent.destroy();
  const refused = statuses.get(401) ?? 0;
  return {
    what: `${count} wrong tokens`,
    measured: `refused ${refused}, accepted ${count - refused}`,
    target: "none accepted",
    isMet: refused === count,
  };
}

/** Near misses: a character off, longer, shorter, in another case, or nothing like it. */
function guess(token, index) {
  const at = index % token.length;
  const other = String.fromCharCode(33 + ((((token.charCodeAt(at) - 33 + 1 + (index % 90)) % 94) + 94) % 94));
  const guesses = [
    token.slice(0, at) + other + token.slice(at + 1),
    token + index,
    token.slice(0, at) || "x",
    `${index}-${token.toUpperCase()}`,
    String(index * 7919),
  ];
  return guesses[index % guesses.length] === token ? "x" : guesses[index % guesses.length];
}

export async function soak(server, { calls = HOUR_OF_CALLS, sessions = 16, callsInSession = 90, limit = 0.05 } = {}) {
  const work = async (count) => {
    let done = 0;
    await Promise.all(
      Array.from({ length: sessions }, async () => {
        const agent = new http.Agent({ keepAlive: true });
        while (done < count) {
          const client = await Client.open(server, agent);
          for (let index = 0; index < callsInSession && done < count; index++) await anyCall(client, done++);
          await client.close();
        }
        agent.destroy();
      }),
    );
  };
  await work(calls / 10);
  const before = await server.memory();
  await work(calls);
  const after = await server.memory();
  const grown = after.held / before.held - 1;
  const megabytes = ({ held, rss }) => `${(held / 2 ** 20).toFixed(1)} MB held (${Math.round(rss / 2 ** 20)} MB resident)`;
  return {
    what: `soak: ${calls} calls in ${Math.ceil(calls / callsInSession)} sessions, an hour's worth of 64 agents`,
    measured: `${megabytes(before)} → ${megabytes(after)}, ${(100 * grown).toFixed(1)} %`,
    target: `within ${100 * limit} %`,
    isMet: Math.abs(grown) <= limit || grown < 0,
  };
}
