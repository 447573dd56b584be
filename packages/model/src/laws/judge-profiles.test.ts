/** What the model of sender profiles says about histories that were written by hand. */
import { expect, it, test } from 'vitest';
import { classOf } from '../records/answer-class.ts';
import type { JsonObject } from '../records/is-record.ts';
import type { Attempt, Fact, Sender } from './fact.ts';
import { judgeProfiles } from './judge-profiles.ts';

const one = '7b1f1d0e-3c64-4c8e-9d0a-0c2d6a3f5e11';
const other = '0a8b6c52-95f5-4d6e-8a3d-5b6f7c8d9e22';

/** How an attempt differs from one with the key of the target file that takes a millisecond. */
interface Particulars {
  readonly by?: Sender;
  /** Milliseconds since the attempt before was answered. */
  readonly afterMs?: number;
  readonly status?: number;
}

/** A history, attempt by attempt. */
class Story {
  readonly facts: Fact[] = [];
  readonly #records = new Map([one, other].map((uuid) => [uuid, recordOf(uuid)]));
  #now = 1000;

  /** A read that shows the record as the updates so far have left it, but for what is given. */
  read(uuid: string, shown: JsonObject = {}, particulars: Particulars = {}): this {
    return this.#add('getSenderProfile', uuid, undefined, { ...this.#of(uuid), ...shown }, particulars);
  }

  /** An update that is stored, and answered with its record. */
  update(uuid: string, sent: JsonObject, particulars: Particulars = {}): this {
    const { by = 'main key', status = 200 } = particulars;
    const isStored = (by === 'main key' || by === 'created key') && status < 300;
    if (isStored) this.#records.set(uuid, { ...this.#of(uuid), ...sent, updated_at: this.#date() });
    return this.#add('updateSenderProfile', uuid, sent, this.#of(uuid), particulars);
  }

  delete(uuid: string, particulars: Particulars = {}): this {
    return this.#add('deleteSenderProfile', uuid, undefined, undefined, { status: 204, ...particulars });
  }

  #of(uuid: string): JsonObject {
    return this.#records.get(uuid) ?? recordOf(uuid);
  }

  #date(): string {
    return new Date(Date.UTC(2026, 10, 1) + Math.round(this.#now)).toISOString();
  }

  #add(
    operation: Attempt['operation'],
    uuid: string,
    sent: unknown,
    record: JsonObject | undefined,
    { by = 'main key', afterMs = 1, status = 200 }: Particulars,
  ): this {
    const from = this.#now + afterMs;
    this.#now = from + 1;
    this.facts.push({
      kind: 'attempt',
      from,
      to: this.#now,
      by,
      operation,
      path: `/flows/api/sender-profiles/${uuid}`,
      sent,
      came: classOf({ status }),
      json: status < 300 ? record : undefined,
      isCut: false,
    });
    return this;
  }
}

function recordOf(uuid: string): JsonObject {
  return {
    uuid,
    team_id: 1,
    user_id: 2,
    linkedin_server_id: null,
    linkedin_browser_uuid: null,
    linkedin_account_uuid: null,
    mailbox_uuid: null,
    assignee_user_id: null,
    first_name: 'Mara',
    last_name: 'Lind',
    label: null,
    status: 'enabled',
    created_at: '2026-01-05T08:00:00Z',
    updated_at: '2026-02-05T08:00:00Z',
  };
}

function broken({ facts }: Story): readonly string[] {
  return [...judgeProfiles(facts, [one, other])]
    .filter(([, { kind }]) => kind === 'broken')
    .map(([id]) => id);
}

/** A history in which something is done four times, with pauses. */
function inTurns(change: (story: Story, turn: number) => void): Story {
  const story = new Story().read(one).read(other);
  for (let turn = 0; turn < 4; turn += 1) {
    change(story, turn);
    // A pause in which nothing is done.
    story.read(one, {}, { afterMs: 500 }).read(other);
  }
  return story;
}

