/** Reaches the account's rate limit and checks what applies meanwhile (Errors; Limits). */
import type { BackoffPolicy } from '@outreach-api/client';
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import { identityOf, pageIn } from '../../records/page.ts';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import { isMet } from '../../target/needs.ts';
import { firstKey } from '../../account/first-key.ts';
import { Flood } from './flood.ts';
import { awaitLift, patience } from './lift.ts';
import { eachAlone, mixed } from './limited-callers.ts';
import { keyCreation, profileRead, profileUpdate, webhookTest } from './limited-changes.ts';
import { profileDeletion, webhookDeletion } from './limited-deletions.ts';
import { isLimitedWithUs } from './limited-other-account.ts';
import { tryBefore, tryWhileLimited, type LimitedTry } from './limited-request.ts';
import {
  type RateSeen,
  isRefusal,
  wasLimited,
  type MixedCallers,
  type LimitedRequest,
} from './limits-seen.ts';

// No part of it occurs three times in a row (Thue-Morse): a bucket that accepts every second or third request never
// accepts only those of one caller.
const sameAccountOrder = 'ABBABAABBAABABBA';
// Few of the other account's requests: its own limit must not be reached.
const otherAccountOrder = 'AABAAABAA';
/**
 * How many requests of the other account must be accepted before the flood: a lower limit of its own proves nothing.
 */
const otherAccountTakes = 6;
/** How long a shared bucket, emptied by an earlier flood, gets to refill what these need. */
const restMs = 3000;
/** How many requests with a created key are checked, one at a time: every other one may be refused differently. */
const createdLooks = 6;

/** Reaches the account's rate limit, checks what applies meanwhile, and backs off until it lifts (Errors; Limits). */
export const rateLimit = defineExperiment<null, RateSeen>({
  name: 'rate-limit',
  needs: ['flood'],
  phase: 'flood',
  changes: ['rate', 'keys', 'senderProfiles', 'webhooks'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const callers = await beforeFlood(session);
    const others = [
      await profileDeletion(session),
      await webhookDeletion(session),
      await profileUpdate(session),
      await profileRead(session),
      // Last: a new key may replace others.
      keyCreation(session),
    ].filter((one) => one !== null);
    return floodWith(session, callers, others);
  },
});

