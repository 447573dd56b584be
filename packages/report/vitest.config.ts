import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    isolate: false,
    maxWorkers: 2,
    // What hangs is cut off; how long a test takes on a busy machine says nothing.
    testTimeout: 600_000,
  },
});
