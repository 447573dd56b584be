/** Checks of statements by what public bug reports name: keys, bodies and addresses that are written otherwise. */
import { createHmac } from 'node:crypto';
import type { StatementId } from '../../src/index.ts';
import { configuration } from '../configuration.ts';
import type { Probe } from '../probe.ts';
import type { Check } from './check.ts';

const wellKnownSecret = 'your-secret-key-change-this-in-production';
const usualHeader = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
const addresses = ['/eq?tag=b&x=1&tag=b', '/members?constructor=a&=c', '/lines?of=a%0D%0Ab%0Ac'];

function newProfile({ sandbox }: Probe): string {
  return sandbox.createSenderProfile(0, { first_name: 'A', last_name: 'B', label: 'C' });
}

export const requestChecks: Readonly<Partial<Record<StatementId, Check>>> = {
  'AUTH-01': async (probe) => {
    const uuid = newProfile(probe);
    const path = `/flows/api/sender-profiles/${uuid}`;
    const written = [
      path.replace('/flows/api', '/%66lows/%61pi'),
      `/${path}`,
      `${path}/`,
      path.replace('/flows/api/sender-profiles', (names) => names.toUpperCase()),
    ];
    for (const way of written) if ((await probe.send('GET', way, { token: null })).ok) return true;
    return (await probe.list('', { token: null, headers: { 'x-forwarded-for': '127.0.0.1' } })).ok;
  },
  'AUTH-02': async (probe) => {
    for (const authorization of ['oneWord', 'Unheard of', 'Bearer q7.2x.9T'])
      if ((await probe.list('', { token: null, authorization })).ok) return true;
    return false;
  },
  'AUTH-03': async (probe) => {
    const signed = `${usualHeader}.${probe.sandbox.accounts[0].token.split('.')[1] ?? ''}`;
    const signature = createHmac('sha256', wellKnownSecret).update(signed).digest('base64url');
    return (await probe.list('', { token: `${signed}.${signature}` })).ok;
  },
  'KEY-01': async (probe) => {
    const first = await probe.createKey('𠀋'.repeat(4));
    const second = await probe.createKey('𐌰'.repeat(4));
    // There may be no more keys than so many.
    return first.ok && !second.ok && (await probe.createKey('an ordinary one')).ok;
  },
  'PROF-04': async (probe) => {
    const text = JSON.stringify({ label: 'On several lines' }, null, 2);
    return !(await probe.update(newProfile(probe), {}, { text })).ok;
  },
  'PROF-05': async (probe) => {
    const uuid = newProfile(probe);
    const shows = async (label: string, written = uuid): Promise<boolean> => {
      await probe.update(uuid, { label });
      await probe.settled();
      const { ok, json } = await probe.profile(written);
      return !ok || json['label'] === label;
    };
    await probe.profile(uuid.toUpperCase());
    if (!(await shows('Anew', uuid.toUpperCase()))) return true;
    for (const label of ['North', 'South', 'North', '𠮷', '𠮾']) if (!(await shows(label))) return true;
    return false;
  },
  'TEST-02': async (probe, receiver) => {
    for (const address of addresses) {
      const before = receiver.calls.length;
      await probe.test(configuration(`${receiver.url}${address}`));
      if (receiver.calls.slice(before).some(({ url }) => url !== address)) return true;
    }
    return false;
  },
  'TEST-04': async (probe, receiver) => {
    receiver.answer = { status: 205, body: '' };
    return !(await probe.test(configuration(receiver.url))).ok;
  },
};
