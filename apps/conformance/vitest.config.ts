import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@outreach-api/source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['@outreach-api/source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 120_000,
    maxWorkers: 4,
    maxConcurrency: 8,
  },
});
