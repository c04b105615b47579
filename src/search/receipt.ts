// The receipt: what a walk did not look at, by cause, and whether it holds matches. Its looks have a time limit of their own.
import fs from "node:fs";
import path from "node:path";
import { statOf } from "../workspace/entry.ts";
import { below, joined, type RawPath, textOf } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import type { IgnoreRule, Root, SearchQuery, Skipped, Total } from "./query.ts";
import { lookAtRest, type RunLook } from "./receipt-by-index.ts";
import { COUNTS, FILES, matchArguments, NAMES, walkArguments } from "./ripgrep/arguments.ts";
import { readCounts, readNames } from "./ripgrep/listing.ts";
import type { LeftOut } from "./ripgrep/messages.ts";
import { type Reader, runRipgrep } from "./ripgrep/run.ts";
import { isLeftOutAsHidden } from "./walk-run.ts";

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

/** Why a file was not looked at; undefined = it was. A rule may not be known: ripgrep explains slowly. */
type Cause =
  | { readonly kind: "rule"; readonly file?: RawPath; readonly glob?: string }
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "hidden" };

/** What the looks at one root brought. */
interface Seen {
  readonly leftOut: ReadonlyMap<RawPath, LeftOut>;
  /** Everything that is there. */
  readonly names: ReadonlySet<RawPath>;
  readonly matches: ReadonlyMap<RawPath, number>;
  readonly binary: number;
  readonly causeOf: (name: RawPath) => Cause | undefined;
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
    const unseen = pattern === undefined ? undefined : await this.#plan.narrowed?.unseen({ root, index });
    const run: RunLook = (look) => this.#run(root, look);
    const rest = pattern === undefined || unseen === undefined ? undefined : await lookAtRest(this.#plan, root, unseen, matchArguments(pattern), run);
    if (rest === undefined) return this.#atEverything(root, pattern);
    this.#sumUp(root, { ...rest, causeOf: makeCauseOf(rest.leftOut, undefined, this.#plan) }, pattern);
  }

