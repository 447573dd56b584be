/** Looks for created keys in answers where they must not be (API key; Authentication, 4). */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { defineExperiment } from '../../engine/experiment.ts';
import { isRecord } from '../../records/is-record.ts';
import type { Answer } from '../../records/exchange.ts';
import type { Session } from '../../session/session.ts';
import { isMet } from '../../target/needs.ts';
import { firstKey } from '../../account/first-key.ts';

/** Where a key was seen that should have been seen only once. */
export interface Sighting {
  readonly kind: AnswerKind;
  /** In words: which answer. */
  readonly answer: string;
}

/** The kinds of answers that are looked at. */
export type AnswerKind = 'list' | 'creation' | 'profile' | 'refusal' | 'other';

/** How many answers of each kind were looked at, and where a key was seen. */
export interface SightingsSeen {
  readonly lookedAt: Readonly<Record<AnswerKind, number>>;
  readonly sightings: readonly Sighting[];
}

/**
 * Looks for created keys in the answers to creations, and in some that are asked for here; whatever else is answered in
 * the run is evidence (API key; Authentication, 4).
 */
export const tokenSightings = defineExperiment<null, SightingsSeen>({
  name: 'token-sightings',
  needs: ['createApiKeys'],
  // Last, so that the answers of all other experiments were seen.
  phase: 'flood',
  reads: ['rate', 'webhooks', 'senderProfiles'],
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
 * Requests that are refused and change nothing whoever answers, with the created key: for a record that is not there,
 * and by a body that is not enough.
 */
async function refusals(session: Session): Promise<readonly Answer[]> {
  const { credential } = await firstKey.in(session);
  const api = session.as(credential);
  return Promise.all([api.getSenderProfile(randomUUID()), api.testWebhook({ uuid: randomUUID() })]);
}

/** Keys in the answer to the creation of another one; two keys that are one text are KEY-07's. */
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

/** Any key under its own name; for created keys whole answers are searched by the session. */
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
