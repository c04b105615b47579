// Reads the lines of files in a given order: ripgrep with explicit paths and one thread, some files at a time.
import { ok, type Result } from "../failure.ts";
import { openFile } from "../workspace/open-file.ts";
import { isUtf8, type RawPath, textOf } from "../workspace/raw-path.ts";
import type { Found } from "./found.ts";
import type { Plan } from "./plan.ts";
import type { SearchQuery } from "./query.ts";
import { inOrder, lineArguments, matchArguments, readAs } from "./ripgrep/arguments.ts";
import { type Hit, readHits } from "./ripgrep/hits.ts";
import { runRipgrep } from "./ripgrep/run.ts";
import { isInRanges, type Line } from "./rows.ts";

/** Called without a line when a file begins, then with its lines as they come, "binary" if they ended at a NUL; "stop" ends the reading. */
export type LineSink<T> = (file: Found<T>, line: Line | "binary" | undefined) => "stop" | undefined;

/** Small first, so that a page at the front costs little; then larger, so that a long way costs few runs. */
const FIRST_BATCH = 16;
const MAX_BATCH = 512;
/** Well below what a process takes as arguments. */
const MAX_BATCH_CHARS = 100_000;

/** `needed` files are likely to be enough, if that is known. */
export async function readInOrder<T>(
  plan: Plan,
  query: SearchQuery,
  files: readonly Found<T>[],
  sink: LineSink<T>,
  needed = FIRST_BATCH,
): Promise<Result<"end" | "stopped">> {
  let size = Math.max(1, Math.min(needed, MAX_BATCH));
  for (let start = 0; start < files.length; ) {
    if (performance.now() > plan.deadline) return ok("stopped");
    const batch = batchAt(files, start, size);
    const read = await readBatch(plan, query, batch, sink);
    if (!read.ok || read.value === "stopped") return read;
    start += batch.length;
    size = Math.min(size * 2, MAX_BATCH);
  }
  return ok("end");
}

function batchAt<T>(files: readonly Found<T>[], start: number, size: number): readonly Found<T>[] {
  let chars = 0;
  const batch: Found<T>[] = [];
  for (const file of files.slice(start, start + size)) {
    chars += file.real.length + 1;
    // Names that are not UTF-8 cannot be arguments: such a file goes alone, by descriptor. Files that the caller named are read otherwise than those that a walk met.
    if (batch.length > 0 && (chars > MAX_BATCH_CHARS || !isUtf8(file.real) || file.isRoot !== batch[0]?.isRoot)) break;
    batch.push(file);
    if (!isUtf8(file.real)) break;
  }
  return batch;
}

async function readBatch<T>(plan: Plan, query: SearchQuery, batch: readonly Found<T>[], sink: LineSink<T>): Promise<Result<"end" | "stopped">> {
  const first = batch[0] as Found<T>;
  const open = isUtf8(first.real) ? undefined : openFile(first.real, plan.workspace);
  if (open?.ok === false) return ok("end"); // gone, or out of the fence by now
  const fd = open?.value.fd;
  const byPath = new Map<RawPath, Found<T>>(fd === undefined ? batch.map((file) => [file.real, file]) : [["<stdin>", first]]);
  let current: Found<T> | undefined;
  const onHit = (hit: Hit): "stop" | undefined => {
    const file = byPath.get(hit.path) as Found<T>;
    if (hit.kind === "stopped") return undefined;
    if (hit.kind === "binary") return sink(file, "binary");
    if (!isInRanges(hit.line, query.roots[file.root]?.ranges)) return undefined;
    if (file !== current && sink(file, undefined) === "stop") return "stop";
    current = file;
    return sink(file, hit);
  };
  try {
    const read = readAs(first.isRoot ? plan.roots.filter(({ kind }) => kind === "file").length : "met");
    const request = {
      ...plan,
      args: [read, ...batchArguments(query, fd === undefined ? batch : "stdin")],
      cwd: "/",
      ...(fd === undefined ? {} : { stdin: fd }),
    };
    const outcome = await runRipgrep(request, () => readHits(onHit));
    return outcome.ok ? ok(outcome.value.ended === "exit" ? "end" : "stopped") : outcome;
  } finally {
    open?.value.close();
  }
}

function batchArguments(query: SearchQuery, batch: readonly Found<unknown>[] | "stdin"): readonly string[] {
  const most = query.page.unit === "entries" && Number.isFinite(query.content.hitsPerFile) ? [`--max-count=${query.content.hitsPerFile}`] : [];
  const paths = batch === "stdin" ? ["-"] : batch.map((file) => textOf(file.real));
  return [...matchArguments(query), ...lineArguments(query.content), ...most, ...inOrder(paths)];
}