  /** All looks at once: what each of them means is known when the walk has said what it left out. */
  async #atEverything(root: Root, pattern: Pattern | undefined): Promise<void> {
    const leftOut = new Map<RawPath, LeftOut>();
    const names = new Set<RawPath>();
    const walked = new Set<RawPath>();
    const [matches, binary, isWalkKnown] = await Promise.all([
      pattern === undefined ? new Map<RawPath, number>() : this.#matchesAnywhere(root, pattern),
      pattern === undefined ? 0 : this.#binaryFiles(root),
      this.#run(root, { args: FILES, everything: false, reader: () => readNames((name) => isLeftOutAsHidden(name, this.#plan.walk) || walked.add(name)) }),
      this.#run(root, { args: FILES, everything: false, leftOut, reader: () => () => undefined }),
      this.#run(root, { args: FILES, everything: true, reader: () => readNames((name) => names.add(name)) }),
    ]);
    this.#sumUp(root, { leftOut, names, matches, binary, causeOf: makeCauseOf(leftOut, isWalkKnown ? walked : undefined, this.#plan) }, pattern);
  }

  #sumUp(root: Root, { leftOut, names, matches, binary, causeOf }: Seen, pattern: Pattern | undefined): void {
    const { filter } = this.#plan;
    for (const [name, reason] of leftOut) {
      if (reason.why === "override" && this.#isDeny(root, reason.glob) && filter.passes(name, "file")) this.#denied++;
      // Where names are looked for, an ignored directory may be one of them.
      const isNever = reason.why === "override" && !this.#plan.walk.bulkNames.includes(name.slice(name.lastIndexOf("/") + 1));
      const isSought = pattern === undefined && !isNever && filter.passes(name, "directory") && statOf(joined(root.real, name))?.isDirectory();
      if (isSought) this.#count(causeOf(name), root);
    }
    for (const name of names) if (filter.passes(name, "file")) this.#count(causeOf(name), root);
    this.#binary += binary;
    if (pattern === undefined) this.#matches = this.#skippedFiles();
    // What is text and was walked holds no match, or there would be no receipt.
    for (const [name, count] of matches) {
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

  async #matchesAnywhere(root: Root, pattern: Pattern): Promise<ReadonlyMap<RawPath, number>> {
    const matches = new Map<RawPath, number>();
    const reader = (): Reader => readCounts((name, count) => this.#plan.filter.passes(name, "file") && matches.set(name, count));
    await this.#run(root, { args: [...matchArguments(pattern), ...COUNTS, "--text"], everything: true, reader });
    return matches;
  }

  async #binaryFiles(root: Root): Promise<number> {
    const binary = new Set<RawPath>();
    const reader = (): Reader =>
      readNames((name) => {
        if (this.#plan.filter.passes(name, "file") && !isLeftOutAsHidden(name, this.#plan.walk)) binary.add(name);
      });
    await this.#run(root, { args: [...NAMES, "--text", "--regexp=\\x00"], everything: false, reader });
    return binary.size;
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

  #isDeny(root: Root, glob: string): boolean {
    return this.#plan.workspace.fence.denyGlobsBelow(root.real).includes(glob.replace(/^!/, ""));
  }
}

/** Where rules stand, so that those of one weight come in the same order each time. */
function byPlace(a: IgnoreRule | undefined, b: IgnoreRule | undefined): number {
  if (a?.file !== b?.file) return (a?.file ?? "") < (b?.file ?? "") ? -1 : 1;
  return (a?.line ?? 0) - (b?.line ?? 0) || ((a?.glob ?? "") < (b?.glob ?? "") ? -1 : 1);
}

function makeCauseOf(leftOut: ReadonlyMap<RawPath, LeftOut>, walked: ReadonlySet<RawPath> | undefined, plan: Plan): (name: RawPath) => Cause | undefined {
  const causeOfPart = (part: RawPath): Cause | undefined => {
    const last = part.slice(part.lastIndexOf("/") + 1);
    if (plan.walk.bulkNames.includes(last)) return { kind: "named", name: last };
    const reason = leftOut.get(part);
    if (reason?.why === "rule") return { kind: "rule", file: reason.file, glob: reason.glob };
    return reason?.why === "hidden" ? { kind: "hidden" } : undefined;
  };
  return (name) => {
    if (walked?.has(name)) return undefined;
    for (const part of partsOf(name)) {
      const cause = causeOfPart(part);
      if (cause !== undefined) return cause;
    }
    if (isLeftOutAsHidden(name, plan.walk)) return { kind: "hidden" }; // a rule lets it in again, but only for ripgrep
    return walked === undefined ? undefined : { kind: "rule" };
  };
}

/** `a`, `a/b`, `a/b/c`. */
function* partsOf(name: RawPath): Generator<RawPath> {
  for (let end = name.indexOf("/"); end !== -1; end = name.indexOf("/", end + 1)) yield name.slice(0, end);
  yield name;
}

const MAX_RULE_FILE_BYTES = 1024 * 1024;

/** Names the rule's file as short as possible, and the line on which it stands. */
function ruleOf(printed: string, glob: string, root: Root, { workspace }: Plan): IgnoreRule {
  const file = printed.startsWith("./") ? joined(textOf(root.real), printed.slice(2)) : printed;
  const relative = below(textOf(workspace.session.directory), path.normalize(file)) ?? file;
  const line = lineOf(file, glob);
  return { file: relative, glob, ...(line === undefined ? {} : { line }) };
}

/** The last such line wins, as it does for git. */
function lineOf(file: string, glob: string): number | undefined {
  try {
    if (fs.statSync(file).size > MAX_RULE_FILE_BYTES) return undefined;
    const lines = fs.readFileSync(file, "utf8").split("\n");
    const index = lines.findLastIndex((line) => line.replace(/\r$/, "").trimEnd() === glob.trimEnd());
    return index === -1 ? undefined : index + 1;
  } catch {
    return undefined; // the rule is named without its line
  }
}