/** The same with a webhook test, for which deliveries are reserved (Errors; Test a webhook). */
export const rateLimitOnDelivery = defineExperiment<null, RateSeen>({
  name: 'rate-limit-on-delivery',
  needs: ['flood', 'deliveries'],
  phase: 'flood',
  changes: ['rate', 'keys', 'senderProfiles', 'webhooks'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  cost: { deliveries: 3 },
  costly: true,
  probe: async (_, session) => {
    await mustBeOpen(session);
    return floodWith(session, { created: null, other: null }, [await webhookTest(session)]);
  },
});

/** The callers whose requests are interleaved with the flood. */
interface Callers {
  readonly created: Api | null;
  readonly other: Api | null;
}

async function beforeFlood(session: Session): Promise<Callers> {
  await mustBeOpen(session);
  const other = session.target.otherAccountToken === null ? null : session.otherAccount.control;
  return {
    created: await createdCaller(session),
    other: other === null ? null : await takenAfterRest(other, session),
  };
}

/** A key created in this run that is accepted: the first one, or the latest, which may have replaced it. */
async function createdCaller(session: Session): Promise<Api | null> {
  if (!isMet('createApiKeys', session.target)) return null;
  const first = (await firstKey.in(session).catch(whereUnmet(null)))?.credential ?? null;
  for (const credential of [first, session.state.account.keys.latestWhileLimited]) {
    const api = credential === null ? null : await takenBy(session.as(credential));
    if (api !== null && (await seesOurList(api, session))) return api;
  }
  return null;
}

/** Whether a key lists a webhook that the main key lists, too: the caller's current team may be another one. */
async function seesOurList(api: Api, session: Session): Promise<boolean> {
  const [ours, theirs] = [await firstPage(session.api.control), await firstPage(api)];
  return ours.length === 0 || ours.some((uuid) => theirs.includes(uuid));
}

async function firstPage(api: Api): Promise<readonly string[]> {
  return (pageIn((await api.listWebhooks()).json)?.data ?? []).map(identityOf);
}

async function mustBeOpen(session: Session): Promise<void> {
  if (session.state.account.staysLimited)
    throw new Unmet('the account was still limited by an earlier flood');
  const { ok, status } = await session.api.control.listWebhooks();
  if (!ok) throw new Unmet(`the list of webhooks was refused with ${status} before the flood began`);
}

/** Null if one of several sequential requests is refused. */
async function takenBy(api: Api, times = 1): Promise<Api | null> {
  const impatient = api.with({ impatient: true });
  for (let time = 0; time < times; time += 1) if (!(await impatient.listWebhooks()).ok) return null;
  return api;
}

async function takenAfterRest(other: Api, session: Session): Promise<Api | null> {
  const taken = await takenBy(other, otherAccountTakes);
  if (taken !== null) return taken;
  await session.clock.wait(restMs);
  return takenBy(other, otherAccountTakes);
}

async function floodWith(
  session: Session,
  callers: Callers,
  others: readonly LimitedTry[],
): Promise<RateSeen> {
  const policy = session.state.backoff ?? patience;
  const before = [];
  for (const one of others) before.push({ one, ...(await tryBefore(one, session, policy)) });
  session.state.liveness.isFlooded = true;
  const flood = new Flood(session);
  const { taken, met, statuses } = await flood.reach();
  const isLimit = met.includes(429) || statuses.includes(429);
  const us = session.api.control;
  const sameAccount = isLimit ? await mixed(flood, us, callers.created, sameAccountOrder) : null;
  const isLimitedToo = sameAccount !== null && wasLimited(sameAccount) && sameAccount.other.some(isRefusal);
  const createdAlone =
    isLimitedToo && callers.created !== null ? await eachAlone(flood, callers.created, createdLooks) : [];
  const besideOther = isLimit ? await mixed(flood, us, callers.other, otherAccountOrder) : null;
  const tried = [];
  if (isLimit)
    for (const { one, worked } of before.filter((each) => each.kind === 'open'))
      tried.push(await tryWhileLimited(one, flood, session.api, worked));
  const otherAccount = await confirmed(besideOther, flood, session, callers.other, policy);
  const lift = await awaitLift(
    session.clock,
    async () => session.api.with({ impatient: true }).listWebhooks({ query: [['limit', '1']] }),
    policy,
  );
  if (!lift.through) {
    session.state.account.staysLimited = true;
    session.state.liveness.limitIsOurs = true;
    session.state.liveness.shutOutIsOurs = callers.other !== null && (await isServed(callers.other));
    // After the request of the other account: its success says nothing about ours.
    session.state.transport.loseHope();
  }
  const settled: LimitedRequest[] = before.flatMap((each) => (each.kind === 'shut' ? [each.seen] : []));
  if (lift.through) for (const one of tried) settled.push(await one.settle(session, policy));
  const shut = settled.filter((one) => one.lift?.through === false);
  for (const { operation } of shut) session.state.limitedForGood.add(operation);
  if (!lift.through || shut.length > 0) session.state.restorer.loseHope();
  return {
    taken,
    met,
    statuses: [...statuses, ...flood.refusals],
    sameAccount,
    createdAlone,
    otherAccount,
    others: settled,
    lift,
  };
}

async function isServed(caller: Api): Promise<boolean> {
  const answer = await caller.control.listWebhooks().catch(whereUnmet(null));
  return answer?.ok === true;
}

/** Null if the other key was refused throughout, but not because of this account. */
async function confirmed(
  callers: MixedCallers | null,
  flood: Flood,
  session: Session,
  other: Api | null,
  policy: BackoffPolicy,
): Promise<MixedCallers | null> {
  if (callers === null || other === null || !wasLimited(callers) || !callers.other.every(isRefusal))
    return callers;
  return (await isLimitedWithUs(flood, session, other, policy)) ? callers : null;
}
