/** Who tries which operation without permission, in one table (Authentication). */
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { noCredential } from '@outreach-api/model/records/credential';
import type { MadeKind } from '../../ledger/ledger-line.ts';
import type { OperationId } from '@outreach-api/model/records/operation';
import type { Session } from '../../session/session.ts';
import { defineExperiment, type Experiment, type ExperimentDefinition } from '../../session/suite.ts';
import { firstOfEachKind, provided } from './attempts.ts';
import { intrudersOn, onEachService } from './intruders-on.ts';
import { newKeyOfAnother } from './intruders.ts';
import { newKeyOfAnotherAccount } from './new-key-of-another.ts';
import type { Trespass, Trespassers, TrespassSeen, Tried } from './trespass.ts';
import { tryToCreateKeys, tryToTest } from './trespass-on-changes.ts';
import { deletables, lookLate, tryToDelete } from './trespass-on-deletions.ts';
import { tryToList, tryToRead } from './trespass-on-reads.ts';
import { tryToUpdate } from './trespass-on-update.ts';

type Trespassing = Experiment<Trespass, TrespassSeen>;

/** An operation that is tried without permission, and by whom: those who try together are one input. */
interface Row extends Pick<
  ExperimentDefinition<Trespass, TrespassSeen>,
  'name' | 'does' | 'needs' | 'phase' | 'reads' | 'changes' | 'cost' | 'costly'
> {
  readonly operation: OperationId;
  readonly first: readonly Trespass[];
  /** Set if it deletes: then the record that was not deleted is looked at late, too. */
  readonly deletes?: MadeKind;
  /** Runs before it is known who can try. */
  readonly before?: (session: Session) => Promise<unknown>;
  readonly tries: (trespass: Trespass, session: Session) => Promise<Tried>;
}

const firstsOnKeys = firstOfEachKind(intrudersOn.createApiKey);
const onLists = namesOf('listWebhooks');
const onTheBarePath = [noCredential.name, ...onEachService];
const onAPage = onLists.filter((name) => !onEachService.has(name));
const ofAnother = new Set(
  intrudersOn.getSenderProfile.flatMap(({ name, kind }) => (kind === 'other account' ? [name] : [])),
);

const list: Row = {
  name: 'trespass-on-list',
  does: 'lists webhooks without a credential and with wrong ones: by the bare path, on a page in the middle, while its owner lists, and under a filter',
  operation: 'listWebhooks',
  reads: ['webhooks'],
  first: [
    { callers: onTheBarePath },
    { callers: onAPage, under: 'a page in the middle' },
    { callers: [noCredential.name], under: 'its owner listing' },
    { callers: [noCredential.name, 'a key with a claim added'], under: 'a filter' },
  ],
  tries: tryToList,
};

const onWhatEachHas: readonly Row[] = [
  {
    name: 'trespass-on-key-creation',
    does: 'creates API keys without a credential and with wrong ones, and looks whether a refusal shows a key',
    operation: 'createApiKey',
    needs: ['createApiKeys'],
    phase: 'refusal',
    // While nothing else uses keys: after wrong credentials a service may lock out all callers for a while.
    changes: ['keys'],
    first: inputs(
      firstsOnKeys,
      namesOf('createApiKey').filter((name) => !firstsOnKeys.includes(name)),
    ),
    tries: tryToCreateKeys,
  },
  {
    name: 'trespass-on-webhook-test',
    does: 'tests webhooks without a credential and with wrong ones, each at an address of its own, and looks for calls',
    operation: 'testWebhook',
    needs: ['deliveries'],
    phase: 'refusal',
    first: inputs(namesOf('testWebhook')),
    cost: { deliveries: 1 },
    tries: tryToTest,
  },
];

