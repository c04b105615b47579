// boris: search, file and shell tools with descriptive parameter names and `[CODE] message` errors.
import type { Dialect } from "../../tool.ts";
import { bash } from "../classic/bash.ts";
import { explain } from "../classic/explain.ts";
import { taskOutput } from "../classic/task-output.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";

export const boris: Dialect = { name: "boris", tools: [bash, glob, grep, taskOutput], explain };
