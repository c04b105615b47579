// boris: search, file and shell tools with descriptive parameter names and `[CODE] message` errors.
import type { Dialect } from "../../tool.ts";
import { bash } from "../classic/bash.ts";
import { createFile } from "../classic/create-file.ts";
import { explain } from "../classic/explain.ts";
import { strReplace } from "../classic/str-replace.ts";
import { taskOutput } from "../classic/task-output.ts";
import { view } from "../classic/view.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";

export const boris: Dialect = { name: "boris", tools: [bash, createFile, glob, grep, strReplace, taskOutput, view], explain };
