import { expect, it } from 'vitest';
import { CredentialLabels } from './credential-labels.ts';

it('distinguishes keys by labels, and keeps none of them', () => {
  const labels = new CredentialLabels();
  expect(labels.seen('Bearer abc')).toEqual({ kind: 'bearer', label: 'key 1' });
  expect(labels.seen('bearer   xyz ')).toEqual({ kind: 'bearer', label: 'key 2' });
  expect(labels.seen('Bearer abc')).toEqual({ kind: 'bearer', label: 'key 1' });
});

it.for([
  [undefined, { kind: 'none' }],
  ['', { kind: 'none' }],
  ['Basic YTpi', { kind: 'other scheme', scheme: 'Basic' }],
  // A key without a scheme must not be shown as one.
  ['abcdefghijkl', { kind: 'other scheme', scheme: 'none' }],
] as const)('reads the Authorization header: %s', ([header, seen]) => {
  expect(new CredentialLabels().seen(header)).toEqual(seen);
});
