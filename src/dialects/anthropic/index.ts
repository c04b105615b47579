// anthropic: the tools of boris under the names Anthropic's models were trained on; the file tools are one, str_replace_editor.
import type { Dialect } from "../../tool.ts";
import { bash } from "../classic/bash.ts";
import { explain } from "../classic/explain.ts";
import { taskOutput } from "../classic/task-output.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { strReplaceEditor } from "./str-replace-editor.ts";

export const anthropic: Dialect = { name: "anthropic", tools: [bash, glob, grep, strReplaceEditor, taskOutput], explain };
