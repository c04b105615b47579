// Verifies candidates in process, file by file, within a budget; what only ripgrep can judge is left over.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { File, Picked } from "./files.ts";
import type { Proven } from "./proven.ts";
import type { ReadText } from "./read-text.ts";
import { printedOf, type Shape } from "./verify.ts";

export interface Verification {
  readonly proven: Proven;
  readonly shape: Shape;
  /** What is printed goes no further. */
  readonly maxChars: number;
}

export interface Verified {
  /** What ripgrep would print, one character a byte. */
  readonly printed: string;
  readonly left: Picked;
}

/** Events are heard and other questions answered in between. */
const SLICE_MS = 8;

/** `cut` takes what begins the printed names away: they are relative to where the search starts. */
export async function verifyFiles(picked: Picked, verification: Verification, cut: number, read: (file: File) => ReadText): Promise<Verified> {
  const { proven, shape, maxChars } = verification;
  const left: { known: File[]; doubtful: File[] } = { known: [], doubtful: [] };
  const parts: string[] = [];
  let chars = 0;
  let sliceEnd = performance.now() + SLICE_MS;
  for (const file of everyFile(picked)) {
    const content = read(file);
    const printed = judge(file.name.slice(cut), content, proven, shape);
    if (printed === undefined) ("bytes" in content ? left.known : left.doubtful).push(file);
    else if (printed !== "") {
      parts.push(printed);
      chars += printed.length;
    }
    if (chars > maxChars) break;
    if (performance.now() < sliceEnd) continue;
    await new Promise(setImmediate);
    sliceEnd = performance.now() + SLICE_MS;
  }
  return { printed: parts.join(""), left };
}

function* everyFile({ known, doubtful }: Picked): Generator<File> {
  yield* known;
  yield* doubtful;
}

function judge(name: RawPath, content: ReadText, proven: Proven, shape: Shape): string | undefined {
  if (content.kind === "binary") return ""; // a walk leaves it alone
  if (content.kind === "odd" || (content.kind === "partners" && proven.foldsCase)) return undefined;
  return printedOf(name, content.bytes, proven, shape);
}

/** How long verifying takes, as measured here. */
export class Pace {
  /** What was measured against what is expected of any machine. */
  #factor = 1;

  estimateMs({ known, doubtful }: Picked): number {
    return this.#factor * expectedMs(known, doubtful.length);
  }

  note({ known, doubtful }: Picked, ms: number): void {
    const expected = expectedMs(known, doubtful.length);
    if (expected > 1) this.#factor += WEIGHT * (Math.min(8, Math.max(0.1, ms / expected)) - this.#factor);
  }
}

const WEIGHT = 0.2;
const FILE_MS = 0.02;
const MEGABYTE_MS = 0.5;

function expectedMs(known: readonly File[], more: number): number {
  const bytes = known.reduce((sum, { size }) => sum + size, 0);
  return (known.length + more) * FILE_MS + (bytes / 1e6) * MEGABYTE_MS;
}
