// Reads tar archives, packed by gzip or not: ustar, pax, GNU long names. In one pass, in the archive's order; a name may come more than once.
//
// Not by a library: of those for streams, one accepts any bytes as members unless it is strict, and refuses what tar itself reads when it is.
import zlib from "node:zlib";
import type { Unreadable } from "../../failure.ts";
import type { OpenFile } from "../../workspace/open-file.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Budget } from "./budget.ts";
import { ByteSource, type Pieces } from "./byte-source.ts";
import { FileBytes, unpackedBy } from "./file-bytes.ts";
import { Damaged, type Entry, type Member, memberOf } from "./member.ts";
import { BLOCK_BYTES, readHeader, readPax, type TarHeader, untilNul } from "./tar-header.ts";

/** An extended header, or a long name: as much as other readers take. */
const MAX_EXTENSION_BYTES = 1024 * 1024;
const ZLIB_OPTIONS = { chunkSize: 64 * 1024, finishFlush: zlib.constants.Z_SYNC_FLUSH }; // of a cut-off archive, all there is

export async function* tarEntries({ fd, stats }: OpenFile, budget: Budget): AsyncGenerator<Entry> {
  const bytes = new FileBytes(fd, 0, Number(stats.size));
  const isPacked = await hasGzipMagic(fd);
  const unpacked = isPacked ? unpackedBy(zlib.createGunzip(ZLIB_OPTIONS), bytes) : undefined;
  const source = new ByteSource(unpacked === undefined ? counted(bytes, budget) : countedUnpacked(unpacked, bytes, budget));
  try {
    yield* entriesIn(source, budget);
    if (isPacked) await source.drain(); // for the checksum at its end
  } finally {
    await unpacked?.return(undefined);
  }
}

async function hasGzipMagic(fd: number): Promise<boolean> {
  return (await new FileBytes(fd, 0, 2).next()).equals(Buffer.from([0x1f, 0x8b]));
}

/** What is not packed cannot grow; what is jumped over costs nothing. */
function counted(bytes: FileBytes, budget: Budget): Pieces {
  const next = async (): Promise<Buffer> => {
    const chunk = await bytes.next();
    budget.addUnpacked(chunk.length, { packed: bytes.passed, of: bytes.passed });
    return chunk;
  };
  return { next, skip: (length) => bytes.skip(length) };
}

function countedUnpacked(unpacked: AsyncGenerator<Buffer>, bytes: FileBytes, budget: Budget): Pieces {
  let total = 0;
  let fault: unknown;
  const next = async (): Promise<Buffer> => {
    if (fault !== undefined) throw fault; // a generator that threw is over, and would look like the end
    try {
      const { value = Buffer.alloc(0) } = await unpacked.next();
      total += value.length;
      budget.addUnpacked(value.length, { packed: bytes.passed, of: total });
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
