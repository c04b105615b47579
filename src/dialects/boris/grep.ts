// grep: search file contents.
import { GREP_PARAMETERS, makeGrep } from "../classic/grep-tool.ts";

export const grep = makeGrep(GREP_PARAMETERS, (args) => args);
