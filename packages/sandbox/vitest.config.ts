/** Runs the tests of the sandbox on the sources of the workspace. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['@outreach-api/source', 'module', 'node', 'development|production'] } },
  // They wait for longer than they work.
  test: { include: ['test/**/*.test.ts'], maxWorkers: 3 },
});
