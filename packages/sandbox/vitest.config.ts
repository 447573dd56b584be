/** Runs the sandbox's tests on the workspace's sources. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Node.js loads the sources by itself: nothing is transformed, and calls between modules stay direct.
    experimental: { viteModuleRunner: false },
    execArgv: ['--conditions=@outreach-api/source'],
    isolate: false,
    maxWorkers: 2,
    // They spend more time waiting than working.
    maxConcurrency: 16,
    // Cuts off tests that hang; how long a test takes on a busy machine means nothing.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
