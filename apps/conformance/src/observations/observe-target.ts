/** Finds out how a target handles what the description leaves open. Nothing here can fail a target. */
import { Stopped } from '@outreach-api/engine';
import type { Session } from '../session/session.ts';
import { missing } from '../target/needs.ts';
import { steady } from './answer-text.ts';
import type { OpenQuestion } from './observation.ts';
import type { Observation } from '@outreach-api/model/records/observation';

/** No question that sends something is started later than this: on a slow target the rest is left out. */
const patienceMs = 60_000;

/** Returns what was determined; to be called when all else is done. */
export type Observations = () => Promise<readonly Observation[]>;

/**
 * Finds out how a target handles what the description leaves open, as far as its owner allows it, and never throws.
 * What cannot be determined is answered `not determined: why`; what is not allowed, or there is no time for, is left out.
 *
 * @returns a function that gives the answers, including what was seen since
 */
export async function observeTarget(
  session: Session,
  questions: readonly OpenQuestion[],
): Promise<Observations> {
  const possible = questions.filter(({ needs }) => missing(needs, session.target).length === 0);
  const { liveness, requests } = session.state;
  const found = new Map<OpenQuestion, Determined & { readonly sent: number }>();
  const until = session.clock.now() + patienceMs;
  let isOver = false;
  const ask = async (question: OpenQuestion): Promise<void> => {
    const sends = !isFromEarlier(question);
    if (sends && (isOver || session.clock.now() > until)) return;
    const answer = await answerTo(question, session);
    if (answer.kind === 'found') {
      const { text, isFound } = answer;
      found.set(question, { text: session.state.secrets.mask(text), isFound, sent: requests.sent });
    }
    // A target that stays rate-limited would make each further question wait.
    isOver ||= answer.kind === 'stopped' || session.state.transport.isLimitedThroughout;
  };
  const { sideBySide, inTurn, fromEarlier } = inStages(possible);
  const askInTurn = async (some: readonly OpenQuestion[] = []): Promise<void> => {
    for (const question of some) await ask(question);
  };
  await Promise.all([
    ...sideBySide.map(ask),
    ...Object.values(Object.groupBy(inTurn, (one) => one.changes.join())).map(askInTurn),
  ]);
  await liveness.check();
  return async () => {
    await askInTurn(fromEarlier);
    return possible.flatMap((question) => {
      const answer = found.get(question);
      // Answers from an outage do not show how the target behaves.
      if (answer === undefined || liveness.isDoubtful(answer.sent)) return [];
      const { text, isFound } = answer;
      const { id, question: asked } = question;
      return [{ id, question: asked, answer: text, ...(isFound ? {} : { found: false }) }];
    });
  };
}

interface Stages {
  readonly sideBySide: readonly OpenQuestion[];
  /** Those that change the same resource, one after another, so that budgets are spent in a fixed order. */
  readonly inTurn: readonly OpenQuestion[];
  /** Last: they report what was seen before. */
  readonly fromEarlier: readonly OpenQuestion[];
}

function inStages(questions: readonly OpenQuestion[]): Stages {
  const sending = questions.filter((question) => !isFromEarlier(question));
  return {
    sideBySide: sending.filter(({ changes }) => changes.length === 0),
    inTurn: sending.filter(({ changes }) => changes.length > 0),
    fromEarlier: questions.filter(isFromEarlier),
  };
}

/** Whether nothing is sent for it. */
function isFromEarlier({ reads, changes, changesRecordsOf }: OpenQuestion): boolean {
  return reads.length + changes.length + changesRecordsOf.length === 0;
}

interface Determined {
  readonly text: string;
  /** False if the text says why there is no answer. */
  readonly isFound: boolean;
}

type FoundAnswer =
  | ({ readonly kind: 'found' } & Determined)
  | { readonly kind: 'left out' }
  | { readonly kind: 'stopped' };

async function answerTo({ experiment }: OpenQuestion, session: Session): Promise<FoundAnswer> {
  try {
    const observed = await experiment.observe(session, null);
    if (observed.kind === 'unmet') return undetermined(observed.reason);
    const { seen } = observed;
    return seen === null ? { kind: 'left out' } : { kind: 'found', text: seen, isFound: true };
  } catch (error) {
    if (error instanceof Stopped) return { kind: 'stopped' };
    const message = error instanceof Error ? error.message : String(error);
    return undetermined(`a fault of the suite: ${message}`);
  }
}

function undetermined(why: string): FoundAnswer {
  return { kind: 'found', text: `not determined: ${withoutCounts(why)}`, isFound: false };
}

/** Long numbers are ports and counts, which differ from run to run. */
function withoutCounts(message: string): string {
  return steady(message).replaceAll(/\d{4,}/g, '…');
}
