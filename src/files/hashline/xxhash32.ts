// xxHash32 with seed 0, as its specification has it: four lanes of 32 bits, then what is left, then an avalanche.

const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca77;
const PRIME_3 = 0xc2b2ae3d;
const PRIME_4 = 0x27d4eb2f;
const PRIME_5 = 0x165667b1;

export function xxHash32(bytes: Uint8Array): number {
  const { length } = bytes;
  let at = length - (length % 16);
  let hash = (length < 16 ? PRIME_5 : ofStripes(bytes, at)) + length;
  for (; at + 4 <= length; at += 4) hash = Math.imul(rotated(hash + Math.imul(word(bytes, at), PRIME_3), 17), PRIME_4);
  for (; at < length; at++) hash = Math.imul(rotated(hash + Math.imul(bytes[at] as number, PRIME_5), 11), PRIME_1);
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The part that consists of whole stripes of 16 bytes. */
function ofStripes(bytes: Uint8Array, end: number): number {
  let a = PRIME_1 + PRIME_2;
  let b = PRIME_2;
  let c = 0;
  let d = -PRIME_1;
  for (let at = 0; at < end; at += 16) {
    a = lane(a, word(bytes, at));
    b = lane(b, word(bytes, at + 4));
    c = lane(c, word(bytes, at + 8));
    d = lane(d, word(bytes, at + 12));
  }
  return (rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18)) | 0;
}

function lane(sum: number, input: number): number {
  return Math.imul(rotated(sum + Math.imul(input, PRIME_2), 13), PRIME_1);
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function word(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
}
