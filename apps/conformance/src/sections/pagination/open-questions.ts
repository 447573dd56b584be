/** What the target does where the description of pages is silent (Pagination; Limits; PAGE-90). */
import { Disturbed, Unmet } from '@outreach-api/engine';
import { parseDateTime, isBefore } from '@outreach-api/model/records/date-time';
import { kindOf, type FieldKind } from '../filtering/field-values.ts';
import { unfilteredList } from '../../account/unfiltered-list.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { pageIn, readPage } from '@outreach-api/model/records/page';
import { fieldsOf } from '@outreach-api/model/records/shape';
import { textOf } from '@outreach-api/model/texts/text-of';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Session } from '../../session/session.ts';
import { furtherNames, listOfNames, statusAndType } from '../../observations/answer-text.ts';
import { defineObservation, type OpenQuestion } from '../../observations/observation.ts';
import { statusesOf } from '../../observations/statuses-of.ts';

const defaultLimit = 20;
const hugeLimit = 1_000_000;
const hugeOffset = '9007199254740991';
/** Page sizes that servers commonly use as their maximum. */
const usualMaxima = [20, 25, 30, 40, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 100_000];
/** With fewer values than this, an order may be a coincidence. */
const fewestInOrder = 5;

const limits: readonly (readonly [what: string, value: string])[] = [
  ['zero', '0'],
  ['negative', '-1'],
  ['a word', 'many'],
  ['a fraction', '7.5'],
  ['empty', ''],
];

const offsets: readonly (readonly [what: string, value: string])[] = [
  ['negative', '-1'],
  ['a word', 'far'],
  ['a fraction', '1.5'],
  ['empty', ''],
  ['huge', hugeOffset],
];

/** Questions about pages (PAGE-90). */
export const paginationObservations: readonly OpenQuestion[] = [
  ...limits.map(([what, value]) => windowObservation('limit', what, value)),
  ...offsets.map(([what, value]) => windowObservation('offset', what, value)),
  defineObservation({
    id: 'PAGE-90',
    question: 'an offset just past the end of the list',
    reads: ['webhooks'],
    find: async (session) => {
      const { total } = readPage(await session.api.listWebhooks());
      const answer = await ask(session, 'offset', String(total + 1));
      if ((pageIn(answer.json)?.total ?? total) > total)
        throw new Disturbed('another client changed the list of webhooks');
      return windowAnswer(answer, 'offset', String(total + 1));
    },
  }),
  defineObservation({
    id: 'PAGE-90',
    question: 'the maximum of limit',
    reads: ['webhooks'],
    find: async (session) => maximumOfLimit(session),
  }),
  defineObservation({
    id: 'PAGE-90',
    question: 'the fields that the list of webhooks is sorted by',
    reads: ['webhooks'],
    find: async (session) => orderOfList(session),
  }),
  defineObservation({
    id: 'PAGE-90',
    question: 'further fields of the list envelope',
    reads: ['webhooks'],
    find: async (session) => {
      const answer = await session.api.listWebhooks();
      readPage(answer);
      return furtherNames([answer.json], fieldsOf('WebhookList'));
    },
  }),
  defineObservation({
    id: 'PAGE-90',
    question: 'further fields of a webhook',
    reads: ['webhooks'],
    find: async (session) => {
      const { data } = readPage(await session.api.listWebhooks());
      if (data.length === 0) throw new Unmet('the list of webhooks is empty');
      return furtherNames(data, fieldsOf('Webhook'));
    },
  }),
  statusesOf('PAGE-90', 'listWebhooks', 'listing webhooks'),
];

function windowObservation(name: 'limit' | 'offset', what: string, value: string): OpenQuestion {
  return defineObservation({
    id: 'PAGE-90',
    question: `${name} ${what} (${name}=${value})`,
    reads: ['webhooks'],
    find: async (session) => windowAnswer(await ask(session, name, value), name, value),
  });
}

async function ask(session: Session, name: 'limit' | 'offset', value: string): Promise<Answer> {
  return session.api.listWebhooks({ query: [[name, value]] });
}

