import { expect, it } from 'vitest';
import type { CallOutcome } from '../driver-call.ts';
import { declarationOf } from './declare.ts';
import { driverAnswerIn } from './driver-answer.ts';

const place = { baseUrl: 'http://service.invalid', token: 'none', longestMs: 1000 };

async function declared(line: string): Promise<unknown> {
  const answer = driverAnswerIn(line);
  const outcome: CallOutcome =
    answer === null
      ? { kind: 'no answer', why: `it ended with code 0 after it had written ${JSON.stringify(line)}` }
      : { kind: 'answered', answer };
  return declarationOf({ make: async () => outcome }, place);
}

it.for([
  ['another object', '{"calls":["webhooks.list"]}', 'after it had written'],
  [
    'the declaration in place of the value',
    '{"ok":true,"calls":["webhooks.list"]}',
    'has `calls`, but no `value`',
  ],
  [
    'a list as the value',
    '{"ok":true,"value":["webhooks.list"]}',
    'the `value` of its declaration is not an object',
  ],
  [
    'fields of its own',
    '{"ok":true,"value":{"operations":[],"retry":{}}}',
    'has `operations`, `retry`, none of which',
  ],
  [
    'calls by name',
    '{"ok":true,"value":{"calls":{"webhooks.list":true}}}',
    'the `calls` of its declaration are not a list',
  ],
  [
    'calls of its own',
    '{"ok":true,"value":{"calls":["listWebhooks"]}}',
    'it can make none of the calls webhooks.list, ',
  ],
  ['a failure', '{"ok":false}', 'and reports a failure'],
] as const)('says to a driver that declares %s which shape is expected', async ([, line, why]) => {
  const failure = declared(line);
  await expect(failure).rejects.toThrow(why);
  await expect(failure).rejects.toThrow(
    'a line such as {"ok":true,"value":{"calls":["webhooks.list"],"backoff":{"base":200},"stays":true}}',
  );
});

it.for([
  '{"ok":true}',
  '{"ok":true,"value":null}',
  '{"ok":true,"value":{}}',
  '{"ok":true,"value":{"stays":true}}',
])('takes a declaration that leaves everything out: %s', async (line) => {
  expect(await declared(line)).toMatchObject({
    backoff: null,
    calls: expect.arrayContaining(['webhooks.all']),
  });
});
