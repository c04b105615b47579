// claude-code: the tools of Claude Code, in its names, shapes and words.
import type { Dialect } from "../../tool.ts";
import { edit } from "./edit.ts";
import { explain } from "./explain.ts";
import { read } from "./read.ts";
import { write } from "./write.ts";

export const claudeCode: Dialect = {
  name: "claude-code",
  tools: [edit, read, write],
  // Claude Code defers tools it may not need, and keeps long results from the model, unless it is told otherwise.
  meta: { "anthropic/alwaysLoad": true, "anthropic/maxResultSizeChars": 100_000 },
  explain,
};
