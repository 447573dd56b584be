import * as fc from 'fast-check';
import { boundaryTexts, ordinaryText } from '../arbitraries/ordinary-text.ts';
import { defineExperiment } from '../engine/experiment.ts';
import { Unmet } from '../engine/unmet.ts';
import { createdKeyIn, type CreatedKey } from '../records/created-key.ts';
import type { Api } from '../session/api.ts';
import type { Answer } from '../session/exchange.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';
import { firstCreation, type FirstCreation } from './first-key.ts';

/** The names that two keys are given, which are made at the same time: by the main key, and by a created one. */
export interface TwoNames {
  readonly byMainKey: string;
  readonly byCreatedKey: string;
}

/** One creation, and what came of it. */
export interface Creation extends CreatedKey {
  /** The name that was sent. */
  readonly name: string;
  readonly by: 'main key' | 'created key';
  /** Whether it was under way together with the other one of its run. */
  readonly together: boolean;
  /** Whether the caller was the cause of the refusal: the main key was taken with the same request. */
  readonly callerRefused: boolean;
}

/** What tells one created key from another. */
export interface KeyIdentity {
  readonly jti: unknown;
  /** Equal exactly for equal tokens; null where none came. */
  readonly fingerprint: string | null;
  readonly together: boolean;
}

/** The creations of one run, and all keys of the session. */
export interface CreationsSeen {
  /** The first key of the session, then those of this run. */
  readonly creations: readonly Creation[];
  readonly allKeys: readonly KeyIdentity[];
}

// One name for both, so that keys of one name are told apart too.
const hardest: TwoNames = { byMainKey: boundaryTexts[0] ?? '', byCreatedKey: boundaryTexts[0] ?? '' };
/** Sessions whose first key was judged already. */
const judged = new WeakSet<SessionState>();
/** Sessions in which a created key has made a key. */
const createdByKey = new WeakSet<SessionState>();

/** Creates two API keys at the same time, one with the main key and one with a key just made (Create an API key). */
export const keyCreations = defineExperiment<TwoNames, CreationsSeen>({
  name: 'key-creations',
  needs: ['createApiKeys'],
  phase: 'change',
  changes: ['keys'],
  given: fc.record({ byMainKey: ordinaryText(), byCreatedKey: ordinaryText() }),
  first: [hardest, ...inPairs(boundaryTexts.slice(1))],
  runs: 2,
  // A run makes two where it can, but one must be enough to see something.
  cost: { createApiKeys: 1 },
  costly: true,
  probe: async (names, session) => {
    const first = await firstCreation.in(session);
    const made = await makeTwo(first, names, session);
    if (made.length === 0 && judged.has(session.state)) {
      throw new Unmet('the number of API keys that may be created (`allow.createApiKeys`) is used up');
    }
    judged.add(session.state);
    const answers = new Set(made.map(({ answer }) => answer));
    const mask = maskOf(session);
    return {
      creations: [
        { ...first.created, name: first.name, by: 'main key', together: false, callerRefused: false },
        ...made.map(({ creation }) => creation),
      ],
      allKeys: session.state.creations.map((answer) => {
        const { record, token } = createdKeyIn(answer, mask);
        const together = made.length > 1 && answers.has(answer);
        return { jti: record?.['jti'], fingerprint: token?.fingerprint ?? null, together };
      }),
    };
  },
});

/** Whether a created key has made a key in this session. */
export function createdKeyHasCreated(session: Session): boolean {
  return createdByKey.has(session.state);
}

interface Made {
  readonly answer: Answer;
  readonly creation: Creation;
}

async function makeTwo(first: FirstCreation, names: TwoNames, session: Session): Promise<readonly Made[]> {
  const left = session.state.budgets.left('createApiKeys');
  const together = first.credential !== null && left > 1;
  const made: Promise<Made>[] = [];
  // Where there is but one left, it is made with the created key: that tells more.
  if (together || (first.credential === null && left > 0)) {
    made.push(make(session.api, { name: names.byMainKey, by: 'main key', together }, session));
  }
  if (first.credential !== null && left > 0) {
    made.push(makeAsCreated(session.as(first.credential), { name: names.byCreatedKey, together }, session));
  }
  return Promise.all(made);
}

type ToMake = Pick<Creation, 'name' | 'by' | 'together'>;

async function make(api: Api, creation: ToMake, session: Session): Promise<Made> {
  const answer = await api.createApiKey({ name: creation.name });
  if (answer.ok && creation.by === 'created key') createdByKey.add(session.state);
  return {
    answer,
    creation: { ...createdKeyIn(answer, maskOf(session)), ...creation, callerRefused: false },
  };
}

/** Where it is refused: again, and then as the main key, to tell whether it is the caller or the request. */
async function makeAsCreated(
  api: Api,
  { name, together }: Omit<ToMake, 'by'>,
  session: Session,
): Promise<Made> {
  const made = await make(api, { name, by: 'created key', together }, session);
  if (made.creation.accepted) return made;
  const again = await make(api, { name, by: 'created key', together: false }, session);
  if (again.creation.accepted) return made;
  const control = await make(session.api.control, { name, by: 'main key', together: false }, session);
  return { ...made, creation: { ...made.creation, callerRefused: control.creation.accepted } };
}

function maskOf(session: Session): (value: unknown) => unknown {
  return (value) => session.state.secrets.maskAll(value);
}

function inPairs(texts: readonly string[]): readonly TwoNames[] {
  return texts.flatMap((byMainKey, index) => {
    const byCreatedKey = texts[index + 1] ?? byMainKey;
    return index % 2 === 0 ? [{ byMainKey, byCreatedKey }] : [];
  });
}
