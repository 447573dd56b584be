import { expect, it } from 'vitest';
import { driverAnswerIn } from './driver-answer.ts';

it('passes over lines that are no answer', () => {
  const written = 'warming up\n{"level":"info"}\n{"ok":false,"status":422}\n{"ok":true}\n';
  expect(driverAnswerIn(written)).toEqual({ ok: false, status: 422 });
});

it.for(['', 'certainly', '{"ok":"yes"}', '[true]', '{"ok":true'])(
  'takes this for no answer: %s',
  (written) => {
    expect(driverAnswerIn(written)).toBeNull();
  },
);
