// claude-code: the tools of Claude Code, in its names, shapes and words.
import type { Dialect } from "../../tool.ts";
import { bash } from "./bash.ts";
import { edit } from "./edit.ts";
import { explain } from "./explain.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { read } from "./read.ts";
import { taskOutput } from "./task-output.ts";
import { taskStop } from "./task-stop.ts";
import { write } from "./write.ts";

export const claudeCode: Dialect = {
  name: "claude-code",
  tools: [bash, edit, glob, grep, read, taskOutput, taskStop, write],
  // Claude Code defers tools it may not need, and keeps long results from the model, unless it is told otherwise.
  meta: { "anthropic/alwaysLoad": true, "anthropic/maxResultSizeChars": 100_000 },
  explain,
};
