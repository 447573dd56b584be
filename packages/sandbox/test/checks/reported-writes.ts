/** Checks of statements by what public bug reports name: writes, what a cache makes of them, and calls to targets. */
import type { StatementId } from '../../src/index.ts';
import { configuration } from '../configuration.ts';
import type { Probe, Seen } from '../probe.ts';
import { walk } from './check.ts';
import type { Check } from './check.ts';

const names = { first_name: 'A', last_name: 'B' };

function newProfile({ sandbox }: Probe, label: string | null = null): string {
  return sandbox.createSenderProfile(0, { ...names, label });
}

const labelOf = ({ json }: Seen): unknown => json['label'];

/** Whether a label does not come back in the answer to its update. */
async function answersOther(probe: Probe, uuid: string, label: string): Promise<boolean> {
  const answer = await probe.update(uuid, { label });
  await probe.settled();
  return labelOf(answer) !== label;
}

/** Whether, of these labels one after the other, the last is not the one that is read. */
async function readsOther(probe: Probe, uuid: string, ...labels: readonly string[]): Promise<boolean> {
  for (const label of labels) {
    await probe.update(uuid, { label });
    await probe.settled();
  }
  return labelOf(await probe.profile(uuid)) !== labels.at(-1);
}

/** Asks as a client does that has kept an answer. */
function sinceThen({ etag }: Seen): { readonly headers: Readonly<Record<string, string>> } {
  return { headers: etag === null ? {} : { 'if-none-match': etag } };
}

function isUnmodified({ status }: Seen): boolean {
  return status === 304;
}

export const writeChecks: Readonly<Partial<Record<StatementId, Check>>> = {
  'PAGE-05': async (probe) => {
    const uuid = probe.sandbox.createWebhook(0, configuration('https://writes.example'));
    for (let time = 0; time < 2; time += 1) {
      await probe.deleteWebhook(uuid);
      await probe.settled();
    }
    return (await walk(probe)).length !== (await probe.list()).json['total'];
  },
  'DEL-01': async (probe) => {
    const uuid = probe.sandbox.createWebhook(0, configuration('https://deleted.example'));
    probe.sandbox.createWebhook(0, configuration('https://newest.example'));
    const before = await probe.list();
    await probe.deleteWebhook(uuid);
    await probe.settled();
    return isUnmodified(await probe.list('', sinceThen(before)));
  },
  'PROF-01': async (probe) => typeof labelOf(await probe.profile(newProfile(probe, '42'))) !== 'string',
  'PROF-02': async (probe) => {
    const uuids = [newProfile(probe), newProfile(probe)].toReversed();
    const reads = await Promise.all(uuids.map((uuid) => probe.profile(uuid)));
    return reads.some(({ json }, at) => json['uuid'] !== uuids[at]);
  },
  'PROF-04': async (probe) => {
    const [one, other] = [newProfile(probe), newProfile(probe)];
    await probe.deleteProfile(newProfile(probe, 'once used'));
    await probe.settled();
    for (const label of ['once used', 'Cœur', 'Update the Set'])
      if (await answersOther(probe, one, label)) return true;
    const meeting = [answersOther(probe, one, 'first'), answersOther(probe, other, 'second')];
    return (await Promise.all(meeting)).includes(true);
  },
  'PROF-05': async (probe) => {
    if (await readsOther(probe, newProfile(probe, 'first'), 'second', 'first')) return true;
    if (await readsOther(probe, newProfile(probe), '7', '007')) return true;
    if (await readsOther(probe, newProfile(probe), 'ベル', 'べる')) return true;
    const uuid = newProfile(probe);
    await Promise.all([probe.profile(uuid), probe.update(uuid, { label: 'meanwhile' })]);
    await probe.settled();
    if (labelOf(await probe.profile(uuid)) !== 'meanwhile') return true;
    const before = await probe.profile(uuid);
    await probe.update(uuid, { label: 'anew' });
    await probe.settled();
    return isUnmodified(await probe.profile(uuid, sinceThen(before)));
  },
  'PROF-07': async (probe) => {
    const uuid = newProfile(probe);
    const { updated_at: before } = (await probe.profile(uuid)).json;
    const { ok, json } = await probe.update(uuid, { label: 'moved', updated_at: '2020-01-01T00:00:00.000Z' });
    return ok && Date.parse(String(json['updated_at'])) < Date.parse(String(before));
  },
  'TEST-02': async (probe, receiver) => {
    const path = '/a%2Fb?sum=1+1';
    const before = receiver.calls.length;
    await probe.test(configuration(`${receiver.url}${path}`));
    return receiver.calls.slice(before).some(({ url }) => url !== path);
  },
  'TEST-08': async (probe, receiver) => {
    const before = receiver.calls.length;
    await probe.test({ ...configuration(receiver.url), event: 'contact_replied' });
    return receiver.calls.slice(before).some(({ body }) => body === '{}');
  },
};
