/** Checks whether described bodies are JSON (Endpoints). */
import * as fc from 'fast-check';
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { jsonFault, jsonFaultInWords } from '@outreach-api/wire/json-fault';
import { pageIn } from '@outreach-api/model/records/page';
import { faultsOf, type RecordKind } from '@outreach-api/model/records/shape';
import type { OperationId } from '@outreach-api/model/records/operation';
import { isJson, type Answer } from '@outreach-api/model/records/exchange';
import { requestOf } from '../../session/request-of.ts';
import type { Session } from '../../session/session.ts';
import type { SessionState } from '../../session/session-state.ts';
import { firstKey } from '../../account/first-key.ts';
import { profilesToUpdate } from '../../account/profiles-at-hand.ts';
import type { BodySeen } from './body-seen.ts';

const queries: readonly (readonly (readonly [string, string])[])[] = [
  [],
  [['limit', '1']],
  [['limit', '100']],
  [['filter', '{"event":"sender_profile_sent_email"}']],
];

const kinds = {
  createApiKey: 'ApiKey',
  listWebhooks: 'WebhookList',
  getSenderProfile: 'SenderProfile',
  updateSenderProfile: 'SenderProfile',
} as const satisfies Partial<Record<OperationId, RecordKind>>;
const operations = ['listWebhooks', 'getSenderProfile', 'updateSenderProfile'] as const;

export const listBodies = defineExperiment<number, BodySeen>({
  name: 'list-bodies',
  does: 'requests the list of webhooks in several sizes',
  reads: ['webhooks'],
  given: fc.nat({ max: queries.length - 1 }),
  first: queries.map((_, index) => index),
  runs: 0,
  probe: async (index, session) =>
    bodyOf('listWebhooks', await session.api.pageOfList({ query: queries[index] ?? [] }), session.state),
});

export const profileBodies = defineExperiment<null, BodySeen>({
  name: 'profile-bodies',
  does: 'reads a sender profile',
  needs: ['senderProfile'],
  reads: ['senderProfiles'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    const [uuid = ''] = await session.fixtures.senderProfiles();
    return bodyOf('getSenderProfile', await session.api.getSenderProfile(uuid), session.state);
  },
});

/** To ordinary text, since a value that is already there might be refused. */
export const updateBodies = defineExperiment<null, BodySeen>({
  name: 'update-bodies',
  does: 'updates the first name of a sender profile to ordinary text',
  needs: ['updates', 'senderProfile'],
  phase: 'change',
  changesRecordsOf: ['senderProfiles'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    const fields = ['first_name'] as const;
    // Of those made for updates, one that is free soon.
    const [uuid = ''] = await profilesToUpdate(session, { from: 3, most: 1, fields });
    const answer = await session.locks.holdRecords({ reads: [], changes: [uuid] }, async () =>
      session.api.updateSenderProfile(uuid, { first_name: 'Maria' }),
    );
    return bodyOf('updateSenderProfile', answer, session.state);
  },
});

/** Creates none by itself, since keys cannot be revoked. */
export const creationBodies = defineExperiment<null, BodySeen>({
  name: 'creation-bodies',
  does: 'takes the answers to the key creations that happen anyway',
  needs: ['createApiKeys'],
  phase: 'delete',
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    await firstKey.in(session).catch(whereUnmet(null));
    return creationsOf(session);
  },
});

/**
 * Some records or changes may be serialized differently. A single non-JSON answer may come from a gateway and proves
 * nothing.
 */
export const laterBodies = defineExperiment<(typeof operations)[number], BodySeen>({
  name: 'later-bodies',
  does: 'takes the answers to everything else that the run has requested',
  phase: 'delete',
  given: fc.constantFrom(...operations),
  first: operations,
  runs: 0,
  probe: async (operation, { state }) => {
    const noJson = state.successes.noJsonOf(operation);
    if (noJson?.count === 1) throw new Unmet(`only one answer to \`${requestOf[operation]}\` was not JSON`);
    const answer = noJson?.first ?? state.successes.of(operation).find(isJson);
    if (answer === undefined) throw new Unmet(`\`${requestOf[operation]}\` was never seen to be accepted`);
    const seen = bodyOf(operation, answer, state);
    return noJson === null
      ? seen
      : { ...seen, elsewhere: { answers: noJson.count, request: noJson.request } };
  },
});

function creationsOf({ state }: Session): BodySeen {
  const answers = state.creations.map((key) => key.answer);
  const noJson = answers.filter((one) => !isJson(one));
  const answer = noJson[0] ?? answers[0];
  if (answer === undefined) throw new Unmet('no creation of a key was accepted');
  if (noJson.length === 1 && answers.length > 1)
    throw new Unmet('only one of several answers to the creation of a key was not JSON');
  return bodyOf('createApiKey', answer, state);
}

function bodyOf(
  operation: keyof typeof kinds,
  answer: Answer,
  { secrets }: Pick<SessionState, 'secrets'>,
): BodySeen {
  const { ok, status, json } = answer;
  if (!ok) throw new Unmet(`\`${requestOf[operation]}\` was refused with ${status}`);
  const kind = kinds[operation];
  const isEmptyList = kind === 'WebhookList' && pageIn(json)?.total === 0;
  return {
    operation,
    isJson: isJson(answer),
    isRecord: faultsOf(kind, json).length === 0 && !isEmptyList,
    fault: isJson(answer) ? '' : faultIn(answer, secrets.mask(answer.text)),
  };
}

/** The position is that in the raw answer; the surrounding text is shown without credentials. */
function faultIn({ text, isMisencoded = false }: Answer, masked: string): string {
  if (isMisencoded) return 'it is not encoded in UTF-8';
  const fault = jsonFault(text);
  const shown = jsonFault(masked) ?? { offset: 0 };
  return fault === null
    ? `it begins with ${JSON.stringify(masked.slice(0, 40))}`
    : jsonFaultInWords(fault, masked, shown.offset);
}
