// Reads zip archives: the directory at the end by yauzl, the members by zlib. Of members with the same name only the last is there, as for unpackers.
import { isUtf8 } from "node:buffer";
import fs from "node:fs";
import zlib from "node:zlib";
import yauzl from "yauzl";
import type { Unreadable } from "../../failure.ts";
import type { OpenFile } from "../../workspace/open-file.ts";
import { type RawPath, rawOf } from "../../workspace/raw-path.ts";
import type { Budget } from "./budget.ts";
import { chunksIn, FileBytes, unpackedBy } from "./file-bytes.ts";
import { Damaged, Encrypted, type Entry, type Member, memberOf } from "./member.ts";

const STORED = 0;
const DEFLATED = 8;
const STRONGLY_ENCRYPTED = /strong encryption/;

export async function* zipEntries(file: OpenFile, budget: Budget): AsyncGenerator<Entry> {
  const size = Number(file.stats.size);
  const archive = await orDamaged(() => yauzl.fromRandomAccessReaderPromise(new DirectoryReader(file.fd, size), size, OPTIONS));
  try {
    budget.expectMembers(archive.entryCount);
    for (const { member, entry } of (await directoryOf(archive, budget)).values()) {
      yield { member, packedSize: entry.compressedSize, body: () => bodyOf(archive, file, { member, entry }, budget) };
    }
  } finally {
    archive.close();
  }
}

/** Names are judged here, sizes are checked against what really comes. The descriptor is not yauzl's to close. */
const OPTIONS = { autoClose: false, decodeStrings: false, validateEntrySizes: false };

interface Listed {
  readonly member: Member;
  readonly entry: yauzl.Entry;
}

async function directoryOf(archive: yauzl.ZipFile, budget: Budget): Promise<ReadonlyMap<RawPath, Listed>> {
  const listed = new Map<RawPath, Listed>();
  const entries = archive.eachEntry();
  for (;;) {
    const next = await orDamaged(() => entries.next());
    if (next.done) return listed;
    const entry = next.value;
    const name = nameOf(entry);
    budget.addMember(name.length);
    const member = memberOf(name, entry.uncompressedSize, name.endsWith("/"), unreadable(entry));
    listed.delete(member.name);
    listed.set(member.name, { member, entry });
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
  const type = entry.versionMadeBy >> 8 === UNIX || entry.versionMadeBy >> 8 === MACOS ? (entry.externalFileAttributes >>> 16) & FILE_TYPE : 0;
  if (type === LINK) return "link";
  if (type !== 0 && type !== REGULAR && type !== DIRECTORY) return "device";
  if (entry.isEncrypted()) return "encrypted";
  return entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED ? undefined : "compression";
}

/** Who made the entry; these keep Unix modes. */
const [UNIX, MACOS] = [3, 19];
const [FILE_TYPE, DIRECTORY, REGULAR, LINK] = [0o170000, 0o040000, 0o100000, 0o120000];

async function* bodyOf(archive: yauzl.ZipFile, file: OpenFile, { member, entry }: Listed, budget: Budget): AsyncGenerator<Buffer> {
  const { fileDataStart } = await orDamaged(() => archive.readLocalFileHeaderPromise(entry, { minimal: true }));
  const packed = new FileBytes(file.fd, fileDataStart, fileDataStart + entry.compressedSize);
  const chunks = entry.compressionMethod === STORED ? chunksIn(packed) : unpackedBy(zlib.createInflateRaw({ chunkSize: 64 * 1024 }), packed);
  let [length, crc] = [0, 0];
  for await (const chunk of chunks) {
    length += chunk.length;
    budget.addUnpacked(chunk.length, { packed: packed.passed, of: length });
    if (length > member.size) throw new Damaged("a member is larger than its header says");
    crc = zlib.crc32(chunk, crc);
    yield chunk;
  }
  if (length < member.size) throw new Damaged("a member is smaller than its header says");
  if (crc !== entry.crc32) throw new Damaged("a member has a wrong checksum");
}

/** What yauzl complains about is the archive's fault, unless the file system was at fault. */
async function orDamaged<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (code !== undefined) throw error;
    throw STRONGLY_ENCRYPTED.test(message) ? new Encrypted() : new Damaged(message);
  }
}

/** Gives yauzl the directory from larger pieces; and never a position that is not in the file, for which it would crash. */
class DirectoryReader extends yauzl.RandomAccessReader {
  readonly #fd: number;
  readonly #size: number;
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;

  constructor(fd: number, size: number) {
    super();
    this.#fd = fd;
    this.#size = size;
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    const start = position - this.#windowStart;
    if (!(position >= 0 && position + length <= this.#size)) callback(new Error("it points to a place that is not in the file"));
    else if (start >= 0 && start + length <= this.#window.length) {
      this.#window.copy(buffer, offset, start, start + length);
      callback(null);
    } else this.#fill(position, length, (error) => (error === null ? this.read(buffer, offset, length, position, callback) : callback(error)));
  }

  #fill(position: number, length: number, callback: (error: Error | null) => void): void {
    const window = Buffer.allocUnsafeSlow(Math.min(Math.max(length, WINDOW_BYTES), this.#size - position));
    fs.read(this.#fd, window, 0, window.length, position, (error, bytesRead) => {
      this.#window = window.subarray(0, bytesRead);
      this.#windowStart = position;
      callback(error ?? (bytesRead < length ? new Error("it is shorter than it was") : null));
    });
  }
}

const WINDOW_BYTES = 128 * 1024;
