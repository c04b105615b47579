// Bearer tokens: kept and compared as hashes, in a time that tells nothing.
import { hash, timingSafeEqual } from "node:crypto";

/** Anything that can stand in a header without a space. */
const TOKEN = /^[\x21-\x7e]{1,1024}$/;
const HASHED = /^sha256:([\da-f]{64})$/i;

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** A token as a configuration may have it: itself or, so that the file is no secret, `sha256:HEX`. */
export function isTokenEntry(text: string): boolean {
  return text.toLowerCase().startsWith("sha256:") ? HASHED.test(text) : isToken(text);
}

export function hashOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

export function hashOfEntry(entry: string): Buffer {
  const hex = HASHED.exec(entry)?.[1];
  return hex === undefined ? hashOf(entry) : Buffer.from(hex, "hex");
}

/** The one that has the token of an `Authorization` header. All are looked at, found or not. */
export function ownerOf<T extends { readonly hash: Buffer }>(header: string | undefined, owners: readonly T[]): T | undefined {
  const token = /^bearer +([\x21-\x7e]+)$/i.exec(header ?? "")?.[1];
  if (token === undefined) return undefined;
  const given = hashOf(token);
  let owner: T | undefined;
  for (const candidate of owners) if (timingSafeEqual(candidate.hash, given)) owner = candidate;
  return owner;
}
