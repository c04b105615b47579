// Answers from what is known of files: which of them may match, and, where the pattern is proven, what ripgrep would print of them.
import type { RawPath } from "../../workspace/raw-path.ts";
import { compiledFilter } from "../filter.ts";
import { isLeftOutAsHidden } from "../walk-run.ts";
import type { Crowd } from "./crowd.ts";
import type { Chosen, Picked } from "./file.ts";
import type { Files } from "./files.ts";
import { patternOf } from "./inquiry.ts";
import type { ProvenQuery } from "./pattern/proven.ts";
import type { Answer, Candidates, Place, Question, Which } from "./protocol.ts";
import { InOrder, type Reach } from "./verify/in-order.ts";
import { Pace, SURELY, workOf } from "./verify/pace.ts";
import type { Verification } from "./verify/verdicts.ts";
import { verifyFiles } from "./verify/verify-files.ts";

/** Lists of more bytes take longer to read than they save. */
const MAX_LIST_BYTES = 400_000;
/** Who has to look at more does it without us. */
const MAX_LISTED = 20_000;
/** To find the newest of more takes longer than a few of them are worth, where each of them takes long. */
const MAX_ORDERED = 40_000;
/** So many candidates tell how many there are in all. */
const ENOUGH_TO_TELL = 4_096;
/** So many times what was asked for is not much more. */
const FEW = 4;
const TOO_MANY: Answer = { ok: false, why: "too many candidates" };
const NOBODY: Picked = { known: [], doubtful: [] };
const CHANGED: Answer = { ok: false, why: "changed meanwhile" };

/** `structure` names the state of the tree that an answer is about. */
export class Answers {
  readonly #files: Files;
  readonly #pace: Pace;
  readonly #isCalledOff: () => boolean;

  /** `isCalledOff`: nobody waits for an answer any more. */
  constructor(files: Files, pace = new Pace(), isCalledOff = () => false) {
    this.#files = files;
    this.#pace = pace;
    this.#isCalledOff = isCalledOff;
  }

  async to(question: Question, structure: number): Promise<Answer> {
    const { verification, maxCandidates, reach } = question;
    if (reach?.order === "newest" && reach.after !== undefined && reach.after.moment !== this.#files.moment) return CHANGED;
    const crowd = this.#files.picker.pick({ ...question, passes: namesOf(question) });
    if (reach === undefined && crowd.toCome > MAX_LIST_BYTES) return TOO_MANY;
    const isLong = reach?.order === "newest" && (verification === undefined || "match" in verification.proven);
    if (isLong && crowd.toCome > MAX_ORDERED) return verification === undefined || reach.after !== undefined ? TOO_MANY : this.to(whole(question), structure);
    if (reach === undefined && !(verification === undefined ? crowd.openAll(maxCandidates) : this.#openAll(crowd, verification))) return TOO_MANY;
    if (verification === undefined && reach === undefined) return this.#listAll(question, crowd, structure);
    const answer = await (verification === undefined
      ? this.#listNext(question, reach as Reach, crowd, structure)
      : this.#verify(question, verification, crowd, structure));
    return answer.ok && answer.rest !== undefined ? { ...answer, unsure: unsureIn(crowd, question) } : answer;
  }

  /** Files of some kind. */
  list(place: Place, which: Which, structure: number): Answer {
    if (which.what === "newest") return this.#newest(place, which.names, structure);
    if (which.what === "binaries") return this.#binaries(place, which.query, structure);
    return this.#listPicked(place, this.#picked(place, which), structure);
  }

  #listPicked(place: Place, picked: Picked, structure: number): Answer {
    const count = picked.known.length + picked.doubtful.length;
    return this.#list({ ...place, maxCandidates: MAX_LISTED, maxBytes: Number.POSITIVE_INFINITY }, picked, count, structure);
  }

  #binaries(place: Place, query: ProvenQuery, structure: number): Answer {
    const picked = this.#files.picker.binaries(namesOf(place));
    const answer = this.#listPicked(place, picked, structure);
    if (!answer.ok) return answer;
    const from = prefixOf(place).length;
    const suspects = this.#files.picker.suspects(picked.known, patternOf(query).wanted ?? "anything");
    return { ...answer, suspects: suspects.map(({ file }) => file.name.slice(from)) };
  }

  #picked(place: Place, which: Exclude<Which, { what: "newest" | "binaries" }>): Picked {
    if (which.what === "larger") return this.#files.picker.larger(which.bytes, namesOf(place));
    const [passes, from] = [namesOf({ ...place, hidden: true }), prefixOf(place).length];
    return which.what === "nothing" ? NOBODY : this.#files.picker.named((name) => passes(name) && isLeftOutAsHidden(name.slice(from), { hidden: false }));
  }

  #newest(place: Place, names: string, structure: number): Answer {
    const prefix = prefixOf(place);
    const full = names
      .split("\0")
      .slice(0, -1)
      .map((name) => prefix + name);
    const places = this.#files.newestPlaces(full);
    if (places === undefined) return CHANGED;
    const answer = this.#list({ ...place, maxCandidates: 0, maxBytes: 0 }, NOBODY, places.length, structure);
    return answer.ok ? { ...answer, places } : answer;
  }

