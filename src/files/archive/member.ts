// What an archive holds: members with a name, a size and, if it can never be read as text, the reason.
import type { Unreadable } from "../../failure.ts";
import { detached, type RawPath } from "../../workspace/raw-path.ts";

export interface Member {
  /** Without `.` parts and doubled slashes; of a member that leads out of the archive, as it stands there. */
  readonly name: RawPath;
  /** Bytes when unpacked, as the archive says. */
  readonly size: number;
  readonly isFolder: boolean;
  /** What its header alone tells; the content may bring up more. */
  readonly unreadable?: Unreadable;
}

/** A member as it is met in the archive; its body can be read until the next one is asked for. */
export interface Entry {
  readonly member: Member;
  /** Bytes it has in the archive, as that says; undefined where members are not packed one by one. */
  readonly packedSize?: number;
  /** The unpacked bytes, in pieces. Throws `Damaged`, also when there are more or fewer than the header says. */
  body(): AsyncGenerator<Buffer>;
}

/** The archive, or a part of it, is not what it should be. */
export class Damaged extends Error {}

/** Nothing can be told about the members without a key. */
export class Encrypted extends Error {}

/** The name without parts that mean nothing; undefined if it is absolute or leads upwards. */
export function memberName(raw: RawPath): RawPath | undefined {
  if (/^(?:\/|[a-z]:[\\/])/i.test(raw)) return undefined;
  const parts = raw.split("/").filter((part) => part !== "" && part !== ".");
  return parts.includes("..") ? undefined : parts.join("/");
}

/** A member from what its header says. Unpackers would write one without a proper name to somewhere else. */
export function memberOf(raw: RawPath, size: number, isFolder: boolean, unreadable?: Unreadable): Member {
  const name = memberName(raw);
  const isOutside = name === undefined || (name === "" && !isFolder);
  const why = isOutside ? "outside" : unreadable;
  return { name: detached(isOutside ? raw : name), size, isFolder, ...(why === undefined ? {} : { unreadable: why }) };
}
