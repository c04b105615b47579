// What omp shows at most.

/** Of a line, in characters, as oh-my-pi has it (streaming-output.ts). */
export const MAX_COLUMNS = 512;
/** Of an answer, as oh-my-pi has it (streaming-output.ts). */
export const MAX_TEXT_BYTES = 50 * 1024;
