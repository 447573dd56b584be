import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { defineExperiment } from '../engine/experiment.ts';
import { Unmet } from '../engine/unmet.ts';
import { isRecord } from '../records/is-record.ts';
import type { Api, OperationId } from '../session/api.ts';
import type { Answer } from '../session/exchange.ts';
import type { Session } from '../session/session.ts';
import { isMet } from '../target/needs.ts';
import { firstKey, type FirstKey } from './first-key.ts';
import { createdKeyHasCreated } from './key-creations.ts';

/** One operation called with the created key, after the same request of the main key was taken. */
export interface KeyUse {
  readonly operation: OperationId;
  /** The first part of the path. */
  readonly service: 'id' | 'integrations' | 'flows';
  readonly reads: boolean;
  readonly accepted: boolean;
  readonly status: number;
}

/** The operations that the created key was tried on, in order. */
export interface KeyUsesSeen {
  readonly uses: readonly KeyUse[];
}

/**
 * Calls each operation that may be called with a key just made: what is not allowed or provided is left out
 * (Authentication; Create an API key).
 */
export const createdKeyUse = defineExperiment<null, KeyUsesSeen>({
  name: 'created-key-use',
  needs: ['createApiKeys'],
  // After the creations of the change phase, so that what they showed need not be paid for again.
  phase: 'delete',
  reads: ['webhooks'],
  changes: ['keys', 'senderProfiles'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const key = await firstKey.in(session);
    if (key.created.status === 202) await untilTaken(key, session);
    const list = await use('listWebhooks', key, session, async (api) => api.listWebhooks());
    if (list === null) throw new Unmet('the list of webhooks is refused also with the main key');
    const uses = [
      list,
      await creation(key, session),
      ...(await profileUses(key, session)),
      await webhookTest(key, session),
    ];
    return { uses: uses.filter((one) => one !== null) };
  },
});

/** Where the creation was answered 202, the key may take a moment. */
async function untilTaken({ credential }: FirstKey, session: Session): Promise<void> {
  for (const pause of [0, 100, 300, 700, 1500]) {
    await wait(pause);
    if ((await session.as(credential).control.listWebhooks()).ok) return;
  }
}

async function use(
  operation: OperationId,
  { credential }: FirstKey,
  session: Session,
  call: (api: Api) => Promise<Answer>,
): Promise<KeyUse | null> {
  const control = await call(session.api.control);
  if (!control.ok) return null;
  return used(operation, await call(session.as(credential)));
}

function used(operation: OperationId, { ok, status }: Pick<Answer, 'ok' | 'status'>): KeyUse {
  const reads = operation === 'listWebhooks' || operation === 'getSenderProfile';
  const service =
    operation === 'createApiKey' ? 'id' : operation.endsWith('SenderProfile') ? 'flows' : 'integrations';
  return { operation, service, reads, accepted: ok, status };
}

async function creation({ credential, created }: FirstKey, session: Session): Promise<KeyUse | null> {
  if (createdKeyHasCreated(session)) return used('createApiKey', { ok: true, status: created.status });
  if (session.state.budgets.left('createApiKeys') === 0) return null;
  // The main key has made the key that this is tried with: that is the control.
  return used(
    'createApiKey',
    await session.as(credential).createApiKey({ name: `conformance ${session.state.id} too` }),
  );
}

async function profileUses(key: FirstKey, session: Session): Promise<readonly (KeyUse | null)[]> {
  if (!isMet('senderProfile', session.target)) return [];
  const uuid = await session.specimens.senderProfiles().then(
    ([one]) => one ?? null,
    (error: unknown) => {
      if (error instanceof Unmet) return null;
      throw error;
    },
  );
  if (uuid === null) return [];
  const read = await use('getSenderProfile', key, session, async (api) => api.getSenderProfile(uuid));
  if (!isMet('updates', session.target)) return [read];
  const { json } = await session.api.control.getSenderProfile(uuid);
  const now = isRecord(json) ? json : {};
  const same = Object.entries(now).filter(
    ([field, value]) => namesAndLabel.has(field) && typeof value === 'string',
  );
  if (same.length === 0) return [read];
  const body = Object.fromEntries(same);
  return [
    read,
    await use('updateSenderProfile', key, session, async (api) => api.updateSenderProfile(uuid, body)),
  ];
}

const namesAndLabel = new Set(['first_name', 'last_name', 'label']);

async function webhookTest(key: FirstKey, session: Session): Promise<KeyUse | null> {
  if (!isMet('deliveries', session.target) || session.state.budgets.left('deliveries') < 2) return null;
  const receiver = await session.receiver();
  return use('testWebhook', key, session, async (api) =>
    api.testWebhook({
      event: 'sender_profile_sent_email',
      request_method: 'POST',
      target_url: receiver.open('/created-key', 200).url,
    }),
  );
}
