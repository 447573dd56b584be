/** Checks of RATE, on a sandbox that admits 20 requests in 250 ms. */
import type { Probe, Seen } from '../probe.ts';
import { profileOf, same, walk } from './check.ts';
import type { Check } from './check.ts';

export const checkedLimit = { requests: 20, perMs: 250 } as const;

/** Sends until the limit is met and a little more; all answers. */
async function flood(probe: Probe): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let i = 0; i < 40; i += 1) seen.push(await probe.list('?limit=1'));
  return seen;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

export const limitChecks = {
  'RATE-01': async (probe, receiver) => {
    const { sandbox } = probe;
    const made = String((await probe.createKey('made')).json['last_token']);
    const profile = sandbox.createSenderProfile(0, { first_name: 'A', last_name: 'B', label: null });
    const test = { event: 'sender_profile_sent_email', request_method: 'POST', target_url: receiver.url };
    const refused = (await flood(probe)).filter(({ ok }) => !ok);
    const others = [];
    for (let round = 0; round < 4; round += 1) {
      others.push(
        await probe.profile(profile),
        await probe.update(profile, { label: 'limited' }),
        await probe.test(test),
        await probe.deleteProfile(profile),
        await probe.list('', { token: made }),
        await probe.list(),
      );
    }
    const all = [...refused, ...others.filter(({ ok }) => !ok)];
    return refused.length === 0 || others.every(({ ok }) => ok) || all.some(({ status }) => status !== 429);
  },
  'RATE-02': async (probe) => {
    await flood(probe);
    const [first, second] = probe.sandbox.accounts;
    const colleague = [];
    for (let i = 0; i < 3; i += 1) colleague.push(await probe.list('', { token: first.colleagueToken }));
    const other = await probe.list('', { token: second.token });
    await pause(300);
    const made = String((await probe.createKey('made')).json['last_token']);
    await flood(probe);
    const fresh = [];
    for (let i = 0; i < 3; i += 1) fresh.push(await probe.list('', { token: made }));
    return colleague.every(({ ok }) => ok) || fresh.every(({ ok }) => ok) || other.status === 429;
  },
  'RATE-03': async (probe, receiver) => {
    const test = { event: 'sender_profile_sent_email', request_method: 'POST', target_url: receiver.url };
    await flood(probe);
    await probe.test(test);
    for (let wait = 50; wait < 1000; wait *= 2) {
      await pause(wait);
      if ((await probe.list('?limit=1')).ok && (await probe.test(test)).ok) return false;
    }
    return true;
  },
  'RATE-04': async (probe, receiver) => {
    const [profile = ''] = probe.sandbox.accounts[0].senderProfiles();
    const [webhook = ''] = probe.sandbox.accounts[0].webhooks();
    const state = async (): Promise<unknown> => [await walk(probe), profileOf(await probe.profile(profile))];
    const before = await state();
    await pause(300);
    await flood(probe);
    const calls = receiver.calls.length;
    const test = { event: 'sender_profile_sent_email', request_method: 'POST', target_url: receiver.url };
    const limited = [
      await probe.update(profile, { label: 'limited' }),
      await probe.update(profile, { label: 'limited' }),
      await probe.update(profile, { label: 'limited' }),
      await probe.test(test),
      await probe.deleteWebhook(webhook),
    ].every(({ status }) => status === 429);
    const called = receiver.calls.length !== calls;
    await pause(400);
    return limited && (called || !same(before, await state()));
  },
} satisfies Record<string, Check>;
