import { defineConfig } from 'tsdown';

/** Bundles what is private to the workspace, its types too: the published package is installed without it. */
export default defineConfig({
  entry: ['src/command.ts', 'src/index.ts'],
  tsconfig: 'tsconfig.build.json',
  platform: 'node',
  fixedExtension: false,
  hash: false,
  sourcemap: true,
  // The page of a report reads its style and script from beside its module.
  copy: [{ from: '../../packages/report/src/page/browser/*.{css,js}', to: 'dist/browser' }],
  dts: { entry: 'src/index.ts', sourcemap: false },
  deps: { onlyBundle: [/^@outreach-api\/(?:engine|masking|model|report|wire)(?:\/|$)/] },
  checks: { pluginTimings: false },
  logLevel: 'warn',
});
