/** Creates API keys, two at the same time (Create an API key). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { misleadingNames, unusualNames } from '../../texts/misleading-names.ts';
import { boundaryTexts, ordinaryText } from '../../texts/ordinary-text.ts';
import { inputKey } from '../../engine/experiment.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import type { Credential } from '../../credentials/credential.ts';
import type { Session } from '../../session/session.ts';
import { isMet } from '../../target/needs.ts';
import { createdCredentialIn, firstCreation, type FirstCreation } from '../../account/first-key.ts';
import { allKeysOf } from '../../account/key-identity.ts';
import { creationOf, make, type Made, type ToMake } from '../../account/made-key.ts';
import { openConnections } from '../../account/open-connections.ts';
import { demandAccess, createOrExplain, nameToUse } from '../../account/refused-key.ts';
import type { CreationsSeen } from './keys-seen.ts';

/** The names of two keys created at the same time: one by the main key, one by a created key. */
export interface TwoNames {
  readonly byMainKey: string;
  readonly byCreatedKey: string;
  /** Set if the creating key was itself made by a created key, when there is one. */
  readonly byItsHeir?: true;
}

/** One key whose body names another owner. */
const keysOfOwners = 1;
/** One with an empty name. */
const keysOfAnEmptyName = 1;
/** One created by another account, and one that reveals that account's team and user. */
const keysOfOthers = 2;
/** One created while the account is limited, and its control. */
const keysUnderALimit = 2;
/** One run of this experiment that a gateway's answer makes worthless. */
const keysOfALostRun = 2;
const [hardestText = '', ...otherTexts] = boundaryTexts;
const shortestText = 'Q';
const boundaries: readonly TwoNames[] = [
  // With few keys, this is the only pair.
  { byMainKey: hardestText, byCreatedKey: shortestText },
  // The same name twice at the same time, and once more: two keys with one name are still two keys.
  { byMainKey: shortestText, byCreatedKey: shortestText, byItsHeir: true },
];
const namesInTurn = inBatches([
  ...otherTexts.filter((text) => text !== shortestText),
  ...unusualNames,
  ...misleadingNames,
]);
/** Creates two API keys at the same time, one with the main key and one with a created key (Create an API key). */
export const keyCreations = defineExperiment<TwoNames, CreationsSeen>({
  name: 'key-creations',
  needs: ['createApiKeys'],
  phase: 'change',
  changes: ['keys'],
  given: fc.record({ byMainKey: ordinaryText(), byCreatedKey: ordinaryText() }),
  first: boundaries,
  inTurn: namesInTurn,
  runs: 0,
  // A run creates two if it can, but one must be enough to see something.
  cost: { createApiKeys: 1 },
  costly: true,
  probe: async (names, session) => {
    const first = await firstOrUnmet(session);
    const givenBefore = [...session.state.account.keys.names];
    const made = await makeTwo(first, names, session);
    if (made.length === 0 && session.state.account.keys.firstWasJudged) {
      throw new Unmet('the number of API keys that may be created (`allow.createApiKeys`) is used up');
    }
    session.state.account.keys.firstWasJudged = true;
    const madeTogether = made.flatMap(({ answer, creation }) => (creation.together ? [answer] : []));
    return {
      creations: [creationOf(first), ...made.map(({ creation }) => creation)],
      allKeys: allKeysOf(session, madeTogether),
      givenBefore,
      noNameTwice: session.state.account.keys.hasNamesOfEarlierRuns,
    };
  },
});

/** The first creation; retried if refused, since it may have been requested outside this experiment. */
async function firstOrUnmet(session: Session): Promise<FirstCreation> {
  const first = await firstCreation.in(session);
  if (first.created.accepted) return first;
  const second = await firstCreation.again(session);
  if (second.created.accepted) return second;
  await demandAccess(session).catch((error: unknown) => {
    session.state.account.keys.refusedLikeTheList += 1;
    throw error;
  });
  return second;
}

/** Who creates a key, and which one. */
interface Caller {
  readonly credential: Credential;
  readonly one: ToMake;
}

async function makeTwo(first: FirstCreation, names: TwoNames, session: Session): Promise<readonly Made[]> {
  const callers = callersOf(first, names, session);
  if (callers.length > 1 && !session.state.account.keys.firstWasJudged)
    await openConnections(session, callers.length).catch(whereUnmet(null));
  const asking = session.simultaneously(
    callers.map(({ credential, one }) => async (own: Session) => ({
      api: session.as(credential),
      one,
      made: await make(own.as(credential), one, session),
    })),
  );
  const asked = await Promise.all(asking);
  const { account, gatewayFailures } = session.state;
  const { keys } = account;
  const isLost = ({ answer }: Made): boolean => gatewayFailures.isAccident('createApiKey', answer);
  if (asked.some(({ made }) => isLost(made)))
    keys.lostRuns.set(
      inputKey(names),
      asked.flatMap(({ one, made }) => (made.creation.accepted ? [one.name] : [])),
    );
  // One after the other: what was refused in parallel should run alone.
  const made: Made[] = [];
  for (const { api, one, made: answered } of asked) {
    // By an earlier one, or by the one in progress at the same time.
    const isRepeated = keys.names.includes(one.name);
    if (one.by === 'created key') keys.heir = createdCredentialIn(answered.answer) ?? keys.heir;
    const isClear = answered.creation.accepted || isLost(answered);
    made.push(isClear ? answered : await createOrExplain(api, one, answered, isRepeated, session));
  }
  return made;
}

function callersOf(first: FirstCreation, names: TwoNames, session: Session): readonly Caller[] {
  const lostRun = session.state.account.keys.lostRuns.get(inputKey(names));
  const left = session.state.budgets.left('createApiKeys') - keptFor(names, session, lostRun !== undefined);
  // A name that is meant to be given twice stays the same.
  const given = names.byItsHeir === true ? [] : lostRun;
  const both = first.credential !== null && left > 1;
  const together = both && session.mostAtOnce > 1;
  const callers: Caller[] = [];
  // If only one is left, the created key creates it: that reveals more.
  if (both || (first.credential === null && left > 0)) {
    const name = nameToUse(names.byMainKey, session, given);
    callers.push({ credential: session.credential, one: { name, by: 'main key', together } });
  }
  if (first.credential !== null && left > 0) {
    const name = nameToUse(both ? names.byCreatedKey : names.byMainKey, session, given);
    const { heir } = session.state.account.keys;
    const credential = (names.byItsHeir === true ? heir : null) ?? first.credential;
    callers.push({ credential, one: { name, by: 'created key', together } });
  }
  return callers;
}

/**
 * After the first pair, some keys are reserved for checks that only a key makes possible and that these names can
 * spare; after the second one, also those of a run that may have to be repeated.
 */
function keptFor({ byItsHeir }: TwoNames, { state, target }: Session, isRepeated: boolean): number {
  if (!state.account.keys.firstWasJudged) return 0;
  return (
    keysOfOwners +
    keysOfAnEmptyName +
    (target.otherAccountToken === null ? 0 : keysOfOthers) +
    (isMet('flood', target) ? keysUnderALimit : 0) +
    (byItsHeir === true || isRepeated ? 0 : keysOfALostRun)
  );
}

function inBatches(texts: readonly string[]): readonly TwoNames[] {
  return texts.flatMap((byMainKey, index) => {
    const byCreatedKey = texts[index + 1] ?? byMainKey;
    return index % 2 === 0 ? [{ byMainKey, byCreatedKey }] : [];
  });
}
