/** Judges a server by recorded exchanges, one after the other, in bounded memory. */
import { classOf } from '@outreach-api/model/records/answer-class';
import { createHash } from 'node:crypto';
import type { Judgement } from '../rules/breaches/breach-values.ts';
import type { ExchangeEvidence, RuleResult } from '../rules/rule-result.ts';
import type { Rule } from '../session/suite.ts';
import type { Exchange } from '@outreach-api/model/records/exchange';
import { uuidIn, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { isRecord } from '@outreach-api/model/records/is-record';
import { pageIn } from '@outreach-api/model/records/page';
import { isSameUuid } from '@outreach-api/model/records/uuid';
import type { JudgedExchange } from './judged-exchange.ts';
import { KeysStillValid } from './keys-still-valid.ts';
import type { ReadExchange } from './recording-reader.ts';
import { nothingShown, RuleTally, type ToBeSeenTwice } from './rule-tally.ts';
import { takesRequests, recordingUses, type RecordingUse } from './recording-uses.ts';

/** For this long after a deletion that may be delayed or may have failed, a list may change. */
const unsettledMs = 600_000;
const mostKnown = 5000;
const mostCreations = 200;

/** What an exchange says about a rule. */
interface Finding {
  readonly tally: RuleTally;
  readonly judgement: Judgement;
  /** Null if once is enough. */
  readonly twice: ToBeSeenTwice | null;
  /** The exchanges that show it. */
  readonly exchanges: readonly Exchange[];
}

/** Judges a server by recorded exchanges. */
export class ServerFindings {
  readonly #tallies: readonly (readonly [RuleTally, RecordingUse, ExchangeEvidence | null])[];
  /** The findings for equal exchanges, so that each is judged once. */
  readonly #findings = new Map<string, readonly Finding[]>();
  readonly #profiles = new Map<string, JudgedExchange>();
  readonly #goodKeys = new KeysStillValid();
  #creations: readonly JudgedExchange[] = [];
  #unsettledUntil = Number.NEGATIVE_INFINITY;

  /** @param rules - rules on servers */
  constructor(rules: readonly Rule[]) {
    this.#tallies = rules.map((rule) => [
      new RuleTally(rule),
      recordingUses[rule.id] ?? { by: 'nothing', why: takesRequests },
      rule.evidence,
    ]);
  }

  /**
   * Judges one more exchange. Returns the rules that it shows to be broken, each once.
   *
   * @param knowsKeys - whether a key was created before
   */
  add({ client, exchange, server }: ReadExchange, knowsKeys: boolean): readonly RuleResult[] {
    const { effect } = classOf(client?.answer);
    if (client?.operation === 'deleteWebhook' && (effect === 'later' || effect === 'perhaps'))
      this.#unsettledUntil = client.arrivedAt + unsettledMs;
    if ('kind' in server || client === null) return [];
    const judged = { seen: server, exchange };
    const isSettled = client.arrivedAt > this.#unsettledUntil;
    const context = { knowsKeys, isSettled };
    const { credential } = client;
    const refused = credential.kind === 'bearer' ? this.#goodKeys.add(credential.label, judged) : [];
    const findings = [
      ...this.#findingsOf(judged, context),
      ...refused.flatMap((one) => this.#judgedBy(one, context, 'keys that stay good')),
    ];
    this.#remember(judged);
    return findings.flatMap(({ tally, judgement, twice, exchanges }) =>
      tally.add(judgement, twice, exchanges) ? [tally.result()] : [],
    );
  }

  /** The result of each rule. */
  get results(): readonly RuleResult[] {
    return this.#tallies.map(([tally, use]) => tally.result(use.by === 'nothing' ? use.why : nothingShown));
  }

  #findingsOf(judged: JudgedExchange, context: Context): readonly Finding[] {
    const { seen } = judged;
    if (seen.operation === 'createApiKey') return this.#judgedBy(judged, context);
    const known = this.#profiles.has(uuidIn(seen) ?? '');
    const { caller, operation, path, sent, answer, shows } = seen;
    const text = JSON.stringify([context, known, caller, operation, path, sent, answer, shows]);
    const key = createHash('sha1').update(text).digest('base64');
    const before = this.#findings.get(key);
    if (before !== undefined) return before;
    const findings = this.#judgedBy(judged, context);
    if (this.#findings.size >= mostKnown) this.#findings.clear();
    this.#findings.set(key, findings);
    return findings;
  }

  /** @param only - judges only rules that read recordings in this way; all if not set */
  #judgedBy(judged: JudgedExchange, context: Context, only?: RecordingUse['by']): readonly Finding[] {
    return this.#tallies.flatMap(([tally, use, evidence]) => {
      const others = this.#othersFor(use, judged, context);
      if (others === null || (only ?? use.by) !== use.by) return [];
      const all = [...others, judged];
      const seen = all.map((one) => one.seen);
      const judgement = evidence?.judge(seen) ?? null;
      if (evidence === null || judgement === null) return [];
      if (judgement.kind === 'held') tally.held(() => evidence.caught(seen));
      // The exchanges in which a statement held are not needed.
      const exchanges = judgement.kind === 'held' ? [] : all.map(({ exchange }) => exchange);
      return [{ tally, judgement, twice: twiceIn(use, judged.seen), exchanges }];
    });
  }

  /** The exchanges together with which an exchange says something about a statement; null if it says nothing. */
  #othersFor(
    { by }: RecordingUse,
    { seen }: JudgedExchange,
    { knowsKeys, isSettled }: Context,
  ): readonly JudgedExchange[] | null {
    if (by === 'itself') return [];
    if (by === 'pages of one total') return isSettled ? [] : null;
    if (by === 'keys that stay good')
      return seen.answer?.ok === true || seen.caller.kind === 'main key' ? [] : null;
    if (by === 'answers beside a key') return knowsKeys ? [] : null;
    if (by === 'keys together') return seen.key === null ? null : this.#creations;
    const known = by === 'known profiles' ? this.#profiles.get(uuidIn(seen) ?? '') : undefined;
    return known === undefined ? null : [known];
  }

  #remember(judged: JudgedExchange): void {
    const { seen } = judged;
    const uuid = uuidIn(seen);
    const { json, ok = false } = seen.answer ?? {};
    if (
      seen.operation === 'getSenderProfile' &&
      ok &&
      uuid !== null &&
      isRecord(json) &&
      isSameUuid(json['uuid'], uuid) &&
      this.#profiles.size < mostKnown
    )
      this.#profiles.set(uuid, judged);
    if (seen.key !== null) this.#creations = [...this.#creations, judged].slice(-mostCreations);
  }
}

/** What is known in addition to an exchange. */
interface Context {
  readonly knowsKeys: boolean;
  readonly isSettled: boolean;
}

/** What has to be the same if a breach must be seen twice; null if once is enough. */
function twiceIn({ by }: RecordingUse, { caller, answer }: ExchangeSeen): ToBeSeenTwice | null {
  if (by === 'pages of one total')
    return { unless: 'list changed', same: `${caller.name}, ${pageIn(answer?.json)?.total ?? ''}` };
  if (by === 'keys that stay good' && answer?.ok !== true)
    return { unless: 'server failed', same: `${caller.name}, ${answer?.status ?? ''}` };
  return null;
}
