// One pass over a text file: a range of lines is collected, lines are counted, the content is hashed and judged. Of files too large to be
// edited only the way to the range is read.
import type { OpenFile } from "../workspace/open-file.ts";
import { chunksOf } from "./chunks.ts";
import { type Decoder, decoderOf, encodingOf } from "./encoding.ts";
import { LineCollector, type LineLimits, type TextLine } from "./line-collector.ts";
import { type Fingerprint, newFingerprint, statsFingerprint } from "./seen.ts";
import { hasEarlyNul } from "./sniff.ts";
import { Utf8Check } from "./utf8-check.ts";

export interface TextLimits extends LineLimits {
  /** Larger files are not read to the end. */
  readonly maxBytes: number;
  readonly timeMs: number;
}

export interface ReadText {
  readonly lines: readonly TextLine[];
  /** Lines that were come by: those of the file, if it was read to the end. */
  readonly count: number;
  /** Lines of the range are missing because there was no room for more text. */
  readonly isCut: boolean;
  readonly isToEnd: boolean;
  readonly endsWithNewline: boolean;
  readonly fingerprint: Fingerprint;
  /** Valid as UTF-8, as far as it was read, or UTF-16. */
  readonly isValid: boolean;
  /** NUL bytes near the start of what is not UTF-16. */
  readonly hasNul: boolean;
}

export async function readText(file: OpenFile, limits: TextLimits, signal: AbortSignal): Promise<ReadText | "too-slow"> {
  const collector = new LineCollector(limits);
  const isLarge = file.stats.size > BigInt(limits.maxBytes);
  const deadline = performance.now() + limits.timeMs;
  const hash = newFingerprint();
  const utf8 = new Utf8Check();
  let start: { readonly decoder: Decoder; readonly isUtf8: boolean; readonly hasNul: boolean } | undefined;
  let isToEnd = true;
  for await (const chunk of chunksOf(file, signal)) {
    const encoding = encodingOf(chunk);
    const text = start === undefined ? chunk.subarray(encoding.markBytes) : chunk;
    start ??= { decoder: decoderOf(encoding), isUtf8: encoding.name === "utf-8", hasNul: hasEarlyNul(chunk) };
    if (!isLarge) hash.update(chunk);
    if (start.isUtf8) utf8.write(chunk);
    collector.write(start.decoder.write(text));
    isToEnd = !isLarge || !collector.isDone;
    if (!isToEnd) break;
    if (performance.now() > deadline) return "too-slow";
  }
  if (isToEnd) {
    collector.write(start?.decoder.end() ?? "");
    collector.end();
  }
  const { lines, count, isCut, endsWithNewline } = collector;
  const fingerprint = isLarge ? statsFingerprint(file.stats) : hash.digest("base64");
  const isValid = isToEnd ? utf8.end() : utf8.isValid;
  return { lines, count, isCut, isToEnd, endsWithNewline, fingerprint, isValid, hasNul: start?.hasNul ?? false };
}
