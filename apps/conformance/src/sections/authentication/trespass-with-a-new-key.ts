/**
 * Tries, with a key that another account has just created, what that key must not do (Create an API key;
 * Authentication).
 */
import * as fc from 'fast-check';
import { defineExperiment, type Experiment } from '../../session/suite.ts';
import { newKeyOfAnother } from './intruders.ts';
import { newKeyOfAnotherAccount } from './new-key-of-another.ts';
import type { Trespassers, TrespassSeen } from './trespass.ts';
import { trespassOnProfileDeletion, trespassOnWebhookDeletion } from './trespass-on-deletions.ts';
import { trespassOnProfileRead } from './trespass-on-reads.ts';
import { trespassOnUpdate } from './trespass-on-update.ts';

/** What other intruders try, too. */
export const trespassesWithANewKey: readonly Experiment<Trespassers, TrespassSeen>[] = [
  trespassOnProfileRead,
  trespassOnUpdate,
  trespassOnProfileDeletion,
  trespassOnWebhookDeletion,
].map((trespass) =>
  defineExperiment({
    ...trespass,
    name: `${trespass.name}-with-a-new-key`,
    needs: [...trespass.needs, 'createApiKeys'],
    // After the experiments that need keys more, and before deletions use up the records.
    phase: 'refused deletion',
    given: fc.constant([newKeyOfAnother.name]),
    first: [[newKeyOfAnother.name]],
    // In the lock order, everything else a probe holds comes after the keys.
    reads: ['keys', ...(trespass.reads ?? [])],
    changesRecordsOf: [],
    probe: async (trespassers, session) => {
      await newKeyOfAnotherAccount(session);
      const { changesRecordsOf = [] } = trespass;
      return session.locks.hold({ reads: [], changes: [], changesRecordsOf }, async () =>
        trespass.probe(trespassers, session),
      );
    },
  }),
);
