import { expect, it } from 'vitest';
import { FailingOperations } from './failing-operations.ts';

const path = '/flows/api/sender-profiles/122afeab-cafe-420b-990a-433800c3dd68';

it('an operation that has only failed is waited for, from its first failure on', () => {
  const failing = new FailingOperations();
  failing.answered('PUT', path, { status: 500 }, 1000);
  failing.answered('PUT', path, { status: 500 }, 2500);
  expect(failing.msUntilOver(2500)).toBe(2500);
  expect(failing.msUntilOver(9000)).toBe(0);
});

it('an operation that succeeds again, or that refuses, is not waited for', () => {
  const failing = new FailingOperations();
  failing.answered('PUT', path, { status: 500 }, 1000);
  failing.answered('PUT', path, { status: 204 }, 1100);
  failing.answered('GET', path, { status: 404 }, 1200);
  expect(failing.msUntilOver(1300)).toBe(0);
});
