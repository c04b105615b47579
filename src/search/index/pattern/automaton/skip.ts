// How bytes that change nothing are passed over, sixteen at a time: by a table that says for each half of a byte which others it must not meet.

/** Of a thousand bytes of sources, about so many are one of these; of others, about one is. */
const COMMON: Readonly<Record<string, number>> = {
  ...{ " ": 170, e: 65, t: 50, r: 45, i: 40, s: 40, n: 40, a: 45, o: 38, l: 28, "\n": 28, d: 24, c: 24, u: 18, p: 18, m: 16, f: 15, h: 12, g: 12 },
  ...{
    _: 18,
    "\t": 20,
    ".": 12,
    ",": 12,
    "(": 10,
    ")": 10,
    ";": 6,
    "=": 10,
    "-": 8,
    "*": 6,
    '"': 8,
    "/": 8,
    ":": 6,
    b: 10,
    y: 8,
    v: 7,
    w: 6,
    k: 5,
    x: 6,
    "0": 8,
    "1": 5,
  },
};
/** More in a thousand come too soon for it to be worth it. */
const MAX_SHARE = 90;

/** About how many of a thousand bytes of sources are one of some of ASCII. */
export function shareOf(codes: readonly number[]): number {
  return codes.reduce((sum, code) => sum + (COMMON[String.fromCharCode(code)] ?? 1), 0);
}

/** Whether it is worth it to pass over what is between bytes that have such a share. */
export function isWorthSkipping(share: number): boolean {
  return share <= MAX_SHARE;
}

/** What stops at some of ASCII and, where that is said, at all beyond it, four bytes each: the table of lower halves, that of upper halves, and a mask for what is beyond. */
export function stopsAt(codes: readonly number[], isBeyondToo: boolean): readonly number[] {
  const tables = new Uint8Array(HALVES * 2);
  for (const code of codes) (tables[code & (HALVES - 1)] as number) |= 1 << (code >> 4);
  for (let half = 0; half < HALVES / 2; half++) tables[HALVES + half] = 1 << half;
  return [...new Uint32Array(tables.buffer), isBeyondToo ? 0xffff : 0];
}

const HALVES = 16;