it('breaks nothing where each read shows the updates', () => {
  const story = inTurns((facts, turn) =>
    facts
      .update(one, { first_name: `Name ${turn}` })
      .read(one)
      .read(other),
  );
  expect(broken(story)).toEqual([]);
});

it('breaks nothing where a change that was answered 202 comes late, and from one replica first', () => {
  const story = inTurns((facts, turn) =>
    facts
      .update(one, { first_name: `Name ${turn}` }, { status: 202 })
      .read(one, { first_name: turn === 0 ? 'Mara' : `Name ${turn - 1}` })
      .read(one)
      .read(one, { first_name: turn === 0 ? 'Mara' : `Name ${turn - 1}` })
      .read(one, {}, { afterMs: 3100 }),
  );
  expect(broken(story)).toEqual([]);
});

it('breaks nothing where a gateway answered an update that may have taken effect', () => {
  const story = inTurns((facts, turn) =>
    facts.update(one, { first_name: `Name ${turn}` }, { status: 502 }).read(one),
  );
  expect(broken(story)).toEqual([]);
});

it('breaks nothing where somebody else updates the profile now and then', () => {
  const story = new Story().read(one).read(other);
  for (let turn = 0; turn < 40; turn += 1) {
    if (turn % 4 === 3) story.update(one, { first_name: `Name ${turn}` }).read(one);
    const busy = turn % 3 === 0 ? { last_name: `Busy ${turn}` } : {};
    story.read(one, busy, { afterMs: 100 }).read(other);
  }
  expect(broken(story)).toEqual([]);
});

test.each<[defect: string, statement: string, story: Story]>([
  [
    'updates are not stored',
    'PROF-05',
    inTurns((facts, turn) =>
      facts.update(one, { first_name: `Name ${turn}` }).read(one, { first_name: 'Mara' }),
    ),
  ],
  [
    'updates are stored without their last letter',
    'PROF-05',
    inTurns((facts, turn) =>
      facts.update(one, { first_name: `Namet${turn}x` }).read(one, { first_name: `Namet${turn}` }),
    ),
  ],
  [
    'an update changes the other profile, too',
    'PROF-08',
    inTurns((facts, turn) => facts.update(one, { label: `L ${turn}` }).read(other, { label: `L ${turn}` })),
  ],
  [
    'an update moves the profile to another team',
    'PROF-06',
    inTurns((facts, turn) => facts.update(one, { label: `L ${turn}` }).read(one, { team_id: 9 + turn })),
  ],
  [
    'an update without a credential is carried out',
    'AUTH-01',
    inTurns((facts, turn) =>
      facts
        .update(one, { label: `Nobody ${turn}` }, { by: 'nobody', status: 401 })
        .read(one, { label: `Nobody ${turn}` }),
    ),
  ],
  [
    'an update by another account is carried out',
    'TEAM-02',
    inTurns((facts, turn) =>
      facts
        .update(one, { label: `Theirs ${turn}` }, { by: 'other account', status: 404 })
        .read(one, { label: `Theirs ${turn}` }),
    ),
  ],
  [
    'a limited update is carried out',
    'RATE-04',
    inTurns((facts, turn) =>
      facts
        .update(one, { label: `Limited ${turn}` }, { status: 429 })
        .read(one, { label: `Limited ${turn}` }),
    ),
  ],
  [
    'a deleted profile can still be read',
    'PROF-09',
    new Story().read(one).read(other).delete(one).read(one, {}, { afterMs: 1000 }),
  ],
  [
    'each read changes the status',
    'PROF-03',
    inTurns((facts, turn) => {
      for (let reads = 0; reads < 4; reads += 1) facts.read(one, { status: `s ${turn} ${reads}` });
    }),
  ],
  [
    '`updated_at` goes back',
    'PROF-07',
    inTurns((facts) => facts.read(one, { updated_at: '2026-01-06T08:00:00Z' })),
  ],
])('where %s, %s is broken', (_, statement, story) => {
  expect(broken(story)).toContain(statement);
});