/** Status, what the envelope says about the parameter, and whether records came. */
function windowAnswer(answer: Answer, name: 'limit' | 'offset', asked: string): string {
  const page = answer.ok && isRecord(answer.json) ? answer.json : undefined;
  if (page === undefined || !Array.isArray(page['data'])) return statusAndType(answer);
  const records = page['data'].length === 0 ? 'no records' : 'records';
  return `${answer.status}, ${name} ${inEnvelope(page[name], page['total'], asked)}, ${records}`;
}

function inEnvelope(value: unknown, total: unknown, asked: string): string {
  if (textOf(value) === asked) return 'as asked';
  if (value === 0 || value === defaultLimit) return String(value);
  if (typeof value !== 'number') return value === undefined ? 'not said' : `of type ${typeof value}`;
  return value === total ? 'as many as there are' : String(value);
}

async function maximumOfLimit(session: Session): Promise<string> {
  const huge = await ask(session, 'limit', String(hugeLimit));
  if (huge.ok) {
    const page = pageIn(huge.json);
    if (page === undefined) throw new Unmet('a huge limit was not answered with the described envelope');
    if (page.limit >= hugeLimit) return `none up to ${hugeLimit}`;
    return page.limit === page.total ? 'as many as there are' : `${page.limit}, a larger one is clamped`;
  }
  return `${await largestAccepted(session)}, a larger one is refused with ${huge.status}`;
}

/** The largest limit that is accepted, if a huge one is refused: the common ones first. */
async function largestAccepted(session: Session): Promise<number> {
  const takes = async (limit: number): Promise<boolean> => (await ask(session, 'limit', String(limit))).ok;
  const at = await lastTrue(0, usualMaxima.length, async (index) => takes(usualMaxima[index] ?? hugeLimit));
  const accepted = usualMaxima[at];
  const refused = usualMaxima[at + 1] ?? hugeLimit;
  if (accepted === undefined || (at === 0 && !(await takes(accepted))))
    throw new Unmet('a limit of 20 is refused (PAGE-03)');
  if (!(await takes(accepted + 1))) return accepted;
  return lastTrue(accepted + 1, refused, takes);
}

/** The last number from `low` (assumed true) to below `high` (assumed false) that is true. */
async function lastTrue(
  low: number,
  high: number,
  isTrue: (number: number) => Promise<boolean>,
): Promise<number> {
  let [yes, no] = [low, high];
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (await isTrue(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

async function orderOfList(session: Session): Promise<string> {
  const list = await unfilteredList.in(session);
  if (typeof list === 'string') throw new Unmet(list);
  const { records, steadyFields } = list;
  if (records.length < fewestInOrder)
    throw new Unmet('the list has too few webhooks to determine their order');
  const orders = steadyFields.flatMap((field) => {
    const values = records.map((record) => record[field]);
    const kind = kindOf(values);
    if (kind === null || kind === 'boolean' || values.includes(null)) return [];
    if (new Set(values).size < fewestInOrder) return [];
    const steps = values.slice(1).map((value, index) => stepOf(values[index], value, kind));
    if (!steps.includes(-1)) return [`${field} ascending`];
    return steps.includes(1) ? [] : [`${field} descending`];
  });
  if (orders.length > 0) return listOfNames(orders);
  const dates = steadyFields.map((field) => records.map((record) => record[field]));
  if (dates.some((values) => kindOf(values) === 'date-time' && new Set(values).size < fewestInOrder))
    throw new Unmet('too many webhooks have the same time to determine their order');
  return 'no field seen';
}

/** 1 if it ascends, -1 if it descends, 0 if unknown. */
function stepOf(a: unknown, b: unknown, kind: FieldKind): number {
  if (a === b) return 0;
  if (typeof a === 'number' && typeof b === 'number') return Math.sign(b - a);
  if (kind !== 'date-time') return String(a) < String(b) ? 1 : -1;
  const [one, other] = [parseDateTime(String(a)), parseDateTime(String(b))];
  if (one === null || other === null) return 0;
  return isBefore(one, other) ? 1 : isBefore(other, one) ? -1 : 0;
}
