// One query, asked of everybody in turn, so that all meet the same noise.
import { differences } from "./answers.mjs";
import { grepArguments, MODES } from "./modes.mjs";
import { median, timed } from "./numbers.mjs";
import { progress } from "./table.mjs";

/** Who is slower than this is asked once, unless it is ripgrep or the back end that is judged. */
const SLOW_MS = 100;

export class Contest {
  #ripgrep;
  #ours;
  #off;
  #rivals;
  /** What differed from ripgrep's answers, and of how many. */
  differences = [];
  compared = 0;

  constructor({ ripgrep, ours, off, rivals }) {
    this.#ripgrep = ripgrep;
    this.#ours = ours;
    this.#off = off;
    this.#rivals = rivals;
  }

  /** All modes of a query, so many times; medians for each. */
  async fixed(query, rounds) {
    const samples = MODES.map((mode) => ({ query, mode, kind: "fixed", times: {}, way: "" }));
    const truth = {};
    for (let round = 0; round < rounds; round++) {
      for (const group of ["list", "count", "content"]) {
        const due = samples.filter(({ mode }) => mode.group === group && hasPage(truth, mode));
        await this.#ask(due, query, group, truth);
      }
    }
    return samples.filter(({ times }) => times.ours !== undefined).map(settled);
  }

  /** The first call for a pattern, in one mode. If ours is not faster, both are asked twice more, for the judgement on single queries. */
  async first(query, wanted) {
    const hasMode = wanted.args.offset === undefined || hasPage(await this.#ripgrep.counts(query), wanted);
    const mode = hasMode ? wanted : MODES.find(({ name }) => name === "first page");
    const sample = { query, mode, kind: query.kind, times: {}, way: "" };
    const truth = {};
    await this.#ask([sample], query, mode.group, truth);
    if (sample.times.ours[0] > sample.times.rg[0]) for (let again = 0; again < 2; again++) await this.#ask([sample], query, mode.group, truth);
    return settled(sample);
  }

  /** Ours comes first: nobody has looked for it before. */
  async #ask(samples, query, group, truth) {
    for (const sample of samples) await this.#askOurs(sample);
    const plain = await this.#plain(query, group);
    Object.assign(truth, plain.truth);
    for (const sample of samples) {
      add(sample, "rg", plain.ms(sample.mode));
      if (sample.mode.lines !== undefined) add(sample, "streamed", await this.#ripgrep.streamed(query, sample.mode.lines));
      await this.#askRivals(sample);
      if (sample.text !== undefined) await this.#compare(sample, truth);
    }
  }

  async #askOurs(sample) {
    const args = grepArguments(sample.query, sample.mode);
    const { ms, value } = await timed(() => this.#ours.grep(args));
    add(sample, "ours", ms);
    sample.way = await this.#ours.way();
    sample.text = sample.times.ours.length === 1 ? value : undefined;
    sample.isFruitless = value.startsWith("No ");
    // Without index the newest files are the list of all of them, cut.
    if (sample.kind === "fixed" && sample.mode.name !== "newest 100 files" && isDue(sample, "off"))
      add(sample, "off", (await timed(() => this.#off.grep(args))).ms);
  }

  /** Whole lists and counts of theirs take seconds: the fixed queries are enough. */
  async #askRivals(sample) {
    if (sample.kind !== "fixed" && sample.mode.lines === undefined) return;
    for (const [name, rival] of Object.entries(this.#rivals)) if (isDue(sample, name)) add(sample, name, await rival.ask(sample.query, sample.mode.name));
  }

  async #plain(query, group) {
    if (group === "list") {
      const { ms, newestMs, names, newest } = await this.#ripgrep.list(query);
      return { ms: ({ name }) => (name === "all files" ? ms : newestMs), truth: { names, newest } };
    }
    if (group === "count") {
      const { ms, counts } = await this.#ripgrep.counts(query);
      return { ms: () => ms, truth: { counts } };
    }
    const ms = await this.#ripgrep.content(query);
    return { ms: () => ms, truth: {} };
  }

  async #compare(sample, truth) {
    const { query, mode, text } = sample;
    truth.counts ??= (await this.#ripgrep.counts(query)).counts;
    this.compared++;
    for (const difference of await differences(text, query, mode, truth, this.#ripgrep)) {
      this.differences.push(`${query.pattern}, ${mode.name}: ${difference}`);
      progress(`DIFFERENCE ${query.pattern}, ${mode.name}: ${difference}`);
    }
    sample.text = undefined;
  }
}

/** The tenth page is asked for where there is one. */
function hasPage({ counts }, { args: { offset = 0 } }) {
  return counts === undefined || offset === 0 || [...counts.values()].reduce((sum, count) => sum + count, 0) > offset;
}

function add(sample, name, ms) {
  if (ms !== undefined) sample.times[name] = [...(sample.times[name] ?? []), ms];
}

function isDue({ times }, name) {
  return (times[name] ?? []).every((ms) => ms < SLOW_MS);
}

/**
 * Medians for fixed queries; for others the first call alone, because repeating only those that were slow would flatter ours. `judged` has the medians of all
 * calls, for the question whether a single query was slower than ripgrep.
 */
function settled({ query, mode, kind, times, way, isFruitless }) {
  const each = (take) => Object.fromEntries(Object.entries(times).map(([name, all]) => [name, take(all)]));
  const judged = each(median);
  return { query, mode, kind, ms: kind === "fixed" ? judged : each(([first]) => first), judged, way, isFruitless };
}
