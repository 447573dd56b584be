import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'generator/**/*.test.ts'],
    // As in the packages: their sources are tested, whether they are built or not.
    experimental: { viteModuleRunner: false },
    execArgv: ['--conditions=@outreach-api/source'],
    isolate: false,
    maxWorkers: 1,
    // What hangs is cut off; how long a test takes on a busy machine says nothing.
    testTimeout: 600_000,
  },
});