/** What another account must not do, either. */
const onRecords: readonly Row[] = [
  {
    name: 'trespass-on-profile-read',
    does: 'reads a sender profile without a credential, with wrong ones, and with those of another account',
    operation: 'getSenderProfile',
    needs: ['senderProfile'],
    first: inputs(
      namesOf('getSenderProfile').filter((name) => !ofAnother.has(name)),
      [...ofAnother],
    ),
    tries: tryToRead,
  },
  {
    name: 'trespass-on-update',
    does: 'updates a sender profile without a credential, with wrong ones, and with those of another account, and looks whether it changed',
    operation: 'updateSenderProfile',
    needs: ['updates', 'senderProfile'],
    phase: 'refusal',
    changes: ['senderProfiles'],
    first: inputs(namesOf('updateSenderProfile')),
    tries: tryToUpdate,
  },
  deletion('webhook', {
    name: 'trespass-on-webhook-deletion',
    does: 'deletes a webhook without a credential, with wrong ones, and with those of another account, and looks whether it is still listed',
    operation: 'deleteWebhook',
    needs: ['deletes', 'disposableWebhook'],
  }),
  deletion('sender profile', {
    name: 'trespass-on-profile-deletion',
    does: 'deletes a sender profile without a credential, with wrong ones, and with those of another account, and looks whether it can still be read',
    operation: 'deleteSenderProfile',
    needs: ['deletes', 'disposableSenderProfile'],
  }),
];

export const trespassOnList = trespassOf(list);
/** Tries what only the account itself may do with its records, and looks late whether it was done. */
export const trespassesOnRecords = onRecords.flatMap((row) => {
  const early = trespassOf(row);
  return row.deletes === undefined ? [early] : [early, lateLook(row.deletes, early)];
});
/** Tries everything but to list. */
export const furtherTrespasses = [...onWhatEachHas.map(trespassOf), ...trespassesOnRecords];
/** The same on records with a key that another account has just created (Create an API key; Authentication). */
export const trespassesWithNewKey = onRecords.map((row) =>
  trespassOf({
    ...row,
    name: `${row.name}-with-a-new-key`,
    does: `${row.does.split(' without ')[0]} with a key that another account has just created`,
    needs: [...(row.needs ?? []), 'createApiKeys'],
    // After the experiments that need keys more; before deletions use up the records, or when nothing waits for them.
    phase: row.deletes === undefined ? 'late' : 'refused deletion',
    first: inputs([newKeyOfAnother.name]),
    reads: ['keys', ...(row.reads ?? [])],
    before: newKeyOfAnotherAccount,
  }),
);

function trespassOf({ operation, before, tries, ...row }: Row): Trespassing {
  return defineExperiment<Trespass, TrespassSeen>({
    ...row,
    ...given(row),
    probe: async (trespass, session) => {
      await before?.(session);
      const callers = provided(trespass.callers, session);
      return { operation, ...(await tries({ ...trespass, callers }, session)) };
    },
  });
}

/** Looks, near the end of a run, for the record whose deletion was refused. */
function lateLook(kind: MadeKind, early: Trespassing): Trespassing {
  return defineExperiment<Trespass, TrespassSeen>({
    name: kind === 'webhook' ? 'late-webhook-deletion' : 'late-profile-deletion',
    does: `looks near the end of a run for the ${kind} whose deletion was refused`,
    needs: early.needs,
    phase: 'late',
    ...given(early),
    costly: true,
    probe: async (trespass, session) => {
      // Nothing is held meanwhile: it may have to be run first.
      const observed = await early.observe(session, trespass);
      if (observed.kind === 'unmet') throw new Unmet(observed.reason);
      const { operation, ...tried } = observed.seen;
      const callers = provided(trespass.callers, session);
      const look = async (): Promise<Tried> => lookLate(kind, tried, { callers }, session);
      return { operation, ...(await session.locks.hold(deletables[kind].touched, look)) };
    },
  });
}

function deletion(kind: MadeKind, row: Pick<Row, 'name' | 'does' | 'operation' | 'needs'>): Row {
  return {
    ...row,
    phase: 'refused deletion',
    first: inputs(namesOf(row.operation)),
    costly: true,
    deletes: kind,
    tries: async (trespass, session) => tryToDelete(kind, trespass, session),
  };
}

function given({ first = [] }: { readonly first?: readonly Trespass[] }) {
  return {
    given: fc.constantFrom(...first, ...first.flatMap(eachAlone)),
    first,
    runs: 0,
    smaller: eachAlone,
  };
}

function eachAlone({ callers, ...under }: Trespass): readonly Trespass[] {
  return callers.length > 1 ? callers.map((name) => ({ callers: [name], ...under })) : [];
}

function namesOf(operation: OperationId): Trespassers {
  return intrudersOn[operation].map(({ name }) => name);
}

function inputs(...callers: readonly Trespassers[]): readonly Trespass[] {
  return callers.map((some) => ({ callers: some }));
}
