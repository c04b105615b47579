// boris: search, file and shell tools with descriptive parameter names and `[CODE] message` errors.
import type { Dialect } from "../../tool.ts";
import { createFile } from "./create-file.ts";
import { explain } from "./explain.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { strReplace } from "./str-replace.ts";
import { view } from "./view.ts";

export const boris: Dialect = { name: "boris", tools: [createFile, glob, grep, strReplace, view], explain };
