import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["test/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2, env: { FOSSICK_RECEIPT_TIMEOUT: "30" } },
});
