// glob: find files and directories by name, always both.
import { GLOB_PARAMETERS, makeGlob } from "../classic/glob-tool.ts";

const { pattern, path, no_ignore } = GLOB_PARAMETERS;

export const glob = makeGlob({ pattern, path, no_ignore });
