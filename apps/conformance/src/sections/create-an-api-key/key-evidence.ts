/** Extracts creations of API keys, and shown keys, from any exchanges for the rules to judge. */
import type { AnswerKind } from '../../rules/breaches/create-an-api-key.ts';
import { hasKey, hasOurKey, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { Creation } from '@outreach-api/model/records/key-creation';
import type { CreationsSeen, NamelessSeen, SightingsSeen } from './keys-seen.ts';

type Read<Seen, Given = null> = readonly (readonly [Seen, Given])[];

const otherwise = { givenBefore: [], noNameTwice: false };

/** Every key that was created under a name. */
export function creationsIn(exchanges: readonly ExchangeSeen[]): Read<CreationsSeen> {
  return exchanges
    .filter(hasKey)
    .flatMap(creationOf)
    .map((creation) => [{ ...otherwise, creations: [creation], allKeys: [] }, null]);
}

/** All keys of the account that were created in one run. */
export function keysOfOneRun(exchanges: readonly ExchangeSeen[]): Read<CreationsSeen> {
  const creations = exchanges.filter(hasOurKey).flatMap(creationOf);
  const allKeys = creations.map(({ record, token }) => ({
    jti: record?.['jti'],
    fingerprint: token?.fingerprint ?? null,
    together: false,
  }));
  return creations.length < 2 ? [] : [[{ ...otherwise, creations, allKeys }, null]];
}

/** How each body without a name was answered. For a body that is not JSON, its meaning is left open. */
export function namelessCreationsIn(exchanges: readonly ExchangeSeen[]): Read<NamelessSeen, unknown> {
  return exchanges.flatMap(({ operation, caller, sent, answer }): Read<NamelessSeen, unknown> => {
    const isNameless =
      operation === 'createApiKey' && typeof sent !== 'string' && !(isRecord(sent) && 'name' in sent);
    if (!isNameless || answer === null || caller.kind === 'intruder') return [];
    return [[{ accepted: answer.ok, status: answer.status, isMade: false }, sent]];
  });
}

/** The keys shown by each answer. */
export function shownKeysIn(exchanges: readonly ExchangeSeen[]): Read<SightingsSeen> {
  return exchanges.flatMap(({ operation, path, answer, shows }): Read<SightingsSeen> => {
    if (answer === null) return [];
    const kind = kindOf(operation, answer.ok);
    const where = `the answer ${answer.status} to \`${path.replace(/\?.*$/, '')}\`, which shows`;
    const lookedAt = { list: 0, creation: 0, profile: 0, refusal: 0, other: 0, [kind]: 1 };
    return [[{ lookedAt, sightings: shows.map((key) => ({ kind, answer: `${where} ${key}` })) }, null]];
  });
}

function creationOf({ key, sent, caller }: ExchangeSeen): readonly Creation[] {
  const { name, ...further } = isRecord(sent) ? sent : {};
  if (key === null || typeof name !== 'string') return [];
  const by = caller.kind === 'created key' ? 'created key' : 'main key';
  const furtherFields = Object.keys(further);
  return [{ ...key, name, by, together: false, excuse: null, furtherFields, usedAtOnce: [] }];
}

function kindOf(operation: ExchangeSeen['operation'], ok: boolean): AnswerKind {
  if (!ok) return 'refusal';
  if (operation === 'createApiKey') return 'creation';
  if (operation === 'listWebhooks') return 'list';
  return operation === 'getSenderProfile' ? 'profile' : 'other';
}
