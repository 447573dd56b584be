/** The same names for CommonJS, where TypeScript cannot look into an ES module under `node16` and `node18`. */
export type * from './index.ts' with { 'resolution-mode': 'import' };
