// Reads zip archives: the directory at the end by yauzl, the members by zlib. Of members with the same name only the last is there, as for unpackers.
import { isUtf8 } from "node:buffer";
import zlib from "node:zlib";
import yauzl from "yauzl";
import type { Unreadable } from "../../failure.ts";
import type { OpenFile } from "../../workspace/open-file.ts";
import { type RawPath, rawOf } from "../../workspace/raw-path.ts";
import type { Budget } from "./budget.ts";
import { CHUNK_BYTES, chunksIn, FileBytes, unpackedBy } from "./file-bytes.ts";
import { Damaged, Encrypted, type Entry, type Member, memberOf } from "./member.ts";
import { ZipReader } from "./zip-reader.ts";

const STORED = 0;
const DEFLATED = 8;

/** An open archive. */
interface Zip {
  readonly fd: number;
  readonly reader: ZipReader;
  readonly budget: Budget;
}

/** Where a member is and what must come out of it. An entry of the directory has more, and may be much larger. */
type Packed = Pick<yauzl.Entry, "relativeOffsetOfLocalHeader" | "compressionMethod" | "compressedSize" | "uncompressedSize" | "crc32">;

export async function* zipEntries({ fd, stats }: OpenFile, budget: Budget): AsyncGenerator<Entry> {
  const size = Number(stats.size);
  const reader = new ZipReader(fd, size);
  const directory = await orDamaged(() => yauzl.fromRandomAccessReaderPromise(reader, size, OPTIONS));
  try {
    budget.expectMembers(directory.entryCount);
    for (const { member, packed } of (await listed(directory, budget)).values()) {
      yield { member, packedSize: packed.compressedSize, body: () => bodyOf({ fd, reader, budget }, packed) };
    }
  } finally {
    directory.close();
  }
}

/** Names are judged by us, and sizes by what really comes. The descriptor is not yauzl's to close. */
const OPTIONS = { autoClose: false, decodeStrings: false, validateEntrySizes: false };

interface Listed {
  readonly member: Member;
  readonly packed: Packed;
}

async function listed(directory: yauzl.ZipFile, budget: Budget): Promise<ReadonlyMap<RawPath, Listed>> {
  const byName = new Map<RawPath, Listed>();
  const entries = directory.eachEntry();
  for (;;) {
    const next = await orDamaged(() => entries.next());
    if (next.done) return byName;
    const entry = next.value;
    const name = nameOf(entry);
    budget.addMember(name.length);
    const member = memberOf(name, entry.uncompressedSize, name.endsWith("/"), unreadable(entry));
    const { relativeOffsetOfLocalHeader, compressionMethod, compressedSize, uncompressedSize, crc32 } = entry;
    byName.delete(member.name);
    byName.set(member.name, { member, packed: { relativeOffsetOfLocalHeader, compressionMethod, compressedSize, uncompressedSize, crc32 } });
  }
}

/** UTF-8 where it is that, whether the flag says so or not; old programs wrote CP437. Some wrote `\` for `/`. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: yauzl.Entry): RawPath {
  const isPlain = isUtf8(fileNameRaw) && !extraFields.some(({ id }) => id === UNICODE_PATH);
  const name = isPlain ? fileNameRaw.toString("latin1") : rawOf(yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true));
  return name.replaceAll("\\", "/");
}

/** A second, better name (Info-ZIP). */
const UNICODE_PATH = 0x7075;

function unreadable(entry: yauzl.Entry): Unreadable | undefined {
  const hasMode = entry.versionMadeBy >> 8 === UNIX || entry.versionMadeBy >> 8 === MACOS;
  const type = hasMode ? (entry.externalFileAttributes >>> 16) & FILE_TYPE : 0;
  if (type === LINK) return "link";
  if (type !== 0 && type !== REGULAR && type !== DIRECTORY) return "device";
  if (entry.isEncrypted()) return "encrypted";
  return entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED ? undefined : "compression";
}

/** Who made an entry. */
const [UNIX, MACOS] = [3, 19];
const [FILE_TYPE, DIRECTORY, REGULAR, LINK] = [0o170000, 0o040000, 0o100000, 0o120000];

async function* bodyOf({ fd, reader, budget }: Zip, entry: Packed): AsyncGenerator<Buffer> {
  const start = await dataStart(reader, entry);
  if (isSmall(entry)) {
    const bytes = unpacked(await orDamaged(() => reader.bytesAt(start, entry.compressedSize)), entry);
    budget.addUnpacked(bytes.length, { packed: entry.compressedSize, of: bytes.length });
    return yield* checked([bytes], entry);
  }
  const packed = new FileBytes(fd, start, start + entry.compressedSize);
  const chunks = entry.compressionMethod === STORED ? chunksIn(packed) : unpackedBy(zlib.createInflateRaw({ chunkSize: CHUNK_BYTES }), packed);
  yield* checked(counted(chunks, packed, budget), entry);
}

/** Behind the member's own header, whose name and extra fields may differ from those in the directory. */
async function dataStart(reader: ZipReader, { relativeOffsetOfLocalHeader: at, compressedSize }: Packed): Promise<number> {
  const header = await orDamaged(() => reader.bytesAt(at, LOCAL_HEADER_BYTES));
  if (header.readUInt32LE(0) !== LOCAL_HEADER) throw new Damaged("a member has no header");
  const start = at + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + compressedSize > reader.size) throw new Damaged("a member goes beyond the end of the file");
  return start;
}

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;

/** Small members are unpacked at once: a stream would cost more than the work. */
function isSmall({ compressedSize, uncompressedSize }: Packed): boolean {
  return compressedSize <= CHUNK_BYTES && uncompressedSize < SMALL_BYTES;
}

const SMALL_BYTES = 1024 * 1024;

function unpacked(packed: Buffer, { compressionMethod, uncompressedSize }: Packed): Buffer {
  if (compressionMethod === STORED) return packed;
  try {
    return zlib.inflateRawSync(packed, { maxOutputLength: uncompressedSize + 1 });
  } catch (error) {
    throw new Damaged((error as Error).message); // zlib's, or that there is more
  }
}

async function* counted(chunks: AsyncIterable<Buffer>, packed: FileBytes, budget: Budget): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    budget.addUnpacked(chunk.length, { packed: packed.passed, of: length });
    yield chunk;
  }
}

/** Passes on what comes, as long as it is what the directory says. */
async function* checked(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, { uncompressedSize, crc32 }: Packed): AsyncGenerator<Buffer> {
  let [length, crc] = [0, 0];
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > uncompressedSize) throw new Damaged("a member is larger than its header says");
    crc = zlib.crc32(chunk, crc);
    yield chunk;
  }
  if (length < uncompressedSize) throw new Damaged("a member is smaller than its header says");
  if (crc !== crc32) throw new Damaged("a member has a wrong checksum");
}

/** What yauzl complains about is the archive's fault, unless the file system was at fault. */
async function orDamaged<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (code !== undefined) throw error;
    throw /strong encryption/.test(message) ? new Encrypted() : new Damaged(message);
  }
}
