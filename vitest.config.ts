import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    // Two workers: the reference machine has two cores, and the recovery tests are numerical.
    maxWorkers: 2,
  },
});
