/** Tries experiments once more with another caller: a key just made (Create an API key; Authentication). */
import type * as fc from 'fast-check';
import { defineExperiment, type Experiment } from '../engine/experiment.ts';
import { Disturbed, Unmet } from '../engine/unmet.ts';
import type { Credential } from '../http/credential.ts';
import type { Session } from '../session/session.ts';
import { firstKey } from './first-key.ts';

/** An input of an experiment in which another key than that of the target file asks. */
export interface AskedBy {
  readonly by: 'a key just made';
}

const by: AskedBy = { by: 'a key just made' };

/** Which inputs are tried with another key. */
export interface TriedAnew<Given> {
  readonly first?: readonly Given[];
  /** How many inputs to wander over. */
  readonly runs: number;
  /** What to wander over; what the experiment itself wanders over where not set. */
  readonly given?: fc.Arbitrary<Given>;
}

/**
 * An experiment that only looks, in which a key just made asks wherever the key of the target file did: what the
 * description says of an operation it says for each key. What such a key sees is compared with what it sees itself: the
 * description does not say that the caller's current team is that of the target file's key.
 *
 * It comes after the experiments that need no key, so that these tell by themselves where every key is answered wrongly.
 */
export function askedWithANewKey<Given extends object, Seen>(
  experiment: Experiment<Given, Seen>,
  { first = [], runs, given = experiment.given }: TriedAnew<Given>,
): Experiment<Given & AskedBy, Seen> {
  const { name, needs, reads = [], changes = [], cost } = experiment;
  return defineExperiment<Given & AskedBy, Seen>({
    name: `${name}-with-a-new-key`,
    needs: [...needs, 'createApiKeys'],
    phase: 'change',
    // Who waits for his turn to change something would keep others from making keys meanwhile.
    reads: changes.length > 0 ? reads : [...reads, 'keys'],
    changes,
    given: given.map((one) => ({ ...one, ...by })),
    first: first.map((one) => ({ ...one, ...by })),
    runs,
    looksOnceMore: true,
    ...(cost === undefined ? {} : { cost }),
    probe: async (one, session) => {
      const { credential } = await firstKey.in(session);
      const since = session.clock.now();
      session.ifBroken(async () => {
        await mustBeTaken(session, credential);
        await mustBeShownEverywhere(session, since);
      });
      return experiment.probe(one, session.asking(credential));
    },
  });
}

/**
 * Pages that nobody else asks for with that key: one that is kept tells nothing of the key. A target that is broken may
 * refuse one of them.
 */
const seldomAsked: readonly (readonly [string, string][])[] = [[['limit', '17']], [['offset', '1']]];

/** @throws Unmet where the key is taken no more: another one that was made since may have replaced it */
async function mustBeTaken(session: Session, credential: Credential): Promise<void> {
  const api = session.as(credential);
  for (const query of seldomAsked) if ((await api.listWebhooks({ query: [...query] })).ok) return;
  throw new Unmet('the key just made is taken no more');
}

/** Pages that are kept for a while show by then what was made or deleted. */
const shownMs = 6000;

/**
 * Looks that need no key come before the first webhook is made for a test or deleted; these come beside. What they see
 * counts where the last of such changes is some time past: not each page need show it at once.
 *
 * @throws Disturbed where it is not, once it is
 */
async function mustBeShownEverywhere({ clock, state }: Session, since: number): Promise<void> {
  const shown = state.account.webhooksChangedAtMs + shownMs;
  if (since >= shown) return;
  await clock.wait(Math.max(0, shown - clock.now()));
  throw new Disturbed('webhooks were made or deleted shortly before');
}
