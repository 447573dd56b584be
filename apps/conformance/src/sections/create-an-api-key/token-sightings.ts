/** Looks for created keys in answers that must not contain them (API key; Authentication, 4). */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import type { AnswerKind, Sighting } from '../../records/breaches/create-an-api-key.ts';
import { isRecord } from '../../records/is-record.ts';
import type { Answer } from '../../records/exchange.ts';
import type { Session } from '../../session/session.ts';
import { isMet } from '../../target/needs.ts';
import { firstKey } from '../../account/first-key.ts';
import type { SightingsSeen } from './keys-seen.ts';

/**
 * Looks for created keys in the answers to creations and to some requests sent here; all other answers of the run
 * are evidence, too (API key; Authentication, 4).
 */
export const tokenSightings = defineExperiment<null, SightingsSeen>({
  name: 'token-sightings',
  needs: ['createApiKeys'],
  // Last, so that the answers of all other experiments are covered.
  phase: 'late',
  reads: ['webhooks', 'senderProfiles'],
  changes: ['keys'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const { credential } = await firstKey.in(session);
    const created = session.as(credential);
    if (session.state.creations.length < 2 && session.state.budgets.left('createApiKeys') > 0) {
      await session.api.createApiKey({ name: `conformance ${session.state.id} too` });
    }
    const [lists, records, refused] = await Promise.all([
      Promise.all([session.api.listWebhooks(), created.listWebhooks()]),
      profiles(session),
      refusals(session),
    ]);
    const asked = [
      ...lists.flatMap(seenIn('list')),
      ...records.flatMap(seenIn('profile')),
      ...refused.flatMap(seenIn('refusal')),
    ];
    return {
      lookedAt: {
        list: lists.length,
        profile: records.length,
        refusal: refused.filter(({ ok }) => !ok).length,
        creation: Math.max(0, session.state.creations.length - 1),
        other: 0,
      },
      sightings: [...inCreations(session), ...asked],
    };
  },
});

async function profiles(session: Session): Promise<readonly Answer[]> {
  const [uuid] = session.target.fixtures.senderProfiles;
  if (uuid === undefined || !isMet('senderProfile', session.target)) return [];
  const { credential } = await firstKey.in(session);
  return Promise.all([session.api, session.as(credential)].map(async (api) => api.getSenderProfile(uuid)));
}

/**
 * Requests with the created key that are refused and change nothing on any target: for a missing record, and with
 * an incomplete body.
 */
async function refusals(session: Session): Promise<readonly Answer[]> {
  const { credential } = await firstKey.in(session);
  const api = session.as(credential);
  return Promise.all([api.getSenderProfile(randomUUID()), api.testWebhook({ uuid: randomUUID() })]);
}

/** Keys in the answer to the creation of another; two identical keys are KEY-07's concern. */
function inCreations(session: Session): readonly Sighting[] {
  const { creations, createdTokens } = session.state;
  return creations.flatMap(({ headers, json, text, status }): Sighting[] => {
    const own = isRecord(json) ? json['last_token'] : undefined;
    const shown = [text, ...Object.values(headers)];
    const others = [...createdTokens].filter(
      (token) => token !== own && shown.some((one) => one.includes(token)),
    );
    return others.length === 0
      ? []
      : [{ kind: 'creation', answer: `the answer ${status} to the creation of another key` }];
  });
}

/** Any key under its own field name; the session searches whole answers for created keys. */
function seenIn(kind: AnswerKind): (answer: Answer) => readonly Sighting[] {
  return ({ json, status }) =>
    holdsLastToken(json)
      ? [{ kind, answer: `\`last_token\` in the answer ${status} to a request for a ${kind}` }]
      : [];
}

function holdsLastToken(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsLastToken);
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([field, inner]) =>
    field === 'last_token' && typeof inner === 'string'
      ? /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(inner)
      : holdsLastToken(inner),
  );
}
