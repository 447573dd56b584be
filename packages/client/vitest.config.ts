/** How the client's tests run: the workspace's packages come from their sources. */
import { defineConfig } from 'vitest/config';

const source = '@outreach-api/source';

export default defineConfig({
  // After the workspace's own condition come Vite's defaults, which a list of one's own replaces.
  resolve: { conditions: [source, 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
  test: {
    isolate: false,
    maxWorkers: 2,
    // What hangs is cut off; how long a test takes on a busy machine says nothing.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
