import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'generator/**/*.test.ts'],
    isolate: false,
    maxWorkers: 1,
    // What hangs is cut off; how long a test takes on a busy machine says nothing.
    testTimeout: 600_000,
  },
});
