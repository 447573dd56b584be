/** Runs the tests of the sandbox on the sources of the workspace. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['@outreach-api/source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['test/**/*.test.ts'],
    isolate: false,
    maxWorkers: 2,
    // They wait for longer than they work.
    maxConcurrency: 16,
    // What hangs is cut off; how long a test takes on a busy machine says nothing.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
