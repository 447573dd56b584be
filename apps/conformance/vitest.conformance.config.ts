import { defineConfig } from 'vitest/config';
import own from './vitest.config.ts';

export default defineConfig({
  ...own,
  test: {
    ...own.test,
    runner: './conformance/own-time-runner.ts',
    include: ['conformance/**/*.conformance.ts'],
    reporters: [['verbose', { summary: false }]],
  },
});
