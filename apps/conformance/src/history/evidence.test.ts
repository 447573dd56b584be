/** Whatever an exchange was sent for, it is evidence for every rule that accepts it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runRules, trialOf, Unmet } from '@outreach-api/engine';
import {
  defineExperiment,
  type Experiment,
  type ExperimentDefinition,
  defineRule,
  type Rule,
} from '../session/suite.ts';
import { held, judging } from '../rules/judgement.ts';
import type { BreachValues } from '../rules/breaches/breach-values.ts';
import { LiveSource } from './live-source.ts';
import { exchangeSeen } from '../../test/exchange-seen.ts';
import type { Exchange } from '@outreach-api/model/records/exchange';
import { Session } from '../session/session.ts';
import { completeTarget } from '../target/target.ts';
import { wordedResult, type WordedResult } from '../words/result-words.ts';

const { broken, holds } = judging<BreachValues>();

/** Records an exchange in a run. */
function exchange(session: Session, path: string, at = 0): void {
  const url = `http://127.0.0.1:9${path}`;
  const seen = exchangeSeen({ at, path, json: {} });
  const exchanged: Exchange = {
    role: 'subject',
    request: { method: 'GET', url, headers: {}, body: null },
    caller: 'somebody',
    authorization: null,
    answer: { status: 200, headers: {}, text: path },
    failure: null,
    milliseconds: 1,
  };
  session.log.add(exchanged, seen);
}

type Probe = ExperimentDefinition<number, number>['probe'];

function experiment(name: string, probe: Probe, more: Partial<ExperimentDefinition<number, number>> = {}) {
  return defineExperiment<number, number>({
    name,
    does: 'looks',
    given: fc.constant(0),
    first: [1, 2, 3],
    runs: 0,
    probe,
    ...more,
  });
}

/** A rule whose own experiment shows nothing, and which regards every path except `/bad` as good. */
const careful = defineRule<number, number>(
  {
    id: 'PAGE-01',
    judge: (seen) => holds(seen < 100, 'envelope-data', { body: seen }),
    breaches: { 'far too much': () => 500 },
    evidence: (exchanges) => exchanges.map(({ path }) => [path === '/bad' ? 666 : 1, 0] as const),
  },
  { from: [experiment('its-own', async (given) => given)] },
);

function another(from: Experiment<number, number>): Rule {
  return defineRule<number, number>({ id: 'PAGE-02', judge: () => held, breaches: {} }, { from: [from] });
}

async function judged(
  from: Experiment<number, number>,
  path: string | null = null,
  rules: readonly Rule[] = [careful, another(from)],
): Promise<WordedResult> {
  const session = Session.open(
    completeTarget({ baseUrl: 'http://127.0.0.1:9', token: 'x' }),
    new AbortController().signal,
  );
  const experiments = [trialOf(from)];
  const [first] = await runRules(new LiveSource(session), rules, { seed: 7, runs: null, path, experiments });
  if (first === undefined) throw new Error('no result');
  return wordedResult(first);
}

/** Shows the breach for inputs from 2 on. */
const showing = experiment('in-passing', async (given, session) => {
  exchange(session, '/good');
  if (given > 1) exchange(session, '/bad');
  return given;
});

