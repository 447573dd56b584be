import { defineConfig } from 'vitest/config';
import own from './vitest.config.ts';

export default defineConfig({
  ...own,
  test: {
    ...own.test,
    include: ['conformance/**/*.conformance.ts'],
    reporters: [['verbose', { summary: false }]],
  },
});
