/** Runs the type tests with the tests: a test of types can fail only where a compiler looks at it. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { isolate: false, typecheck: { enabled: true, tsconfig: './tsconfig.json' } },
});
