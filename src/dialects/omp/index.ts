// omp: the tools of oh-my-pi. What its tools show of a file carries a tag, and edits name lines by number under that tag.
import type { Dialect } from "../../tool.ts";
import { bash } from "./bash.ts";
import { edit } from "./edit.ts";
import { explain } from "./explain.ts";
import { find } from "./find.ts";
import { read } from "./read.ts";
import { replace } from "./replace.ts";
import { search } from "./search.ts";
import { write } from "./write.ts";

export const omp: Dialect = { name: "omp", tools: [bash, edit, replace, find, read, search, write], explain };
