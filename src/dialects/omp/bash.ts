// bash: the shell of boris; what a background task has printed is read as task://ID.
import { bash as classicBash } from "../classic/bash.ts";

export const bash: typeof classicBash = {
  ...classicBash,
  description:
    "Run a bash command; returns exit code, stderr and stdout. Each call is a fresh shell with empty stdin; only the working directory is kept (cd). " +
    "The first 30,000 characters of each stream are returned. On timeout the command is ended with all its processes. " +
    "run_in_background returns a task_id at once; read its output as task://ID. " +
    "The shell is not fenced: commands are not confined to the allowed directories.",
};
