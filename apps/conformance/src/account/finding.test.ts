import { createSandbox } from '@outreach-api/sandbox';
import { expect, it } from 'vitest';
import { sandboxTarget } from '../../test/judge-sandbox.ts';
import { Session } from '../session/session.ts';
import { bearer } from '@outreach-api/model/records/credential';
import { defineFinding, defineFindingOfCaller, defineMaking, webhookChanges } from '../session/finding.ts';

async function openSession(): Promise<Session> {
  const sandbox = await createSandbox();
  return Session.open(sandboxTarget(sandbox, 'http://127.0.0.1:9'), new AbortController().signal);
}

it('is determined once in a session, and again where what it rests on has changed', async () => {
  const session = await openSession();
  let times = 0;
  const finding = defineFinding(async () => (times += 1), webhookChanges);
  expect([await finding.in(session), await finding.in(session)]).toEqual([1, 1]);
  session.state.webhooksChanged();
  expect([await finding.in(session), await finding.in(session.beginRun())]).toEqual([2, 2]);
  expect([await finding.again(session), await finding.in(session)]).toEqual([3, 3]);
  expect(await finding.in(await openSession())).toBe(4);
});

it('is not kept where it could not be determined', async () => {
  const session = await openSession();
  let times = 0;
  const finding = defineFinding(async () => {
    times += 1;
    if (times === 1) throw new Error('not now');
    return times;
  });
  await expect(finding.in(session)).rejects.toThrow('not now');
  expect(await finding.in(session)).toBe(2);
});

it('is determined again where it was found while the target was out, unless something was made for it', async () => {
  const session = await openSession();
  const { findings } = session.state.account;
  let times = 0;
  const count = async (): Promise<number> => (times += 1);
  const [finding, making] = [defineFinding(count), defineMaking(count)];
  const before = Date.now();
  expect([await finding.in(session), await making.in(session)]).toEqual([1, 2]);
  findings.forget(before - 2000, before - 1000);
  expect([await finding.in(session), await making.in(session)]).toEqual([1, 2]);
  findings.forget(before, Number.POSITIVE_INFINITY);
  expect([await finding.in(session), await making.in(session)]).toEqual([3, 2]);
});

it('is determined for each caller where it may be otherwise for another', async () => {
  const session = await openSession();
  const other = session.asking(bearer('another key', 'x', '$X'));
  let times = 0;
  const count = async (): Promise<number> => (times += 1);
  const [ofAll, ofCaller] = [defineFinding(count), defineFindingOfCaller(count)];
  expect([await ofAll.in(session), await ofAll.in(other)]).toEqual([1, 1]);
  expect([await ofCaller.in(session), await ofCaller.in(other), await ofCaller.in(session)]).toEqual([
    2, 3, 2,
  ]);
  session.state.account.findings.forget(0, Number.POSITIVE_INFINITY);
  expect(await ofCaller.in(other)).toBe(4);
});
