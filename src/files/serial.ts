// Tasks on one file run one after the other, in the order they came.

/** The last task in line, by file. Of the process, not of a session: several sessions may work on the same files. */
const lines = new Map<string, Promise<unknown>>();

export async function serially<T>(key: string, task: () => Promise<T>): Promise<T> {
  const before = lines.get(key);
  const mine = (async () => {
    await before?.catch(() => undefined); // its caller has been told
    return task();
  })();
  lines.set(key, mine);
  try {
    return await mine;
  } finally {
    if (lines.get(key) === mine) lines.delete(key);
  }
}
