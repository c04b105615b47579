// Reads tar archives, packed by gzip or not: ustar, pax, GNU long names. In one pass, in the archive's order; a name may come more than once.
//
// Not by a library: modern-tar takes any bytes for members unless it is strict, and refuses what tar itself reads if it is; it gives names as
// text, which not all are, and what it does not know, such as sparse files, as files.
import type { Unreadable } from "../../failure.ts";
import type { OpenFile } from "../../workspace/open-file.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Budget } from "./budget.ts";
import { ByteSource, type Pieces } from "./byte-source.ts";
import { FileBytes } from "./file-bytes.ts";
import { GzipBytes, isGzip } from "./gzip.ts";
import { Damaged, type Entry, type Member, memberOf } from "./member.ts";
import { BLOCK_BYTES, readHeader, readPax, type TarHeader, untilNul } from "./tar-header.ts";

/** An extended header, or a long name: as much as other readers take. */
const MAX_EXTENSION_BYTES = 1024 * 1024;

export async function* tarEntries({ fd, stats }: OpenFile, budget: Budget): AsyncGenerator<Entry> {
  const size = Number(stats.size);
  if (!(await isGzip(fd))) return yield* plainEntries(new FileBytes(fd, 0, size), budget);
  const gzip = new GzipBytes(fd, size, budget);
  const chunks = gzip.chunks();
  const source = new ByteSource(countedUnpacked(chunks, gzip, budget));
  try {
    yield* entriesIn(source, budget);
    await source.drain(); // for the checksum at its end
  } finally {
    await chunks.return(undefined);
  }
}

/** What is not packed is jumped over, and only bodies that are asked for count. */
async function* plainEntries(bytes: FileBytes, budget: Budget): AsyncGenerator<Entry> {
  const next = (): Promise<Buffer> => {
    budget.checkTime();
    return bytes.next();
  };
  for await (const entry of entriesIn(new ByteSource({ next, skip: (length) => bytes.skip(length) }), budget)) {
    yield { ...entry, body: () => countedBody(entry, budget) };
  }
}

async function* countedBody({ member, body }: Entry, budget: Budget): AsyncGenerator<Buffer> {
  for await (const chunk of body()) {
    budget.addUnpacked(chunk.length, { packed: member.size, of: chunk.length });
    yield chunk;
  }
}

function countedUnpacked(chunks: AsyncGenerator<Buffer>, gzip: GzipBytes, budget: Budget): Pieces {
  let total = 0;
  let fault: unknown;
  const next = async (): Promise<Buffer> => {
    if (fault !== undefined) throw fault; // a generator that threw is over, and would look like the end
    try {
      const { value = Buffer.alloc(0) } = await chunks.next();
      total += value.length;
      budget.addUnpacked(value.length, { packed: gzip.passed, of: total });
      return value;
    } catch (error) {
      fault = error;
      throw error;
    }
  };
  return { next };
}

async function* entriesIn(source: ByteSource, budget: Budget): AsyncGenerator<Entry> {
  for (;;) {
    const next = await nextMember(source);
    if (next === undefined) return;
    const { member, size } = next;
    budget.addMember(member.name.length);
    const body = { left: size };
    yield { member, body: () => bodyOf(source, body) };
    await source.skip(body.left + padding(size));
  }
}

async function* bodyOf(source: ByteSource, body: { left: number }): AsyncGenerator<Buffer> {
  while (body.left > 0) {
    const chunk = await source.some(body.left);
    if (chunk.length === 0) throw new Damaged("it ends in the middle of a member");
    body.left -= chunk.length;
    yield chunk;
  }
}

/** The next header that is a member's, with what the headers before it say about it. */
async function nextMember(source: ByteSource): Promise<{ readonly member: Member; readonly size: number } | undefined> {
  let longName: RawPath | undefined;
  let pax: ReadonlyMap<string, string> = new Map();
  for (;;) {
    const block = await source.take(BLOCK_BYTES);
    if (block.length < BLOCK_BYTES) throw new Damaged("it ends without an end mark; the rest may be missing");
    const header = readHeader(block);
    if (header === undefined) return undefined;
    // Global records and long link targets say nothing that matters here.
    if (header.type === "L") longName = untilNul(await extension(source, header));
    else if (header.type === "x" || header.type === "X") pax = readPax(await extension(source, header));
    else if (header.type === "g" || header.type === "K") await extension(source, header);
    else return completed(source, header, longName, pax);
  }
}

async function extension(source: ByteSource, { size }: TarHeader): Promise<string> {
  if (size > MAX_EXTENSION_BYTES) throw new Damaged("an extended header is too large");
  const text = await source.take(size);
  if (text.length < size) throw new Damaged("it ends in the middle of a header");
  await source.skip(padding(size));
  return text.toString("latin1");
}

async function completed(source: ByteSource, header: TarHeader, longName: RawPath | undefined, pax: ReadonlyMap<string, string>) {
  if (header.isExtended) await skipSparseMap(source);
  const name = pax.get("GNU.sparse.name") ?? pax.get("path") ?? longName ?? header.name;
  const isSparse = header.type === "S" || [...pax.keys()].some((key) => key.startsWith("GNU.sparse."));
  const told = pax.get("size");
  if (told !== undefined && !/^\d{1,15}$/.test(told)) throw new Damaged("a header has no valid size");
  const size = HAS_NO_BODY.includes(header.type) ? 0 : Number(told ?? header.size);
  const isFolder = header.type === "5" || (name.endsWith("/") && header.type === "0");
  return { member: memberOf(name, size, isFolder, isSparse ? "sparse" : unreadable(header.type)), size };
}

/** Links, devices, folders and pipes: whatever size their headers tell. */
const HAS_NO_BODY = "123456";

/** Regular files and folders can be read; of what is unknown nobody can tell what its bytes mean. */
function unreadable(type: string): Unreadable | undefined {
  if ("057".includes(type)) return undefined;
  return type === "1" || type === "2" ? "link" : "device";
}

async function skipSparseMap(source: ByteSource): Promise<void> {
  for (let isMore = true; isMore; ) {
    const block = await source.take(BLOCK_BYTES);
    if (block.length < BLOCK_BYTES) throw new Damaged("it ends in the middle of a header");
    isMore = block[504] === 1;
  }
}

function padding(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}
