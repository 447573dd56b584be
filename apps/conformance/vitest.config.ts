import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@outreach-api/source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['@outreach-api/source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
    // Commands that are run in processes of their own find there what Node has made of the sources.
    env: { NODE_COMPILE_CACHE: path.join(tmpdir(), 'outreach-conformance-compile-cache') },
    // What hangs is cut off; how long a test takes on a busy machine says nothing.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The modules, which take longer to load than most files to run, are loaded once per worker.
    isolate: false,
    // Simulated runs never wait: more workers than processors only get in each other's way.
    maxWorkers: 3,
    maxConcurrency: 6,
  },
});
