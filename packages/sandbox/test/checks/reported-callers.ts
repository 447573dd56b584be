/** Checks of statements by what public bug reports name: credentials, headers and uses of keys, events, and retries. */
import type { StatementId } from '../../src/index.ts';
import { pause } from '../own-clock.ts';
import type { Probe, Seen } from '../probe.ts';
import type { Check } from './check.ts';
import { takesFilters } from './check.ts';

/** Lists as often as this with a key that is made for it. */
async function listsWithNewKey(probe: Probe, name: string, times: number): Promise<readonly Seen[]> {
  const { ok, json } = await probe.createKey(name);
  const seen: Seen[] = [];
  // There may be enough keys.
  if (!ok) return seen;
  for (let time = 0; time < times; time += 1)
    seen.push(await probe.list('?limit=1', { token: String(json['last_token']) }));
  return seen;
}

export const callerChecks: Readonly<Partial<Record<StatementId, Check>>> = {
  'AUTH-02': async (probe) => {
    const authorization = `Token ${probe.sandbox.accounts[0].token}`;
    return (await probe.list('', { token: null, authorization })).ok;
  },
  'AUTH-05': async (probe) => {
    const seen = [
      ...(await listsWithNewKey(probe, 'often', 12)),
      ...(await listsWithNewKey(probe, 'Ж'.repeat(40), 1)),
    ];
    return seen.some(({ ok }) => !ok);
  },
  'TEAM-01': async (probe) => {
    const [own, other] = probe.sandbox.accounts;
    const headers = { 'organization-id': String(own.teamId) };
    const { data } = await probe.list('', { token: other.token, headers });
    return data.some(({ uuid }) => own.webhooks().includes(String(uuid)));
  },
  'HOOK-04': async (probe) => {
    const { ok } = await probe.list('', { headers: { 'accept-language': 'es-ES,es;q=0.9' } });
    return !ok;
  },
  'FILT-01': async (probe) =>
    takesFilters(probe) && (await probe.filtered({ event: 'no_such_event' })).data.length > 0,
  'RATE-03': async (probe) => {
    const profile = probe.sandbox.createSenderProfile(0, { first_name: 'A', last_name: 'B', label: null });
    const update = async (): Promise<Seen> => probe.update(profile, { label: 'again' });
    await Promise.all(Array.from({ length: 40 }, update));
    for (let wait = 50; wait < 1000; wait *= 2) {
      await pause(wait);
      if ((await update()).ok) return false;
    }
    return true;
  },
};
