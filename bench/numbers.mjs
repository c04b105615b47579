// Times and ratios, and how they are written.

/** Runs a task; gives how long it took, and what it gave. */
export async function timed(task) {
  const start = performance.now();
  const value = await task();
  return { ms: performance.now() - start, value };
}

/** The number below which a share of them lies; undefined of none. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** The one in the middle, or what is halfway between the two that are; undefined of none. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return sorted.length === 0 ? undefined : (low + high) / 2;
}

export function ms(number) {
  return number === undefined ? "—" : number.toFixed(number < 10 ? 1 : 0);
}

export function times(ratio) {
  return ratio === undefined ? "—" : `${ratio.toFixed(ratio < 10 ? 2 : 1)} ×`;
}

export function megabytes(bytes) {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`;
}

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