describe('evidence', () => {
  it('breaks a rule by what was exchanged for another, once that is seen again', async () => {
    const { verdict, reason, breach } = await judged(showing);
    expect({ verdict, reason }).toEqual({ verdict: 'fail', reason: 'seen 4 of 4 times' });
    expect(breach).toMatchObject({ given: 2, actual: '666', path: 'in-passing:1' });
    expect(breach?.exchanges.map(({ request }) => request.url)).toEqual([
      'http://127.0.0.1:9/good',
      'http://127.0.0.1:9/bad',
    ]);
  });

  it('is replayed on the experiment that showed it, also where its rule alone is tried', async () => {
    const { verdict, breach } = await judged(showing, 'in-passing:1', [careful]);
    expect(verdict).toBe('fail');
    expect(breach).toMatchObject({ given: 2, path: 'in-passing:1' });
  });

  it('counts also where a run was given up', async () => {
    const { verdict } = await judged(
      experiment('given-up', async (_given, session) => {
        exchange(session, '/bad');
        throw new Unmet('there is nothing to look at');
      }),
    );
    expect(verdict).toBe('fail');
  });

  it('that is seen once and never again leaves its rule undecided', async () => {
    let times = 0;
    const { verdict, reason } = await judged(
      experiment('once', async (given, session) => {
        times += 1;
        exchange(session, times === 2 ? '/bad' : '/good');
        return given;
      }),
    );
    expect(verdict).toBe('inconclusive');
    expect(reason).toBe('seen once and never again in 3 tries: 666');
  });

  it.each([
    {
      what: 'once in each of four answers breaks a rule of which each answer counts',
      eachAnswerCounts: true,
      answers: 4,
    },
    { what: 'once in each of three leaves it undecided', eachAnswerCounts: true, answers: 3 },
    { what: 'in one answer that came upon four inputs does, too', eachAnswerCounts: true, answers: 1 },
    { what: 'once in each of four leaves another rule undecided', eachAnswerCounts: false, answers: 4 },
  ])('that is seen $what', async ({ eachAnswerCounts, answers }) => {
    const tried = new Set<number>();
    const nowAndThen = experiment(
      'now-and-then',
      async (given, session) => {
        exchange(session, tried.has(given) ? '/good' : '/bad', Math.min(given, answers));
        tried.add(given);
        return given;
      },
      { first: [1, 2, 3, 4] },
    );
    const rule = { ...careful, eachAnswerCounts };
    const { verdict, reason } = await judged(nowAndThen, null, [rule, another(nowAndThen)]);
    const isBroken = eachAnswerCounts && answers === 4;
    expect({ verdict, reason }).toEqual({
      verdict: isBroken ? 'fail' : 'inconclusive',
      reason: isBroken ? 'seen 4 of 7 times' : 'seen once and never again in 3 tries: 666',
    });
  });

  it('that does not come when a costly run is repeated breaks nothing', async () => {
    let times = 0;
    const { verdict, reason } = await judged(
      experiment(
        'used-up',
        async (given, session) => {
          times += 1;
          if (times === 1) exchange(session, '/bad');
          return given;
        },
        { costly: true },
      ),
    );
    expect(verdict).toBe('inconclusive');
    expect(reason).toBe('seen once, and it could not be tried again: 666');
  });

  it('makes no pass: neither where it holds, nor where there is none', async () => {
    const good = experiment('good', async (given, session) => {
      exchange(session, '/good');
      return given;
    });
    const blind = defineRule<number, number>(
      {
        id: 'PAGE-01',
        judge: (seen) => (seen > 100 ? broken('envelope-data', { body: seen }) : held),
        breaches: { 'far too much': () => 500 },
        evidence: (exchanges) => exchanges.map(() => [1, 0] as const),
      },
      { from: [experiment('blind', async () => Promise.reject(new Unmet('nothing is there')))] },
    );
    expect((await judged(good)).verdict).toBe('pass');
    expect((await judged(experiment('silent', async (given) => given))).verdict).toBe('pass');
    const undecided = await judged(good, null, [blind, another(good)]);
    expect(undecided).toMatchObject({ verdict: 'inconclusive', reason: 'nothing is there', runs: 0 });
  });

  it('says which named breaches it would have caught', () => {
    const session = Session.open(
      completeTarget({ baseUrl: 'http://127.0.0.1:9', token: 'x' }),
      new AbortController().signal,
    );
    const run = session.beginRun(session.state.history.beginRun());
    exchange(run, '/good');
    expect(careful.evidence?.caught(run.log.seen)).toEqual(['far too much']);
    expect(careful.evidence?.judge([])).toBeNull();
  });
});
