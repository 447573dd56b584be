import { expect, it } from 'vitest';
import { Unmet } from '@outreach-api/engine';
import { simulate } from '../../test/simulation/simulate.ts';
import { Secrets } from '@outreach-api/masking/secrets';
import { Session } from '../session/session.ts';
import { completeTarget } from '../target/target.ts';

it('a profile of the target file is practised on once nobody works on it', async () => {
  await simulate(
    { seed: 1, sandbox: { dialect: { labelNull: 'stored' } } },
    async ({ sandbox, network, url }) => {
      const made = (label: string | null): string =>
        sandbox.createSenderProfile(0, { first_name: 'Maria', last_name: 'Owned', label });
      const [unlabelled, labelled] = [made(null), made('North')];
      const target = completeTarget({
        baseUrl: url,
        token: sandbox.accounts[0].token,
        fixtures: { senderProfiles: [unlabelled, labelled] },
        allow: { updates: true },
      });
      const session = Session.open(target, new AbortController().signal, new Secrets(), network);
      const updates = (): number =>
        sandbox.record.filter(({ operation }) => operation === 'senderProfiles.update').length;
      const { locks, state, api } = session;

      // However its uuid is written.
      const held = { reads: [], changes: [labelled.toUpperCase()] };
      const learning = locks.holdRecords(held, async () => {
        const keeping = state.profiles.keep(unlabelled, ['label']);
        await session.clock.wait(1000);
        expect(updates()).toBe(0);
        // A caller that holds a profile waits for no other profile.
        await expect(api.updateSenderProfile(unlabelled, { label: 'South' })).rejects.toThrow(Unmet);
        return { keeping };
      });
      expect(await (await learning).keeping).toBe(true);
      expect(updates()).toBe(2);
      expect((await api.updateSenderProfile(unlabelled, { label: 'South' })).ok).toBe(true);

      await session.restore();
      await session.close();
      const labels = sandbox.snapshot().senderProfiles.map(({ uuid, label }) => [uuid, label]);
      expect(Object.fromEntries(labels)).toMatchObject({ [unlabelled]: null, [labelled]: 'North' });
    },
  );
});