  async #verify(question: Question, verification: Verification, crowd: Crowd, structure: number): Promise<Answer> {
    const { reach, maxBytes } = question;
    const task = { crowd, verification, cut: prefixOf(question).length, maxBytes, reach, passes: namesOf(question), isCalledOff: this.#isCalledOff };
    const verified = await verifyFiles(task, this.#files, this.#pace);
    if (verified === "too slow") return TOO_MANY;
    const { left, ...found } = verified;
    const answer = this.#list(question, left, crowd.size + crowd.toCome, structure);
    return answer.ok ? { ...answer, ...found } : answer;
  }

  /** False if a part of them, from all over the tree, tells that it would take too long to verify all. */
  #openAll(crowd: Crowd, verification: Verification): boolean {
    const ofAll = crowd.unopened;
    while (crowd.unopened > 0) {
      crowd.openAny();
      if (crowd.size < ENOUGH_TO_TELL || crowd.unopened === 0) continue;
      const inAll = ofAll / (ofAll - crowd.unopened);
      const load = { files: inAll * crowd.size, bytes: inAll * crowd.foundBytes, work: workOf(verification) };
      if (this.#pace.estimateMs(load) > SURELY * verification.budgetMs) return false;
    }
    return true;
  }

  #listAll(question: Question, crowd: Crowd, structure: number): Answer {
    return this.#list(question, pickedOf(crowd, Array.from({ length: crowd.size }).keys()), crowd.size, structure);
  }

  /** The next few in order. */
  #listNext(question: Question, reach: Reach, crowd: Crowd, structure: number): Answer {
    const candidates = new InOrder(crowd, reach, this.#files);
    const most = candidates.left <= FEW * question.maxCandidates ? candidates.left : question.maxCandidates;
    const next: number[] = [];
    for (let index = candidates.next(); index !== undefined; index = next.length < most ? candidates.next() : undefined) next.push(index);
    const answer = this.#list({ ...question, maxCandidates: most }, pickedOf(crowd, next), crowd.size + crowd.toCome, structure);
    return answer.ok && candidates.passed !== undefined ? { ...answer, rest: candidates.passed } : answer;
  }

  #list(question: Place & Pick<Question, "maxCandidates" | "maxBytes">, left: Picked, picked: number, structure: number): Answer {
    if (left.known.length + left.doubtful.length > question.maxCandidates) return TOO_MANY;
    return { ok: true, candidates: namesFor(question, left), picked: Math.min(picked, this.#files.count), files: this.#files.count, structure };
  }
}

/** The same question for all of the result. */
function whole({ reach: _, ...question }: Question): Question {
  return question;
}

/** Some of a crowd. */
function pickedOf(crowd: Crowd, indexes: Iterable<number>): Picked {
  const picked: { known: Chosen[]; doubtful: Chosen[] } = { known: [], doubtful: [] };
  for (const index of indexes) picked[crowd.isKnown(index) ? "known" : "doubtful"].push({ file: crowd.file(index) });
  return picked;
}

/** Files of a crowd that are not vouched for. */
function unsureIn(crowd: Crowd, place: Place): readonly RawPath[] {
  const from = prefixOf(place).length;
  const names: RawPath[] = [];
  for (let index = 0; index < crowd.size && !crowd.isKnown(index); index++) names.push(crowd.file(index).name.slice(from));
  return names;
}

/** Which names a question means. */
function namesOf(place: Place): (name: RawPath) => boolean {
  const prefix = prefixOf(place);
  const filter = compiledFilter(place.filter);
  const isMeant = (name: RawPath): boolean => filter(name, "file") && !isLeftOutAsHidden(name, place);
  return (name) => name.startsWith(prefix) && isMeant(name.slice(prefix.length));
}

function prefixOf({ below: directory }: Place): string {
  return directory === "" ? "" : `${directory}/`;
}

/** ripgrep leaves out large files only where it meets them. */
function namesFor(question: Place & Pick<Question, "maxBytes">, { known, doubtful }: Picked): Candidates {
  const from = prefixOf(question).length;
  const met = [...doubtful, ...known.filter(({ file }) => file.size > question.maxBytes)];
  const named = known.filter(({ file }) => file.size <= question.maxBytes);
  return { text: named.map(({ file }) => file.name.slice(from)), doubtful: met.map(({ file }) => file.name.slice(from)) };
}
