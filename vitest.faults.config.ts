import { defineConfig } from "vitest/config";

/** The long run of the fault trials: one after the other, without a time limit that matters. */
export default defineConfig({
  test: { include: ["test/faults/long.ts"], testTimeout: 3_600_000, fileParallelism: false, reporters: ["default"] },
});
