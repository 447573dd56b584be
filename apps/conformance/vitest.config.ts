import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
    // Node.js loads the sources by itself: nothing is transformed, and calls between modules stay direct.
    experimental: { viteModuleRunner: false },
    // A run makes much that is needed for a moment: with room for it, less of it is moved by the garbage collector.
    execArgv: ['--conditions=@outreach-api/source', '--max-semi-space-size=64'],
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
    sequence: { sequencer: LongestFirst },
  },
});
