// Opening a file for its text. Directories, pictures and binary files are refused: there is nothing in them to show as lines.
import { fail, type Result } from "../failure.ts";
import type { OpenFile } from "../workspace/open-file.ts";
import { type RawPath, shown } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { chunksOf, headOf } from "./chunks.ts";
import { decoderOf, type Encoding, encodingOf } from "./encoding.ts";
import { recovered } from "./recover.ts";
import { imageTypeOf, isBinary } from "./sniff.ts";
import { useNamed, useOpen } from "./use-file.ts";

export interface TextFile {
  /** Absolute, links in it kept. */
  readonly path: RawPath;
  /** The text piece by piece, without a byte order mark. */
  pieces(): AsyncGenerator<string>;
}

/** Runs a task with a text file that a caller named, and closes it. */
export async function withTextFile<T>(
  given: string,
  workspace: Workspace,
  signal: AbortSignal,
  task: (file: TextFile) => Promise<Result<T>>,
): Promise<Result<T>> {
  await recovered(workspace);
  return workspace.files.run(() => useNamed(given, workspace, signal, (named) => useOpen(named, (file) => withText(file, named.path, signal, task))), signal);
}

async function withText<T>(file: OpenFile, path: RawPath, signal: AbortSignal, task: (file: TextFile) => Promise<Result<T>>): Promise<Result<T>> {
  const head = await headOf(file, signal);
  if (imageTypeOf(head, "") !== undefined) return fail({ code: "not-text", path: shown(path), kind: "image" });
  if (isBinary(head)) return fail({ code: "not-text", path: shown(path), kind: "binary" });
  const encoding = encodingIn(head, file.stats.size);
  return task({ path, pieces: () => piecesOf(file, encoding, signal) });
}

/** UTF-16 has two bytes for everything: a file of an odd length only looks like it. */
function encodingIn(head: Buffer, size: bigint): Encoding {
  const encoding = encodingOf(head);
  return encoding.name !== "utf-8" && size % 2n === 1n ? { name: "utf-8", markBytes: 0 } : encoding;
}

async function* piecesOf(file: OpenFile, encoding: Encoding, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = decoderOf(encoding);
  let skip: number = encoding.markBytes;
  for await (const chunk of chunksOf(file, signal)) {
    yield decoder.write(chunk.subarray(skip));
    skip = 0;
  }
  yield decoder.end();
}
