/** The rules for the section Get a sender profile. */
import type { SenderProfileBreaches } from '../../rules/breaches/sender-profile.ts';
import type { ProfileReadingBreaches } from '../../rules/breaches/get-a-sender-profile.ts';
import { every, held, judging, type Judgement } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import {
  recordOf,
  type Look,
  type ProfileHistory,
  type Round,
} from '@outreach-api/model/records/profile-history';
import { movedByHours } from '@outreach-api/model/records/profile-dates';
import { isSameUuid } from '@outreach-api/model/records/uuid';
import { textOf } from '@outreach-api/model/texts/text-of';
import { isAsItWas } from '../sender-profile/profile-judgements.ts';
import { onLooks, onRecords } from '../sender-profile/profile-history-breaches.ts';
import { readingsOfKnownIn } from '../sender-profile/profile-evidence.ts';
import type { UnknownSeen, UnknownUuid } from './unknown-seen.ts';
import { updatesThatHitAnother } from './updates-that-hit-another.ts';

type Breaches = ProfileReadingBreaches & SenderProfileBreaches;
const { about, broken, holds, same } = judging<Breaches>();

const anotherUuid = '3f0c1f9e-7d0a-4f0b-9c59-5b3d8b8e7a11';

/** PROF-02: the record's `uuid` is the requested one. */
export const recordIsTheOneAskedFor: RuleDefinition<Breaches, ProfileHistory> = {
  id: 'PROF-02',
  judge: ({ rounds }) =>
    every(
      looksIn(rounds).map((look) => {
        if (!look.ok) return held;
        const uuid = recordOf(look)?.['uuid'];
        return isSameUuid(uuid, look.uuid)
          ? held
          : about(look.uuid, same('another-profile-shown', { uuid: look.uuid }, uuid, look.uuid));
      }),
    ),
  evidence: readingsOfKnownIn,
  eachAnswerCounts: true,
  breaches: {
    'the uuid is another': (seen) => onRecords(seen, () => ({ uuid: anotherUuid })),
    'the uuid is another at the second reading': (seen) =>
      onRecords(seen, (_record, round) => (round === 1 ? { uuid: anotherUuid } : {})),
    'each reading answers with the same profile': (seen) => {
      const [first] = looksIn(seen.rounds);
      if (first === undefined) return undefined;
      const always = { ok: true, status: first.status, body: first.body };
      return onLooks(seen, (look) => ({ ...look, ...always }));
    },
  },
};

/** PROF-03: reading changes nothing. */
export const readingChangesNothing: RuleDefinition<Breaches, ProfileHistory> = {
  id: 'PROF-03',
  judge: ({ rounds }) => {
    const [first, ...others] = rounds;
    return every(
      others.flatMap((round) =>
        round.looks.map((later) => {
          const look = first?.looks.find(({ uuid }) => uuid === later.uuid);
          // What is refused for its headers is still there (PROF-01).
          return later.known !== undefined && !later.ok ? held : isAsItWas(look, later, 'only read');
        }),
      ),
    );
  },
  breaches: {
    'reading moves updated_at': (seen) =>
      onRecords(seen, ({ updated_at }, round) => ({ updated_at: movedByHours(updated_at, round) })),
    'reading changes the status': (seen) =>
      onRecords(seen, ({ status }, round) => (round === 0 ? {} : { status: `${textOf(status)}, read` })),
    'the third reading differs': (seen) =>
      onRecords(seen, ({ last_name }, round) => (round === 2 ? { last_name: `${textOf(last_name)}?` } : {})),
    'a profile can be read once': (seen) =>
      onLooks(seen, (look, round) =>
        round === 0 || recordOf(look) === undefined ? look : { ...look, ok: false, status: 404 },
      ),
  },
};

/** PROF-11: a uuid that no profile has is refused on read and update. */
export const unknownUuidIsRefused: RuleDefinition<Breaches, readonly UnknownSeen[]> = {
  id: 'PROF-11',
  demandsAnswer: { operations: ['getSenderProfile', 'updateSenderProfile'] },
  judge: (seen) => every(seen.map(isRefused)),
  evidence: updatesThatHitAnother,
  eachAnswerCounts: 'unless others write',
  breaches: {
    'a profile is made up': (seen) => readWhere(seen, 'before', ({ kind }) => kind === 'random'),
    'a uuid that begins alike is enough': (seen) =>
      readWhere(seen, 'before', ({ kind, digit }) => kind === 'near' && digit === 31),
    'a uuid that ends alike is enough': (seen) =>
      readWhere(seen, 'before', ({ kind, digit }) => kind === 'near' && digit === 0),
    'another version of the uuid is enough': (seen) =>
      readWhere(seen, 'before', ({ kind }) => kind === 'another version'),
    'another byte order of the uuid is enough': (seen) =>
      readWhere(seen, 'before', ({ kind }) => kind === 'another byte order'),
    'the nil uuid reads some profile': (seen) => readWhere(seen, 'before', ({ kind }) => kind === 'nil'),
    'an update makes a profile': (seen) =>
      seen.map((one) =>
        one.update === null ? one : { ...one, update: { ...one.update, ok: true, status: 201 } },
      ),
    'an update is refused and makes a profile': (seen) => readWhere(seen, 'after', () => true),
    'an update changes another profile': (seen) =>
      seen.map((one) => (one.update === null ? one : { ...one, hitAnother: true })),
    'an update changes a profile with a similar uuid': (seen) =>
      seen.map((one) =>
        one.update === null || one.made.kind !== 'near' ? one : { ...one, hitAnother: true },
      ),
  },
};

function isRefused({ uuid, before, update, after, hitAnother }: UnknownSeen): Judgement<Breaches> {
  return every([
    refused('unknown-profile-read', uuid, before),
    refused('unknown-profile-updated', uuid, update),
    refused('unknown-profile-read-after-update', uuid, after),
    about(uuid, holds(!hitAnother, 'unknown-uuid-updates-another', { uuid })),
  ]);
}

function refused(
  code: 'unknown-profile-read' | 'unknown-profile-updated' | 'unknown-profile-read-after-update',
  uuid: string,
  answer: Look | null,
): Judgement<Breaches> {
  if (answer?.ok !== true) return held;
  return about(uuid, broken(code, { uuid, status: answer.status, body: answer.body }));
}

function looksIn(rounds: readonly Round[]): readonly Look[] {
  return rounds.flatMap(({ looks }) => looks);
}

/** The reading before the update or after it succeeds for such uuids. */
function readWhere(
  seen: readonly UnknownSeen[],
  at: 'before' | 'after',
  isMeant: (made: UnknownUuid) => boolean,
): readonly UnknownSeen[] {
  return seen.map((one) => {
    const reading = one[at];
    if (reading === null || !isMeant(one.made)) return one;
    return { ...one, [at]: { ...reading, ok: true, status: 200 } };
  });
}
