import { expect, it } from 'vitest';
import { driverAnswerIn } from './driver-answer.ts';

it('skips lines that are not an answer', () => {
  const written = 'warming up\n{"level":"info"}\n{"ok":false,"status":422}\n{"ok":true}\n';
  expect(driverAnswerIn(written)).toEqual({ ok: false, status: 422 });
});

it('names what an answer has in place of its value', () => {
  expect(driverAnswerIn('{"ok":true,"calls":["webhooks.list"]}\n')).toEqual({ ok: true, beside: ['calls'] });
});

it.for(['', 'certainly', '{"ok":"yes"}', '[true]', '{"ok":true'])(
  'does not accept this as an answer: %s',
  (written) => {
    expect(driverAnswerIn(written)).toBeNull();
  },
);
