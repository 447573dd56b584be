/** Extracts creations of API keys, and shown keys, from any exchanges for the rules to judge. */
import type { AnswerKind } from '../../records/breaches/create-an-api-key.ts';
import { hasKey, hasOurKey, type ExchangeSeen } from '../../records/exchange-seen.ts';
import { isRecord } from '../../records/is-record.ts';
import type { Creation } from '../../records/key-creation.ts';
import type { CreationsSeen, NamelessSeen, SightingsSeen } from './keys-seen.ts';

/** Every key that was created under a name. */
export function creationsIn(exchanges: readonly ExchangeSeen[]): readonly (readonly [CreationsSeen, null])[] {
  return exchanges
    .filter(hasKey)
    .flatMap((exchange) =>
      creationOf(exchange).map(
        (creation) =>
          [{ creations: [creation], allKeys: [], givenBefore: [], noNameTwice: false }, null] as const,
      ),
    );
}

/** All keys of the account that were created in one run. */
export function keysOfOneRun(
  exchanges: readonly ExchangeSeen[],
): readonly (readonly [CreationsSeen, null])[] {
  const creations = exchanges.filter(hasOurKey).flatMap(creationOf);
  const allKeys = creations.map(({ record, token }) => ({
    jti: record?.['jti'],
    fingerprint: token?.fingerprint ?? null,
    together: false,
  }));
  return creations.length < 2 ? [] : [[{ creations, allKeys, givenBefore: [], noNameTwice: false }, null]];
}

/** How each body without a name was answered. For a body that is not JSON, its meaning is left open. */
export function namelessCreationsIn(
  exchanges: readonly ExchangeSeen[],
): readonly (readonly [NamelessSeen, unknown])[] {
  return exchanges.flatMap(({ operation, caller, sent, answer }) => {
    const isNameless =
      operation === 'createApiKey' && typeof sent !== 'string' && !(isRecord(sent) && 'name' in sent);
    if (!isNameless || answer === null || caller.kind === 'intruder') return [];
    return [[{ accepted: answer.ok, status: answer.status, isMade: false }, sent]];
  });
}

/** The keys shown by each answer. */
export function shownKeysIn(exchanges: readonly ExchangeSeen[]): readonly (readonly [SightingsSeen, null])[] {
  return exchanges.flatMap(({ operation, path, answer, shows }) => {
    if (answer === null) return [];
    const kind = kindOf(operation, answer.ok);
    const where = (): string =>
      `the answer ${answer.status} to \`${path.replace(/\?.*$/, '')}\`, which shows`;
    return [
      [
        {
          lookedAt: { list: 0, creation: 0, profile: 0, refusal: 0, other: 0, [kind]: 1 },
          sightings: shows.map((key) => ({ kind, answer: `${where()} ${key}` })),
        },
        null,
      ],
    ];
  });
}

function creationOf({ key, sent, caller }: ExchangeSeen): readonly Creation[] {
  const name = isRecord(sent) ? sent['name'] : undefined;
  if (key === null || typeof name !== 'string') return [];
  const fields = isRecord(sent) ? Object.keys(sent).filter((field) => field !== 'name') : [];
  const besides = fields.length === 0 ? null : { fields, taken: true };
  const by = caller.kind === 'created key' ? 'created key' : 'main key';
  return [{ ...key, name, by, together: false, excuse: null, besides }];
}

function kindOf(operation: ExchangeSeen['operation'], ok: boolean): AnswerKind {
  if (!ok) return 'refusal';
  if (operation === 'createApiKey') return 'creation';
  if (operation === 'listWebhooks') return 'list';
  return operation === 'getSenderProfile' ? 'profile' : 'other';
}
