// The receipt: what a walk did not look at, by cause, and whether it holds matches. Its looks have a time limit of their own.
import { statOf } from "../workspace/entry.ts";
import { isUtf8, joined, type RawPath } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import type { IgnoreRule, Root, SearchQuery, Skipped, Total } from "./query.ts";
import { lookAtRest } from "./receipt-by-index.ts";
import { byPlace, type Cause, type CauseOf, makeCauseOf, ruleOf } from "./receipt-causes.ts";
import { kindsOf, matchesIn, namesIn, placesOf, type Rest, type RunLook } from "./receipt-places.ts";
import { COUNTS, FILES, matchArguments, NAMES, walkArguments } from "./ripgrep/arguments.ts";
import { readCounts, readNames } from "./ripgrep/listing.ts";
import type { LeftOut } from "./ripgrep/messages.ts";
import { type Reader, runRipgrep } from "./ripgrep/run.ts";
import { isAllowed, isLeftOutAsHidden } from "./walk-run.ts";

type Pattern = Pick<SearchQuery, "pattern" | "caseInsensitive" | "multiline" | "limits">;
type Looked = Pick<Skipped, "ignored" | "named" | "hidden" | "binary" | "matches" | "binaryMatches" | "denied" | "ranOut">;

/** Looks at what the walk left out below the roots. With a pattern it looks into the files, too. */
export async function lookAtSkipped(plan: Plan, pattern: Pattern | undefined, budgetMs: number): Promise<Looked> {
  const look = new Look({ ...plan, deadline: performance.now() + budgetMs });
  for (const [index, root] of plan.roots.entries()) {
    if (root.kind === "directory") await look.at(root, index, pattern);
  }
  return look.sum();
}

/** What a walk is known to have met and to have left out. */
interface Walked {
  readonly leftOut: ReadonlyMap<RawPath, LeftOut>;
  readonly names: ReadonlySet<RawPath>;
  readonly isComplete: boolean;
}

class Look {
  readonly #plan: Plan;
  readonly #rules = new Map<string, { rule?: IgnoreRule; files: number }>();
  readonly #named = new Map<string, number>();
  #hidden = 0;
  #binary = 0;
  #matches = 0;
  #binaryMatches = 0;
  #denied = 0;
  #ranOut = false;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  async at(root: Root, index: number, pattern: Pattern | undefined): Promise<void> {
    const run: RunLook = (look) => this.#run(root, look);
    const unseen = pattern === undefined ? undefined : await this.#plan.narrowed?.unseen({ root, index });
    const rest = pattern === undefined || unseen === undefined ? undefined : await lookAtRest(this.#plan, root, unseen, pattern, run);
    if (rest === undefined) return this.#alone(root, pattern);
    this.#sumUp(root, rest, makeCauseOf(rest.leftOut, undefined, this.#plan), pattern);
  }

