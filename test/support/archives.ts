// Archives for tests, byte by byte: right ones, and such as nobody should make.
import zlib from "node:zlib";

export interface ZipMember {
  readonly name: string | Buffer;
  readonly data?: string | Buffer;
  /** 8 is deflate, which is used if nothing is said; 0 is stored. */
  readonly method?: number;
  readonly flags?: number;
  /** Unix mode, file type included. */
  readonly mode?: number;
  /** What the headers say instead of the truth. */
  readonly size?: number;
  readonly packedSize?: number;
  readonly crc?: number;
  /** Packed already. */
  readonly packed?: Buffer;
  /** Sizes follow the data instead of standing before it. */
  readonly descriptor?: boolean;
  readonly extra?: Buffer;
}

const UTF8 = 0x800;
const DESCRIPTOR = 0x8;

export function zip(members: readonly ZipMember[], { zip64 = false }: { readonly zip64?: boolean } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const { local, central } = zipMember(member, offset);
    parts.push(local);
    directory.push(central);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(zip64 ? 0xffff : members.length, 8);
  end.writeUInt16LE(zip64 ? 0xffff : members.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : offset, 16);
  return Buffer.concat([...parts, ...directory, ...(zip64 ? [zip64End(members.length, size, offset)] : []), end]);
}

function zipMember(member: ZipMember, offset: number): { readonly local: Buffer; readonly central: Buffer } {
  const name = Buffer.from(member.name as string);
  const data = Buffer.from((member.data ?? "") as string);
  const method = member.method ?? 8;
  const packed = member.packed ?? (method === 8 ? zlib.deflateRawSync(data) : data);
  const flags = (member.flags ?? (typeof member.name === "string" ? UTF8 : 0)) | (member.descriptor ? DESCRIPTOR : 0);
  const extra = member.extra ?? Buffer.alloc(0);
  const facts = Buffer.alloc(26); // version, flags, method, time, date, crc, sizes, lengths: the same in both headers
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(flags, 2);
  facts.writeUInt16LE(method, 4);
  facts.writeUInt32LE(member.crc ?? zlib.crc32(data), 10);
  facts.writeUInt32LE(member.packedSize ?? packed.length, 14);
  facts.writeUInt32LE(member.size ?? data.length, 18);
  facts.writeUInt16LE(name.length, 22);
  const sums = Buffer.from(facts.subarray(10, 22));
  const localFacts = Buffer.from(facts);
  if (member.descriptor) localFacts.fill(0, 10, 22);
  const local = Buffer.concat([number(0x04034b50), localFacts, name, packed, ...(member.descriptor ? [number(0x08074b50), sums] : [])]);
  facts.writeUInt16LE(extra.length, 24);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(((member.mode ?? 0o100644) * 65536) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  const central = Buffer.concat([number(0x02014b50), Buffer.from([20, 3]), facts, rest, name, extra]);
  return { local, central };
}

function zip64End(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export interface TarMember {
  readonly name: string | Buffer;
  readonly data?: string | Buffer;
  /** "0" for a file, which is used if nothing is said. */
  readonly type?: string;
  readonly link?: string;
  /** What the header says instead of the truth. */
  readonly size?: number;
  readonly prefix?: string;
}

/** The end mark can be left out. */
export function tar(members: readonly TarMember[], { end = true }: { readonly end?: boolean } = {}): Buffer {
  const parts = members.flatMap((member) => {
    const data = Buffer.from((member.data ?? "") as string);
    return [tarHeader({ ...member, size: member.size ?? data.length }), data, Buffer.alloc(-data.length & 511)];
  });
  return Buffer.concat([...parts, ...(end ? [Buffer.alloc(1024)] : [])]);
}

export function tarHeader({ name, size = 0, type = "0", link = "", prefix = "" }: TarMember): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from(name as string).copy(header, 0, 0, 100);
  header.write("0000644\0", 100);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write(link, 157);
  header.write("ustar\x0000", 257);
  header.write(prefix, 345);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")}\0 `,
    148,
  );
  return header;
}

/** An extended header for the member that follows. */
export function pax(records: Readonly<Record<string, string>>, type = "x"): TarMember {
  const data = Object.entries(records).map(([key, value]) => {
    const rest = ` ${key}=${value}\n`;
    const length = [1, 2, 3, 4, 5, 6, 7].map((digits) => digits + Buffer.byteLength(rest)).find((sum, i) => String(sum).length === i + 1);
    return `${length}${rest}`;
  });
  return { name: "PaxHeader", type, data: data.join("") };
}

/** A deflated block that may stand any number of times before `DEFLATE_END`: bombs are made without unpacking them first. */
export function deflatedBlock(data: Buffer): Buffer {
  return zlib.deflateRawSync(data, { level: 9, finishFlush: zlib.constants.Z_FULL_FLUSH });
}

export const DEFLATE_END: Buffer = Buffer.from([3, 0]);

/** gzip around deflated blocks. */
export function gzip(blocks: readonly Buffer[], { crc = 0, size = 0 }: { readonly crc?: number; readonly size?: number } = {}): Buffer {
  return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), ...blocks, DEFLATE_END, number(crc), number(size)]);
}

export function repeated<T>(count: number, item: T): readonly T[] {
  return new Array<T>(count).fill(item);
}
