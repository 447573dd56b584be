/** The order of test files: the longest-running first, so that none runs alone at the end. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that run long. All others are ordered by file size, which predicts their run time well enough. */
const longRunning = [
  'src/clients/rules/client-rules.test.ts',
  'test/runs/shell-script.test.ts',
  'test/runs/recorded-traffic.test.ts',
  'test/runs/two-at-once.test.ts',
  'test/runs/outages.test.ts',
  'test/runs/canary.test.ts',
  'src/history/lockout.test.ts',
  'test/runs/others-at-work.test.ts',
  'src/account/long-list.test.ts',
  'test/runs/readme-links.test.ts',
];

/** Starts with the files that run longest. */
export class LongestFirst extends BaseSequencer {
  /** @throws Error if a file that is named here does not exist */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const first = longRunning.map((name) => path.join(root, name));
    const missing = first.filter((file) => !existsSync(file));
    if (missing.length > 0) throw new Error(`there are no such tests to begin with: ${missing.join(', ')}`);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = first.indexOf(path.normalize(moduleId));
      return at === -1 ? first.length : at;
    };
    const byLength = await super.sort(files); // oxlint-disable-line no-array-sort
    return byLength.toSorted((one, other) => rank(one) - rank(other));
  }
}
