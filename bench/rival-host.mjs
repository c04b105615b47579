// The process of a rival: NAME FOLDER DIRECTORY. Answers how long a call took, if it found anything.
import { ENGINES } from "./engines.mjs";
import { timed } from "./numbers.mjs";

const [name, folder, directory] = process.argv.slice(2);

try {
  const { ms: readyMs, value: ask } = await timed(() => ENGINES[name](folder, directory));
  process.on("message", async ({ query, mode }) => {
    const { ms, value: found } = await timed(async () => ask(query, mode));
    process.send({ ms: found.length > 0 ? ms : undefined });
  });
  process.send({ readyMs });
} catch (error) {
  process.send({ error: error.message });
}
process.on("disconnect", () => process.exit());
