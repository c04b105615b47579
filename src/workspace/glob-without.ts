// A glob minus some endings, as plain globs: ripgrep has no exceptions to what it leaves out (a glob that lets files in again
// would leave out everything else).

/**
 * Globs that together match what `glob` (which ends with `*`) matches, but for names with one of the endings.
 * A name lacks them all if, read from its end, it leaves the tree of endings somewhere: one glob for each place to leave it.
 */
export function globsWithout(glob: string, endings: readonly string[]): readonly string[] {
  if (endings.length === 0) return [glob];
  const stem = glob.replace(/\*$/, "");
  const common = new Set(endings.flatMap((ending) => Array.from(ending, (_, index) => ending.slice(index + 1))));
  return [...common].flatMap((tail) => {
    const before = new Set(endings.filter((ending) => ending.endsWith(tail) && ending !== tail).map((ending) => ending.at(-tail.length - 1)));
    return [`${stem}${tail}`, `${stem}*[!/${[...before].join("")}]${tail}`];
  });
}
