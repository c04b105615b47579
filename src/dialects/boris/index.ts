// boris: search, file and shell tools with descriptive parameter names and `[CODE] message` errors.
import type { Dialect } from "../../tool.ts";
import { bash } from "./bash.ts";
import { explain } from "./explain.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { taskOutput } from "./task-output.ts";

export const boris: Dialect = { name: "boris", tools: [bash, glob, grep, taskOutput], explain };
