/** Repeats experiments with another caller: a newly created key (Create an API key; Authentication). */
import type * as fc from 'fast-check';
import { Disturbed, Unmet } from '@outreach-api/engine';
import { defineExperiment, type Experiment } from '../session/suite.ts';
import type { Credential } from '@outreach-api/model/records/credential';
import type { Session } from '../session/session.ts';
import { firstKey } from './first-key.ts';

/** An input of an experiment whose requests use another key than the target file's. */
export interface AskedBy {
  readonly by: 'a key just made';
}

const by: AskedBy = { by: 'a key just made' };

/** Which inputs are tried with another key. */
export interface RetriedInputs<Given> {
  readonly first?: readonly Given[];
  /** How many inputs to explore. */
  readonly runs: number;
  /** The inputs to explore; those of the experiment itself if not set. */
  readonly given?: fc.Arbitrary<Given>;
}

/**
 * A read-only experiment in which a newly created key takes the place of the target file's key: what the description
 * says about an operation it says for each key. What such a key sees is compared only with its own observations: the
 * description does not say that the caller's current team is that of the target file's key.
 *
 * It runs after the experiments that need no key, so that those show by themselves if every key gets wrong answers.
 */
export function withNewKey<Given extends object, Seen>(
  experiment: Experiment<Given, Seen>,
  { first = [], runs, given = experiment.given }: RetriedInputs<Given>,
): Experiment<Given & AskedBy, Seen> {
  const { name, does, needs, reads = [], changes = [], cost } = experiment;
  return defineExperiment<Given & AskedBy, Seen>({
    name: `${name}-with-a-new-key`,
    does: `${does}, with a key that was just created`,
    needs: [...needs, 'createApiKeys'],
    phase: 'late',
    // Waiting for a turn to change something would keep others from making keys meanwhile.
    reads: changes.length > 0 ? reads : [...reads, 'keys'],
    changes,
    given: given.map((one) => ({ ...one, ...by })),
    first: first.map((one) => ({ ...one, ...by })),
    runs,
    repeatsLook: true,
    ...(cost === undefined ? {} : { cost }),
    probe: async (one, session) => {
      const { credential } = await firstKey.in(session);
      const since = session.clock.now();
      session.ifBroken(async () => {
        await mustBeAccepted(session, credential);
        await mustBeShownEverywhere(session, since);
      });
      return experiment.probe(one, session.asking(credential));
    },
  });
}

/**
 * Pages that nothing else requests with that key: a cached page says nothing about the key. A broken target may refuse
 * one of them.
 */
const seldomAsked: readonly (readonly [string, string][])[] = [[['limit', '17']], [['offset', '1']]];

/** @throws Unmet if the key is no longer accepted: a key created since may have replaced it */
export async function mustBeAccepted(session: Session, credential: Credential): Promise<void> {
  const api = session.as(credential);
  for (const query of seldomAsked) if ((await api.listWebhooks({ query: [...query] })).ok) return;
  throw new Unmet('the newly created key is no longer accepted');
}

/** Cached pages show by then what was made or deleted. */
const shownMs = 6000;

/**
 * Experiments that need no key run before the first webhook is made for a test or deleted; these run after such
 * changes. What they see counts only if the last change is some time ago: not every page must show it at once.
 *
 * @throws Disturbed if the last change is too recent, after waiting until it no longer is
 */
async function mustBeShownEverywhere({ clock, state }: Session, since: number): Promise<void> {
  const shown = state.account.webhooksChangedAtMs + shownMs;
  if (since >= shown) return;
  await clock.wait(Math.max(0, shown - clock.now()));
  throw new Disturbed('webhooks were made or deleted shortly before');
}
