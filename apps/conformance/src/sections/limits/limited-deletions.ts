/** The deletions tried while the account is limited (Errors; Limits). */
import { classOf } from '../../records/answer-class.ts';
import { whereUnmet } from '../../engine/unmet.ts';
import type { OperationId } from '../../records/operation.ts';
import type { Api } from '../../session/api.ts';
import type { Answer } from '../../records/exchange.ts';
import type { MadeKind } from '../../ledger/ledger-line.ts';
import type { Session } from '../../session/session.ts';
import type { Whereabouts } from '../../ledger/whereabouts.ts';
import { isMet } from '../../target/needs.ts';
import { becomesListed } from '../../account/known-webhook.ts';
import type { LimitedTry } from './limited-request.ts';
import { listedNow } from '../../account/list-now.ts';
import { whereabouts } from '../../account/profile-gone.ts';

/** Records of each kind: a limit may let the first deletion through. */
const records = 2;

/** Deletes a sender profile created for this; null if that is not allowed or none can be created. */
export async function profileDeletion(session: Session): Promise<LimitedTry | null> {
  if (!isMet('deletes', session.target) || !isMet('disposableSenderProfile', session.target)) return null;
  return deletion(session, {
    operation: 'deleteSenderProfile',
    kind: 'sender profile',
    uuids: await prepared(async () => {
      const uuid = await session.fixtures.disposableSenderProfile();
      return (await session.api.control.getSenderProfile(uuid)).ok ? uuid : null;
    }),
    send: async (api, uuid) => api.deleteSenderProfile(uuid),
    whereabouts: async (uuid) => whereabouts(session, uuid),
    giveBack: (uuid) => session.fixtures.giveBack('senderProfiles', uuid),
  });
}

/** Deletes a webhook created for this; null if that is not allowed or none can be created. */
export async function webhookDeletion(session: Session): Promise<LimitedTry | null> {
  if (!isMet('deletes', session.target) || !isMet('disposableWebhook', session.target)) return null;
  return deletion(session, {
    operation: 'deleteWebhook',
    kind: 'webhook',
    uuids: await prepared(async () => {
      const uuid = await session.fixtures.disposableWebhook();
      return (await becomesListed(session, uuid)) ? uuid : null;
    }),
    send: async (api, uuid) => api.deleteWebhook(uuid),
    whereabouts: async (uuid) =>
      listedNow(session, uuid).then((record) => (record === null ? 'gone' : 'there'), whereUnmet('unknown')),
    giveBack: (uuid) => session.fixtures.giveBack('webhooks', uuid),
  });
}

/** Existing disposable records; fewer if no more can be created. */
async function prepared(prepare: () => Promise<string | null>): Promise<readonly string[]> {
  const uuids: string[] = [];
  while (uuids.length < records) {
    const uuid = await prepare().catch(whereUnmet(null));
    if (uuid === null) break;
    uuids.push(uuid);
  }
  return uuids;
}

/** Disposable records, one after another, and how to tell that one was deleted. */
interface Doomed {
  readonly operation: OperationId;
  readonly kind: MadeKind;
  readonly uuids: readonly string[];
  send(api: Api, uuid: string): Promise<Answer>;
  whereabouts(uuid: string): Promise<Whereabouts>;
  giveBack(uuid: string): void;
}

function deletion({ fixtures }: Session, { operation, kind, ...doomed }: Doomed): LimitedTry | null {
  const [first, ...spare] = doomed.uuids;
  if (first === undefined) return null;
  let uuid = first;
  return {
    operation,
    once: true,
    another: () => {
      const next = spare.shift();
      uuid = next ?? uuid;
      return next !== undefined;
    },
    send: async (api) => {
      const answer = await doomed.send(api, uuid);
      if (answer.ok) fixtures.settle(kind, uuid, 'unknown');
      if (classOf(answer).kind === 'limited') for (const one of spare.splice(0)) doomed.giveBack(one);
      return answer;
    },
    effectOf: async () => {
      const seen = await doomed.whereabouts(uuid);
      fixtures.settle(kind, uuid, seen);
      return seen === 'gone';
    },
  };
}
