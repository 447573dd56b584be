/** Checks of RATE, on a sandbox that admits 20 requests in 250 ms. */
import { configuration } from '../configuration.ts';
import { pause } from '../own-clock.ts';
import type { Json, Probe, Seen } from '../probe.ts';
import type { Receiver } from '../receiver.ts';
import { profileOf, same, walk } from './check.ts';
import type { Check } from './check.ts';

export const checkedLimit = { requests: 20, perMs: 250 } as const;

/** Sends until the limit is reached and a little more; returns all answers. */
export async function flood(probe: Probe): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let i = 0; i < 40; i += 1) seen.push(await probe.list('?limit=1'));
  return seen;
}

const burstSize = 40;

/** Sends all at the same time, so that the last ones exceed the limit even if each operation is counted separately. */
function burst(send: (index: number) => Promise<Seen>): Promise<Seen[]> {
  return Promise.all(Array.from({ length: burstSize }, (_, index) => send(index)));
}

/**
 * A key takes long to sign under some algorithms: what a bucket refills meanwhile is used up before the next one, by
 * creations that need no signature if each operation has its own limit.
 */
async function creationsPastTheLimit(probe: Probe): Promise<Seen[]> {
  const sent = Array.from({ length: 10 }, (_, index) => ({
    others: Array.from({ length: 20 }, (_other, at) =>
      at % 2 === 0 ? probe.list('?limit=1') : probe.createKey('', { body: {} }),
    ),
    creation: probe.createKey(`limited ${index}`),
  }));
  for (const { others } of sent) await Promise.all(others);
  return Promise.all(sent.map(({ creation }) => creation));
}

/** A profile for each request of a burst: whether one was admitted says nothing about another's profile. */
function profilesFor({ sandbox }: Probe): string[] {
  return Array.from({ length: burstSize }, () =>
    sandbox.createSenderProfile(0, { first_name: 'A', last_name: 'B', label: null }),
  );
}

function webhooksFor({ sandbox }: Probe): string[] {
  return Array.from({ length: burstSize }, () =>
    sandbox.createWebhook(0, { event: 'e', request_method: 'PUT', target_url: 'https://a.example' }),
  );
}

export const limitChecks = {
  'RATE-01': async (probe, receiver) => {
    const made = String((await probe.createKey('made')).json['last_token']);
    const [profile = '', ...doomed] = [...profilesFor(probe), ...profilesFor(probe)];
    const webhooks = webhooksFor(probe);
    const bursts = [
      await flood(probe),
      await burst(() => probe.profile(profile)),
      await burst(() => probe.update(profile, { label: 'limited' })),
      await burst(() => probe.test(configuration(receiver.url))),
      await burst((index) => probe.deleteProfile(doomed[index] ?? '')),
      await burst((index) => probe.deleteWebhook(webhooks[index] ?? '')),
      await burst(() => probe.list('', { token: made })),
      await burst(() => probe.list()),
    ];
    const refused = bursts.map((seen) => seen.filter(({ ok }) => !ok));
    // Last: a new key may replace others, and take so long to sign that a bucket refills meanwhile.
    const creations = (await creationsPastTheLimit(probe)).filter(({ ok }) => !ok);
    return (
      refused.some((seen) => seen.length === 0) ||
      [...refused, creations].flat().some(({ status }) => status !== 429)
    );
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
    const test = configuration(receiver.url);
    await flood(probe);
    await burst(() => probe.test(test));
    const [profiles, webhooks] = [profilesFor(probe), webhooksFor(probe)];
    await burst((index) => probe.deleteProfile(profiles[index] ?? ''));
    await burst((index) => probe.deleteWebhook(webhooks[index] ?? ''));
    const areDeleted = async (): Promise<boolean> => {
      const [profile = '', webhook = ''] = [profilesFor(probe).at(0), webhooksFor(probe).at(0)];
      return (await probe.deleteProfile(profile)).ok && (await probe.deleteWebhook(webhook)).ok;
    };
    for (let wait = 50; wait < 1000; wait *= 2) {
      await pause(wait);
      if ((await probe.list('?limit=1')).ok && (await probe.test(test)).ok && (await areDeleted()))
        return false;
    }
    return true;
  },
  'RATE-04': async (probe, receiver) => {
    const updated = profilesFor(probe);
    const doomed = profilesFor(probe);
    const webhooks = webhooksFor(probe);
    // The last of each burst, as many as the limit permits reading.
    const watched = [...updated.slice(-6), ...doomed.slice(-4)];
    const state = async (): Promise<Json[]> => {
      const seen: Json[] = [];
      for (const uuid of watched) seen.push(profileOf(await probe.profile(uuid)));
      return seen;
    };
    const [list, profiles] = [await walk(probe), await state()];
    await pause(300);
    const updates = await burst((index) => probe.update(updated[index] ?? '', { label: 'limited' }));
    const deletes = await burst((index) => probe.deleteProfile(doomed[index] ?? ''));
    const webhookDeletes = await burst((index) => probe.deleteWebhook(webhooks[index] ?? ''));
    const called = await limitedCalls(probe, receiver);
    await pause(400);
    const after = await state();
    const limited = [...updates.slice(-6), ...deletes.slice(-4)];
    const changed = limited.some(({ status }, i) => status === 429 && !same(after[i], profiles[i]));
    const isDeleted = ({ uuid }: Json): boolean =>
      webhookDeletes[webhooks.indexOf(String(uuid))]?.ok === true;
    return (
      changed ||
      called ||
      !same(
        await walk(probe),
        list.filter((one) => !isDeleted(one)),
      )
    );
  },
} satisfies Record<string, Check>;

/** Whether a test answered with 429 called its target, at once or a little later. */
async function limitedCalls(probe: Probe, receiver: Receiver): Promise<boolean> {
  const before = receiver.calls.length;
  const tests = await burst((index) => probe.test(configuration(`${receiver.url}/limited/${index}`)));
  await pause(100);
  const called = new Set(receiver.calls.slice(before).map(({ url }) => url));
  return tests.some(({ status }, index) => status === 429 && called.has(`/limited/${index}`));
}
