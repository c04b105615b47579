// Some calls before anybody makes one, by a client of our own, in a session of its own: code that has run is loaded and compiled, and who
// calls does not wait for that. Once soon after the start, for ripgrep alone, and once as soon as there is one.
import { once } from "node:events";
import path from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Arguments } from "../../tool.ts";
import type { ServerParts } from "../mcp-server.ts";
import { Connection } from "./connection.ts";
import { Questions } from "./questions.ts";
import { COMMON_PATTERN, MAX_MS } from "./rehearse.ts";
import { ownWorkspace, partsBeside, partsIn } from "./served.ts";

/** After the first message, which is answered by then; who calls at once is not held up. */
const QUIET_MS = 100;
/** So often, what is done for each file and each line that is found is compiled; more often is hardly faster. */
const FIRST_ROUNDS = 7;
const FIRST_MODES: readonly string[] = ["files_with_matches", "content", "files_with_matches"];
/** Hundreds of files that are certainly there: our own. */
const PLACE = path.join(import.meta.dirname, "../..");
const GREETING = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "warm-up", version: "1" } };

/** Warms up some time from now, until somebody calls or the workspace is closed. */
export function warmUpSoon(parts: ServerParts): void {
  const { closed } = parts.workspace;
  if (closed.aborted) return; // who was told to end before the first message came
  const timer = setTimeout(() => void beginWarmUp(parts), QUIET_MS);
  closed.addEventListener("abort", () => clearTimeout(timer), { once: true });
}

async function beginWarmUp(parts: ServerParts): Promise<void> {
  const { workspace } = parts;
  const { session } = workspace;
  prepare(parts);
  const own = session.isUsed ? undefined : ownWorkspace(workspace, PLACE, MAX_MS);
  if (own === undefined) return;
  await callEach(partsIn(parts, own), firstQuestions(), async () => !session.isUsed);
  await own.close();
}

function* firstQuestions(): Generator<Arguments> {
  for (let round = 0; round < FIRST_ROUNDS; round++) for (const output_mode of FIRST_MODES) yield { pattern: COMMON_PATTERN, output_mode };
}

/** What is wrong with it a call in earnest will tell. */
function prepare({ dialect, workspace }: ServerParts): void {
  if (workspace.session.calls > 0) return; // a search does as much itself
  for (const tool of dialect.tools) tool.prepare?.(workspace).catch(() => {});
}

/** Is found nowhere: what is left out of the tree is asked for then, and is known when somebody finds nothing. */
const ABSENT = { pattern: "[q]zx_found_nowhere_xzq", output_mode: "files_with_matches" };
/** Code is compiled at its best when it has run some thousand times. */
const CALLS = 3_000;
/** Between two calls. */
const REST_MS = 1;
/** All of them; and how long it is waited until nobody else calls. */
const MAX_CALLING_MS = 5_000;
const MAX_WAITING_MS = 20_000;
/** Where the index cannot tell after all, or finds nothing, it is left at that. */
const BRIEF = { searchTimeoutMs: 100, isDefaultSearchTimeout: false, receiptMs: 0 };

/** Warms up when the index has nothing else to do for the first time; whoever calls meanwhile comes first. */
export function warmUpByIndex(parts: ServerParts): void {
  const { session, closed } = parts.workspace;
  const begin = (isWarm: boolean): void => {
    if (!isWarm || closed.aborted) return;
    session.onIndexReady.delete(begin);
    const end = performance.now() + MAX_WAITING_MS;
    const untilQuiet = async (callingMs: number): Promise<boolean> => {
      do await sleep(REST_MS);
      while (session.calls > 0 && performance.now() < end);
      return callingMs < MAX_CALLING_MS && performance.now() < end && !closed.aborted;
    };
    const questions = new Questions();
    void callEach(partsBeside(parts, BRIEF), questionsByIndex(questions), untilQuiet, (answer) => questions.learn(answer));
  };
  session.onIndexReady.add(begin);
}

function* questionsByIndex(questions: Questions): Generator<Arguments> {
  yield ABSENT;
  for (let call = 0; call < CALLS; call++) yield questions.next();
}

/** Whether to go on after calls that took so long together. */
type MayGoOn = (callingMs: number) => Promise<boolean>;

/** Calls the tool that searches, in boris' words. Nobody waits for it, and what is wrong with it a call in earnest will tell. */
async function callEach(parts: ServerParts, all: Iterable<Arguments>, mayGoOn: MayGoOn, hear: (answer: string) => void = () => {}): Promise<void> {
  const { dialect, workspace } = parts;
  const tool = dialect.tools.find(({ role }) => role === "search");
  const client = new Client(parts);
  const context = { settings: workspace.settings, directory: workspace.session.directory };
  try {
    await client.greet();
    let callingMs = 0;
    for (const asked of tool === undefined ? [] : all) {
      if (!(await mayGoOn(callingMs))) break;
      const start = performance.now();
      const answer = await client.ask("tools/call", { name: tool?.name, arguments: tool?.roleArguments?.(asked, context) ?? asked });
      callingMs += performance.now() - start;
      hear(answer);
    }
  } catch {
    // the workspace was closed
  } finally {
    await client.close();
  }
}

/** Asks one thing after the other. */
class Client {
  readonly #questions = new PassThrough();
  readonly #answers = new PassThrough();
  readonly #closed: AbortSignal;
  readonly #connection: Connection;

  constructor(parts: ServerParts) {
    this.#closed = parts.workspace.closed;
    this.#connection = new Connection(parts, this.#questions, this.#answers);
  }

  async greet(): Promise<void> {
    await this.ask("initialize", GREETING);
    this.#say({ method: "notifications/initialized" });
  }

  /** What was found, as text; nothing if that is no answer. Rejects when the workspace is closed. */
  async ask(method: string, params: object): Promise<string> {
    const answered = once(this.#answers, "data", { signal: this.#closed });
    this.#say({ id: 1, method, params });
    const [message] = await answered;
    const { result } = JSON.parse(String(message));
    return (result?.isError ? undefined : result?.content?.[0]?.text) ?? "";
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #say(message: object): void {
    this.#questions.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
