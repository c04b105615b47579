// What ripgrep lists in a tree: as a survey found it, and as events have changed it since. What an event means is judged here; where only ripgrep
// can tell, everything is listed again.
import fs from "node:fs";
import { entryAt, nameOf } from "../../../workspace/entry.ts";
import { fsPath, joined, type RawPath } from "../../../workspace/raw-path.ts";
import { isRule } from "../../tree-walk.ts";
import { MAX_DIRECTORIES, type Survey } from "./survey.ts";
import type { Happened, Watch } from "./watch.ts";

/**
 * What an event tells. Of a file: its content is another, it went, it came and is listed for sure, it came and ripgrep has to say whether it is, or it is none
 * that is listed. Of a directory: it came, or went. "other": the list may not be the same any more.
 */
export type Seen = "changed" | "vanished" | "came" | "perhaps" | "left out" | "nothing" | "directory came" | "directory went" | "other";

/** With more, the whole tree is listed as soon. */
const MAX_ARRIVALS = 500;

export class Listing {
  readonly #tree: RawPath;
  readonly #survey: Survey;
  readonly #watch: Watch;
  readonly #onSeveralNames: (inode: number) => void;

  /** `onSeveralNames` is told of files that have several: through each of them they change. */
  constructor(tree: RawPath, survey: Survey, watch: Watch, onSeveralNames: (inode: number) => void) {
    this.#tree = tree;
    this.#survey = survey;
    this.#watch = watch;
    this.#onSeveralNames = onSeveralNames;
  }

  get files(): Survey["files"] {
    return this.#survey.files;
  }

  /** Files with ignore rules that are not watched, with their ctime. */
  get rules(): Survey["rules"] {
    return this.#survey.rules;
  }

  hasDirectory(name: RawPath): boolean {
    return name === "" || this.#survey.directories.has(name);
  }

  /** What an event about a name means. `unlisted` are files that are known to be left out. */
  judge(name: RawPath, happened: Happened, unlisted: ReadonlySet<RawPath>): Seen {
    if (isRule(nameOf(name))) return "other";
    const entry = entryAt(joined(this.#tree, name));
    if (this.#survey.directories.has(name)) return entry === undefined && !this.#decidesBelow(name) ? "directory went" : "other";
    if (this.#survey.links.has(name)) return "other";
    const isListed = this.files.has(name);
    if (entry === undefined) return isListed ? "vanished" : "nothing";
    if (entry.isDirectory() && !isListed) return this.#mayBeLeftOut(name) ? "other" : "directory came";
    if (!entry.isFile()) return "other";
    if (entry.nlink > 1n) this.#onSeveralNames(Number(entry.ino));
    if (isListed) return "changed";
    if (happened === "change") return "nothing"; // only a name that came can be one that ripgrep would list now
    if (unlisted.has(name)) return "left out";
    return this.#mayBeLeftOut(name) ? "perhaps" : "came";
  }

  /** A directory came: it and those in it are watched, and then everything in them has come, too. Gives the files; undefined if ripgrep has to list them. */
  enter(name: RawPath): readonly RawPath[] | undefined {
    const pending = [name];
    const files: RawPath[] = [];
    for (let entered = 0; pending.length > 0; entered++) {
      const directory = pending.pop() as RawPath;
      const inside = entered < MAX_ARRIVALS ? this.#watched(directory) : undefined;
      if (inside?.every((entry) => this.#isPlain(entry, joined(directory, entry.name))) !== true) return undefined;
      this.#survey.directories.add(directory);
      for (const entry of inside) (entry.isFile() ? files : pending).push(joined(directory, entry.name));
    }
    return files.length > MAX_ARRIVALS ? undefined : files;
  }

  /** What stands in a directory from the moment on when it is watched; undefined if it is gone again, or cannot be watched or read: the next survey says so. */
  #watched(name: RawPath): readonly fs.Dirent[] | undefined {
    const directory = joined(this.#tree, name);
    try {
      if (this.#watch.size >= MAX_DIRECTORIES || entryAt(directory)?.dev !== entryAt(this.#tree)?.dev) return undefined;
      this.#watch.add(directory);
      return fs.readdirSync(fsPath(directory), { withFileTypes: true, encoding: "latin1" }) as fs.Dirent[];
    } catch {
      return undefined;
    }
  }

  /** Whether it is a file, or a directory that is listed for sure, and no rule for others. */
  #isPlain(entry: fs.Dirent, name: RawPath): boolean {
    return !isRule(entry.name) && (entry.isFile() || (entry.isDirectory() && !this.#mayBeLeftOut(name)));
  }

  /** A directory went, with everything in it. */
  leave(name: RawPath): void {
    for (const directory of this.#survey.directories) {
      if (directory !== name && !directory.startsWith(`${name}/`)) continue;
      this.#survey.directories.delete(directory);
      this.#watch.remove(joined(this.#tree, directory));
    }
    this.#survey.ignored?.forget();
  }

  #mayBeLeftOut(name: RawPath): boolean {
    return this.#survey.ignored?.mayMean(name) !== false;
  }

  /** Whether a directory holds links, or rules: should it come back without them, others of its files may be listed. */
  #decidesBelow(name: RawPath): boolean {
    if (this.#survey.ruled.has(name)) return true;
    for (const names of [this.#survey.links, this.#survey.ruled]) for (const each of names) if (each.startsWith(`${name}/`)) return true;
    return false;
  }
}
