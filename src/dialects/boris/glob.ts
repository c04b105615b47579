// glob: find files and directories by name.
import { GLOB_PARAMETERS, makeGlob } from "../classic/glob-tool.ts";

export const glob = makeGlob(GLOB_PARAMETERS);
