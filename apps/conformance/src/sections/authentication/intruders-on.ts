/** Which intruder tries which operation, and how it spells the request. */
import { Unmet } from '@outreach-api/engine';
import { noCredential, type Credential } from '@outreach-api/model/records/credential';
import type { OperationId } from '@outreach-api/model/records/operation';
import { pathSpellings } from '@outreach-api/model/records/path-spelling';
import { uuidSpellings } from '@outreach-api/model/records/uuid-spelling';
import {
  intruders,
  keyOfAnother,
  newKeyOfAnother,
  onListsOnly,
  type Intruder,
  type IntruderKind,
  type KeysAtHand,
} from './intruders.ts';

/** Each of them would get past a check that is missing on an operation, or that only looks whether there is a key. */
const everywhere: ReadonlySet<string> = new Set([
  noCredential.name,
  'random text',
  'the key under the Basic scheme',
  'a forged JWT',
  'a key with a claim added',
  'a key past its 3 years',
  keyOfAnother,
]);

/** Each of them would get past a check that is often wrong: tried on each of the three services. */
export const onEachService: ReadonlySet<string> = new Set([
  'an empty `Authorization`',
  'the word null',
  'a key with the last byte of its signature changed',
  'a key without its signature',
  'a key cut to its header and payload',
  'a key with `alg: none` and no signature',
  'a key signed anew with HS256 and an empty secret',
  'a key with its algorithm swapped',
]);

/** What those try in turn, besides listing: all list webhooks, which needs no record. */
const otherServices: readonly (readonly OperationId[])[] = [
  ['createApiKey', 'getSenderProfile'],
  ['createApiKey', 'deleteSenderProfile'],
  ['createApiKey', 'updateSenderProfile'],
];

/** What all others try in turn, besides listing. */
const oneMore: readonly (readonly OperationId[])[] = [
  ['updateSenderProfile'],
  ['deleteWebhook'],
  ['createApiKey'],
  ['testWebhook'],
  ['deleteSenderProfile'],
  ['getSenderProfile'],
];

/**
 * How intruders also spell the record's uuid: a check on its text may not apply to its meaning. Without a credential, one
 * operation of each service shows how it takes other letters; whether it takes a uuid without hyphens shows in reads and
 * updates.
 */
const spellingsOn: Partial<
  Record<OperationId, Partial<Record<IntruderKind, readonly (keyof typeof uuidSpellings)[]>>>
> = {
  getSenderProfile: {
    'no credential': ['the uuid in other letters'],
    'other account': ['the uuid in other letters', 'the uuid without hyphens'],
  },
  updateSenderProfile: { 'other account': ['the uuid in other letters', 'the uuid without hyphens'] },
  deleteWebhook: {
    'no credential': ['the uuid in other letters'],
    'other account': ['the uuid in other letters'],
  },
  deleteSenderProfile: { 'other account': ['the uuid in other letters'] },
};

/** Who tries which operation without permission. */
export const intrudersOn: Readonly<Record<OperationId, readonly Intruder[]>> = {
  listWebhooks: [...ofNoAccountOn('listWebhooks'), ...onListsOnly],
  createApiKey: ofNoAccountOn('createApiKey'),
  testWebhook: ofNoAccountOn('testWebhook'),
  getSenderProfile: intrudersThatTry('getSenderProfile').flatMap((intruder) => [
    ...withSpellings(intruder, 'getSenderProfile'),
    ...inOtherWays(intruder),
  ]),
  updateSenderProfile: spellingOn('updateSenderProfile'),
  deleteWebhook: spellingOn('deleteWebhook'),
  deleteSenderProfile: spellingOn('deleteSenderProfile'),
};

const byName: ReadonlyMap<string, Intruder> = new Map(
  [...Object.values(intrudersOn).flat(), newKeyOfAnother].map((intruder) => [intruder.name, intruder]),
);

function intrudersThatTry(operation: OperationId): readonly Intruder[] {
  const inTurn = (
    isMeant: (name: string) => boolean,
    turns: readonly (readonly OperationId[])[],
  ): readonly Intruder[] =>
    intruders
      .filter(({ name }) => isMeant(name))
      .filter(
        (_, at) => operation === 'listWebhooks' || turns[at % turns.length]?.includes(operation) === true,
      );
  return [
    ...intruders.filter(({ name }) => everywhere.has(name)),
    ...inTurn((name) => onEachService.has(name), otherServices),
    ...inTurn((name) => !everywhere.has(name) && !onEachService.has(name), oneMore),
  ];
}

/** Another account may do as it likes with what is its own. */
function ofNoAccountOn(operation: OperationId): readonly Intruder[] {
  return intrudersThatTry(operation).filter(({ kind }) => kind !== 'other account');
}

/** The intruder with this name. */
export function intruderNamed(name: string): Intruder {
  const found = byName.get(name);
  if (found === undefined) throw new RangeError(`there is no intruder «${name}»`);
  return found;
}

/** The credential of an intruder. @throws Unmet if the target's owner has not provided or allowed it */
export function credentialOf(name: string, keys: KeysAtHand): Credential {
  const credential = intruderNamed(name).credential(keys);
  if (credential === null) throw new Unmet(`the target file neither provides nor allows ${name}`);
  return credential;
}

/** Whether this intruder's credential is missing, made up or tampered with: a lockout or firewall may react to it. */
export function isForger(name: string): boolean {
  const { kind } = intruderNamed(name);
  return kind !== 'expired key' && kind !== 'other account';
}

function spellingOn(operation: OperationId): readonly Intruder[] {
  return intrudersThatTry(operation).flatMap((intruder) => withSpellings(intruder, operation));
}

/** An intruder, and the same one with other spellings of a uuid. */
function withSpellings(intruder: Intruder, operation: OperationId): readonly Intruder[] {
  const spellings = spellingsOn[operation]?.[intruder.kind] ?? [];
  const others = spellings.map((way) => ({
    ...intruder,
    name: `${intruder.name} and ${way}`,
    spelled: uuidSpellings[way],
  }));
  return [intruder, ...others];
}

/** The one without a credential once more, in ways that get past checks: one operation shows what is routed. */
function inOtherWays(intruder: Intruder): readonly Intruder[] {
  if (intruder.kind !== 'no credential') return [];
  const fromInside = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' };
  return [
    ...Object.entries(pathSpellings).map(([way, path]) => ({
      ...intruder,
      name: `${intruder.name} and ${way}`,
      sends: { path },
    })),
    { ...intruder, name: `${intruder.name} and a local address`, sends: { headers: fromInside } },
  ];
}
