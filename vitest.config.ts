import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Many times what the slowest test takes by itself: machines are shared, and a limit of time is no finding.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Threads, signals and resident memory depend on what else runs on CI's machine: such a test gets a second chance
    // there.
    retry: process.env.CI ? 1 : 0,
    // Two workers: the reference machine has two cores, and the recovery tests are numerical.
    maxWorkers: 2,
  },
});
