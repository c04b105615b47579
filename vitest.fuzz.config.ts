import { defineConfig } from "vitest/config";

/** The long run of what compares at random: one after the other, without a time limit that matters. */
export default defineConfig({
  test: { include: ["test/fuzz/long.ts"], testTimeout: 36_000_000, fileParallelism: false, reporters: ["default"] },
});