  /** Without an index: ripgrep says what its walk leaves out, and which of the files that it meets are binary. */
  async #alone(root: Root, pattern: Pattern | undefined): Promise<void> {
    const binaries = pattern === undefined ? Promise.resolve([]) : this.#binariesIn(root);
    binaries.catch(() => {}); // if the walk is cancelled first, nobody hears that this was, too
    const walked = await this.#walk(root);
    const places = placesOf(walked.leftOut, this.#plan);
    const hidden = [...walked.names].filter((name) => isLeftOutAsHidden(name, this.#plan.walk)); // a rule lets them in again, but only for ripgrep
    if (places === undefined || !hidden.every(isUtf8)) return this.#atEverything(root, walked, binaries, pattern);
    const kinds = kindsOf([...places, ...hidden], root);
    const [names, matches, found, binaryMatches] = await Promise.all([
      namesIn(kinds, (look) => this.#run(root, look)),
      this.#matchesAt(root, [...kinds.files, ...kinds.directories], pattern),
      binaries,
      binaries.then((all) => this.#matchesAt(root, kindsOf(all, root).files, pattern)),
    ]);
    const rest = { leftOut: walked.leftOut, names, matches: new Map([...matches, ...binaryMatches]), binary: found.length };
    this.#sumUp(root, rest, makeCauseOf(walked.leftOut, undefined, this.#plan), pattern);
  }

  /** What was left out cannot be named one by one: what is everywhere, and what of that was not walked. */
  async #atEverything(root: Root, walked: Walked, binaries: Promise<readonly RawPath[]>, pattern: Pattern | undefined): Promise<void> {
    const names = new Set<RawPath>();
    const [matches, binary] = await Promise.all([
      pattern === undefined ? new Map<RawPath, number>() : this.#matchesAnywhere(root, pattern),
      binaries,
      this.#run(root, { args: FILES, everything: true, reader: () => readNames((name) => names.add(name)) }),
    ]);
    const met = new Set([...walked.names].filter((name) => !isLeftOutAsHidden(name, this.#plan.walk)));
    const causeOf = makeCauseOf(walked.leftOut, walked.isComplete ? met : undefined, this.#plan);
    this.#sumUp(root, { leftOut: walked.leftOut, names, matches, binary: binary.length }, causeOf, pattern);
  }

  async #walk(root: Root): Promise<Walked> {
    const leftOut = new Map<RawPath, LeftOut>();
    const names = new Set<RawPath>();
    const isComplete = await this.#run(root, { args: FILES, everything: false, leftOut, reader: () => readNames((name) => names.add(name)) });
    return { leftOut, names, isComplete };
  }

  #sumUp(root: Root, { leftOut, names, matches, binary }: Rest, causeOf: CauseOf, pattern: Pattern | undefined): void {
    const { filter } = this.#plan;
    for (const [name, reason] of leftOut) {
      if (reason.why === "override" && this.#isDeny(root, reason.glob) && filter.passes(name, "file")) this.#denied++;
      // Where names are looked for, an ignored directory may be one of them.
      const isNever = reason.why === "override" && !this.#plan.walk.bulkNames.includes(name.slice(name.lastIndexOf("/") + 1));
      const isSought = pattern === undefined && !isNever && filter.passes(name, "directory") && statOf(joined(root.real, name))?.isDirectory();
      if (isSought) this.#count(causeOf(name), root);
    }
    for (const name of names) if (this.#isMeant(root, name)) this.#count(causeOf(name), root);
    this.#binary += binary;
    if (pattern === undefined) this.#matches = this.#skippedFiles();
    // What is text and was walked holds no match, or there would be no receipt.
    for (const [name, count] of matches) {
      if (!this.#isMeant(root, name)) continue;
      if (causeOf(name) === undefined) this.#binaryMatches += count;
      else this.#matches += count;
    }
  }

  sum(): Looked {
    const total = (count: number): Total => ({ count, exact: !this.#ranOut });
    const ignored = [...this.#rules.values()].map(({ rule, files }) => ({ ...(rule === undefined ? {} : { rule }), files: total(files) }));
    return {
      ignored: ignored.sort((a, b) => b.files.count - a.files.count || byPlace(a.rule, b.rule)),
      named: [...this.#named].map(([name, files]) => ({ name, files: total(files) })),
      hidden: total(this.#hidden),
      binary: total(this.#binary),
      matches: total(this.#matches),
      binaryMatches: total(this.#binaryMatches),
      denied: this.#denied,
      ranOut: this.#ranOut,
    };
  }

  #count(cause: Cause | undefined, root: Root): void {
    if (cause === undefined) return;
    if (cause.kind === "hidden") this.#hidden++;
    else if (cause.kind === "named") this.#named.set(cause.name, (this.#named.get(cause.name) ?? 0) + 1);
    else {
      const key = `${cause.file}\0${cause.glob}`;
      const known = this.#rules.get(key) ?? { ...(cause.file === undefined ? {} : { rule: ruleOf(cause.file, cause.glob ?? "", root, this.#plan) }), files: 0 };
      this.#rules.set(key, { ...known, files: known.files + 1 });
    }
  }

  #skippedFiles(): number {
    const files = [...this.#rules.values()].reduce((sum, rule) => sum + rule.files, this.#hidden);
    return [...this.#named.values()].reduce((sum, count) => sum + count, files);
  }

  /** A name that is not UTF-8 cannot be an argument. */
  async #matchesAt(root: Root, names: readonly RawPath[], pattern: Pattern | undefined): Promise<ReadonlyMap<RawPath, number>> {
    if (pattern === undefined) return new Map();
    if (names.every(isUtf8)) return matchesIn(names, pattern, root, (look) => this.#run(root, look));
    const meant = new Set(names);
    return new Map([...(await this.#matchesAnywhere(root, pattern))].filter(([name]) => meant.has(name)));
  }

  async #matchesAnywhere(root: Root, pattern: Pattern): Promise<ReadonlyMap<RawPath, number>> {
    const matches = new Map<RawPath, number>();
    const reader = (): Reader => readCounts((name, count) => matches.set(name, count));
    await this.#run(root, { args: [...matchArguments(pattern), ...COUNTS, "--text"], everything: true, reader });
    return matches;
  }

  async #binariesIn(root: Root): Promise<readonly RawPath[]> {
    const binary = new Set<RawPath>();
    const reader = (): Reader =>
      readNames((name) => {
        if (this.#isMeant(root, name) && !isLeftOutAsHidden(name, this.#plan.walk)) binary.add(name);
      });
    await this.#run(root, { args: [...NAMES, "--text", "--regexp=\\x00"], everything: false, reader });
    return [...binary];
  }

  async #run(root: Root, look: Parameters<RunLook>[0]): Promise<boolean> {
    const { walk, filter, workspace } = this.#plan;
    const outcome = await runRipgrep(
      {
        ...this.#plan,
        cwd: root.real,
        args: [
          ...walkArguments({
            walk: look.everything ? { ...walk, ignoreFiles: false, hidden: true, bulkNames: [] } : walk,
            exclude: workspace.fence.denyGlobsBelow(root.real),
            // What the filter leaves out would be explained, too, file by file.
            narrow: look.leftOut === undefined ? filter.narrow : [],
            explain: look.leftOut !== undefined,
          }),
          ...look.args,
          "--",
          ...(look.paths ?? ["./"]),
        ],
        ...(look.leftOut === undefined ? {} : { leftOut: look.leftOut }),
      },
      look.reader,
    );
    const isComplete = outcome.ok && outcome.value.ended === "exit";
    if (!isComplete) this.#ranOut = true;
    return isComplete;
  }

  /** What is denied under another name is not told of. */
  #isMeant({ real }: Root, name: RawPath): boolean {
    return this.#plan.filter.passes(name, "file") && isAllowed(joined(real, name), "file", this.#plan.workspace);
  }

  #isDeny(root: Root, glob: string): boolean {
    return this.#plan.workspace.fence.denyGlobsBelow(root.real).includes(glob.replace(/^!/, ""));
  }
}
