/** Finds what the list of webhooks reveals about the target: its length, where filters go, and its clock. */
import { Stopped, Unmet, whereUnmet } from '@outreach-api/engine';
import { hasNullableField } from '../sections/filtering/filterable-fields.ts';
import { filterPlacement } from '../sections/filtering/filter-placement.ts';
import { pageIn } from '@outreach-api/model/records/page';
import { dateOf, type Answer } from '@outreach-api/model/records/exchange';
import type { Session } from '../session/session.ts';
import { counted } from '@outreach-api/report/plural';
import type { Finding, Revealed } from './finding.ts';

/** Most rules of PAGE and FILT see enough on a list of this length. */
const sufficientLength = 25;
/** Above that, the suite takes more time than it is worth: see the guide on target files. */
const longLength = 1000;
/** A `Date` header has whole seconds, and an answer takes a while. */
const sameClockMs = 5000;

/**
 * Finds what the list of webhooks reveals about the target.
 *
 * @param list - the plain list
 * @param at - when it came, in milliseconds since the epoch
 */
export async function examineList(
  session: Session,
  list: Answer,
  at: number,
): Promise<{ readonly findings: readonly Finding[]; readonly revealed: Revealed }> {
  const placement = await placementIn(session);
  const takesFilters = placement.state === 'works';
  const total = pageIn(list.json)?.total ?? 0;
  const { provision, allow } = session.target;
  return {
    findings: [lengthIn(list), placement, clockOf(list, at)],
    revealed: {
      isShort: total < sufficientLength && !(provision !== null && allow.deletes),
      takesFilters,
      hasNullableField: takesFilters && (await hasNullableField(session).catch(whereUnmet(false))),
      showsPastEnd: await showsPastEnd(session, total),
    },
  };
}

async function showsPastEnd(session: Session, total: number): Promise<boolean> {
  const query = [['offset', String(total)]] as const;
  return (await session.api.listWebhooks({ query }).catch(whereUnmet(null)))?.ok === true;
}

function lengthIn({ json }: Answer): Finding {
  const what = 'list of webhooks';
  const total = pageIn(json)?.total;
  if (total === undefined) return { state: 'note', what, text: 'its envelope is not as described (PAGE-04)' };
  const text = counted(total, 'webhook');
  if (total < sufficientLength)
    return { state: 'note', what, text: `${text}: rules of PAGE and FILT see more on ${sufficientLength}` };
  if (total > longLength)
    return { state: 'note', what, text: `${text}: a run takes thousands of requests, and decides less` };
  return { state: 'works', what, text };
}

async function placementIn(session: Session): Promise<Finding> {
  const what = 'filter.placement';
  try {
    const found = await filterPlacement.in(session);
    if (typeof found === 'string') return { state: 'note', what, text: found };
    const how = session.target.filter.placement === 'auto' ? 'determined' : 'as the target file says';
    return { state: 'works', what, text: `${found.placement}, ${how}` };
  } catch (error) {
    if (!(error instanceof Unmet || error instanceof Stopped)) throw error;
    return { state: 'note', what, text: `not determined: ${error.message}` };
  }
}

function clockOf(list: Answer, at: number): Finding {
  const what = 'clock of the target';
  const date = dateOf(list);
  if (date === null) return { state: 'note', what, text: 'no `Date` is sent' };
  const apartMs = date - at;
  if (Math.abs(apartMs) <= sameClockMs) return { state: 'works', what, text: 'as the one of this machine' };
  const seconds = Math.round(Math.abs(apartMs) / 1000);
  const text = `${seconds} s ${apartMs > 0 ? 'ahead of' : 'behind'} the one of this machine`;
  return { state: 'note', what, text };
}
