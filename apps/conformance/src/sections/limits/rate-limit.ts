/** Reaches the account's rate limit and checks what applies meanwhile (Errors; Limits). */
import type { BackoffPolicy } from '@outreach-api/client';
import * as fc from 'fast-check';
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { defineExperiment, type Experiment, type ExperimentDefinition } from '../../session/suite.ts';
import { identityOf, pageIn } from '@outreach-api/model/records/page';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import { isMet } from '../../target/needs.ts';
import { firstKey } from '../../account/first-key.ts';
import { Flood } from './flood.ts';
import { awaitLift, patience } from './lift.ts';
import { eachAlone, isLimitedWithUs, mixed } from './limited-callers.ts';
import { settled, tryBefore, tryWhileLimited, untried } from './limited-request.ts';
import { limitedTries, webhookTest, type LimitedTry } from './limited-tries.ts';
import {
  isLimited,
  isRefusal,
  wasLimited,
  type LimitedRequest,
  type MixedCallers,
  type RateSeen,
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
/** How long a bucket that an earlier flood has emptied gets to refill what comes before the next. */
const restMs = 3000;
/** How many requests with a created key are checked, one at a time: every other one may be refused differently. */
const createdLooks = 6;

/** What is tried in a flood besides the list: further callers, and further requests. */
interface Plan {
  readonly created: Api | null;
  readonly other: Api | null;
  readonly tries: readonly LimitedTry[];
}

export const rateLimit = floodWith(
  {
    name: 'rate-limit',
    does: "reaches the account's rate limit, sees what applies meanwhile, and backs off until it lifts",
    needs: ['flood'],
  },
  async (session) => ({
    created: await createdCaller(session),
    other: await otherCaller(session),
    tries: await limitedTries(session),
  }),
);

export const rateLimitOnDelivery = floodWith(
  {
    name: 'rate-limit-on-delivery',
    does: 'reaches the limit again for a webhook test, for which deliveries are reserved',
    needs: ['flood', 'deliveries'],
    cost: { deliveries: 3 },
  },
  async (session) => ({ created: null, other: null, tries: [await webhookTest(session)] }),
);

function floodWith(
  what: Pick<ExperimentDefinition<null, RateSeen>, 'name' | 'does' | 'needs' | 'cost'>,
  plan: (session: Session) => Promise<Plan>,
): Experiment<null, RateSeen> {
  return defineExperiment<null, RateSeen>({
    ...what,
    phase: 'flood',
    changes: ['rate', 'keys', 'senderProfiles', 'webhooks'],
    given: fc.constant(null),
    first: [null],
    runs: 0,
    costly: true,
    probe: async (_, session) => {
      await mustBeOpen(session);
      return flooded(await plan(session), session);
    },
  });
}

/** A key created in this run that is accepted: the first one, or the latest, which may have replaced it. */
async function createdCaller(session: Session): Promise<Api | null> {
  if (!isMet('createApiKeys', session.target)) return null;
  const first = (await firstKey.in(session).catch(whereUnmet(null)))?.credential ?? null;
  for (const credential of [first, session.state.account.keys.latestWhileLimited]) {
    const api = credential === null ? null : await acceptedBy(session.as(credential));
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

async function mustBeOpen({ api, state }: Session): Promise<void> {
  if (state.liveness.limitIsOurs) throw new Unmet('the account was still limited by an earlier flood');
  if (state.liveness.isFlooded) await state.clock.wait(restMs);
  const { ok, status } = await api.control.listWebhooks();
  if (!ok) throw new Unmet(`the list of webhooks was refused with ${status} before the flood began`);
}

/** Null if one of several sequential requests is refused. */
async function acceptedBy(api: Api, times = 1): Promise<Api | null> {
  const impatient = api.with({ impatient: true });
  for (let time = 0; time < times; time += 1) if (!(await impatient.listWebhooks()).ok) return null;
  return api;
}

/** A key of another account that is accepted as often as it takes, if need be after a rest. */
async function otherCaller(session: Session): Promise<Api | null> {
  if (session.target.otherAccountToken === null) return null;
  const other = session.otherAccount.control;
  const accepted = await acceptedBy(other, otherAccountTakes);
  if (accepted !== null) return accepted;
  await session.clock.wait(restMs);
  return acceptedBy(other, otherAccountTakes);
}

async function flooded({ created, other, tries }: Plan, session: Session): Promise<RateSeen> {
  const { clock, state } = session;
  const policy = state.backoff ?? patience;
  const before = [];
  for (const one of tries) before.push(await tryBefore(one, session, policy));
  state.liveness.isFlooded = true;
  const flood = new Flood(session);
  const { met, statuses } = await flood.reach();
  const isLimit = [...met, ...statuses].some(isLimited);
  const us = session.api.control;
  const sameAccount = isLimit ? await mixed(flood, us, created, sameAccountOrder) : null;
  const isLimitedToo = sameAccount !== null && wasLimited(sameAccount) && sameAccount.other.some(isRefusal);
  const createdAlone = isLimitedToo && created !== null ? await eachAlone(flood, created, createdLooks) : [];
  const withOther = isLimit ? await mixed(flood, us, other, otherAccountOrder) : null;
  const tried = before.filter(({ shut }) => shut !== null).map(untried);
  if (isLimit)
    for (const one of before) if (one.shut === null) tried.push(await tryWhileLimited(one, flood, session));
  const otherAccount = await confirmed(withOther, flood, session, other, policy);
  const again = async () => session.api.with({ impatient: true }).listWebhooks({ query: [['limit', '1']] });
  const lift = await awaitLift(clock, again, policy);
  if (!lift.through) await giveUp(other, session);
  const others = [];
  for (const one of tried)
    if (lift.through || one.shut !== null) others.push(await settled(one, session, policy));
  const closed = others.filter((one) => one.lift?.through === false);
  for (const { operation } of closed) state.limitedForGood.add(operation);
  if (!lift.through || closed.length > 0) state.restorer.stopWaiting();
  const list: LimitedRequest = {
    operation: 'listWebhooks',
    changes: false,
    refusals: [met, [...statuses, ...flood.refusals].filter(isRefusal)],
    hadEffect: false,
    worksLater: lift.through,
    workedBefore: isLimit ? true : null,
    lift,
  };
  return { requests: [list, ...others], sameAccount, createdAlone, otherAccount };
}

/** The limit does not lift: from now on, that says nothing about the target's health. */
async function giveUp(other: Api | null, { state }: Session): Promise<void> {
  const { liveness, transport } = state;
  liveness.limitIsOurs = true;
  const answer = await other?.control.listWebhooks().catch(whereUnmet(null));
  liveness.lockoutIsOurs = answer?.ok === true;
  // After the request of the other account: its success says nothing about ours.
  transport.stopWaiting();
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
