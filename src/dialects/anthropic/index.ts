// anthropic: the tools of boris under the names Anthropic's models were trained on; the file tools are one, str_replace_editor.
import type { Dialect } from "../../tool.ts";
import { explain } from "../classic/explain.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";

export const anthropic: Dialect = { name: "anthropic", tools: [glob, grep], explain };
