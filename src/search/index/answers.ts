// Answers from what is known of files: which of them may match, and, where the pattern is proven, what ripgrep would print of them.
import type { RawPath } from "../../workspace/raw-path.ts";
import { compiledFilter } from "../filter.ts";
import type { Files, Picked } from "./files.ts";
import type { Answer, Candidates, Place, Question } from "./protocol.ts";
import { Pace, type Verification, verifyFiles } from "./verify-files.ts";

/** Lists of more bytes take longer to read than they save. */
const MAX_LIST_BYTES = 400_000;
/** A receipt that has to look at more is made without us. */
const MAX_BINARIES = 20_000;
const TOO_MANY: Answer = { ok: false, why: "too many candidates" };

/** `structure` names the state of the tree that an answer is about. */
export class Answers {
  readonly #files: Files;
  readonly #pace = new Pace();

  constructor(files: Files) {
    this.#files = files;
  }

  async to(question: Question, structure: number): Promise<Answer> {
    if (this.#files.estimate(question.wanted) > MAX_LIST_BYTES) return TOO_MANY;
    const { verification, maxCandidates } = question;
    const picked = this.#files.pick({ ...question, passes: namesOf(question) }, verification === undefined ? maxCandidates : Number.POSITIVE_INFINITY);
    if (picked === undefined) return TOO_MANY;
    return verification === undefined ? this.#list(question, picked, picked, structure) : this.#verify(question, verification, picked, structure);
  }

  /** Which files a walk takes for binary, and which it may. */
  binaries(place: Place, structure: number): Answer {
    const picked = this.#files.binaries(namesOf(place));
    return this.#list({ ...place, maxCandidates: MAX_BINARIES, maxBytes: Number.POSITIVE_INFINITY }, picked, picked, structure);
  }

  async #verify(question: Question, verification: Verification, picked: Picked, structure: number): Promise<Answer> {
    if (this.#pace.estimateMs(picked) > verification.budgetMs) return TOO_MANY;
    const start = performance.now();
    const verified = await verifyFiles(picked, verification, prefixOf(question).length, this.#files);
    if (verified === "too slow") {
      this.#pace.wasTooSlow();
      return TOO_MANY;
    }
    const { left, ...found } = verified;
    this.#pace.note(picked, performance.now() - start);
    const answer = this.#list(question, left, picked, structure);
    return answer.ok ? { ...answer, ...found } : answer;
  }

  #list(question: Place & Pick<Question, "maxCandidates" | "maxBytes">, left: Picked, picked: Picked, structure: number): Answer {
    if (left.known.length + left.doubtful.length > question.maxCandidates) return TOO_MANY;
    return { ok: true, candidates: namesFor(question, left), picked: picked.known.length + picked.doubtful.length, files: this.#files.count, structure };
  }
}

/** Which names a question means. */
function namesOf(place: Place): (name: RawPath) => boolean {
  const prefix = prefixOf(place);
  const filter = compiledFilter(place.filter);
  return (name) => name.startsWith(prefix) && filter(name.slice(prefix.length), "file");
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
