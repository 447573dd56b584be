import { defineConfig } from 'tsdown';

/** Bundles what is private to the workspace, its types too: the published package is installed without it. */
export default defineConfig({
  entry: ['src/command.ts', 'src/index.ts'],
  tsconfig: 'tsconfig.build.json',
  platform: 'node',
  fixedExtension: false,
  hash: false,
  sourcemap: true,
  dts: { entry: 'src/index.ts', sourcemap: false },
  deps: { onlyBundle: [/^@outreach-api\/(?:engine|masking|model|wire)(?:\/|$)/] },
  checks: { pluginTimings: false },
  logLevel: 'warn',
});
