import { expect, it } from 'vitest';
import { Session } from '../session/session.ts';
import { completeTarget } from '../target/target.ts';
import { nameToUse } from './refused-key.ts';

it('gives no key a name under which another may have been created unreported', async () => {
  const session = Session.open(
    completeTarget({ baseUrl: 'http://127.0.0.1:9', token: 'x' }),
    new AbortController().signal,
  );
  session.state.account.keys.areNamedOnce = true;
  const first = nameToUse('North', session);
  session.state.keyMayBeCreated(first, session.credential, 'answered 504');
  expect(nameToUse('North', session)).not.toBe(first);
  await session.close();
});
