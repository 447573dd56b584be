/** What the target does where the description of filters is silent (Filtering; FILT-90). */
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { isFieldValue, kindOf } from './field-values.ts';
import { certainFieldNames } from './filter-placement.ts';
import { filterGround, type FilterGround } from './filterable-fields.ts';
import { unfilteredList, type UnfilteredList } from '../../account/unfiltered-list.ts';
import { pageIn } from '@outreach-api/model/records/page';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Session } from '../../session/session.ts';
import type { FilterPlacement } from '../../target/target.ts';
import { statusAndType } from '../../observations/answer-text.ts';
import { defineObservation, type OpenQuestion } from '../../observations/observation.ts';
import { rawFilter, notInBrackets } from './raw-filter.ts';

const placements: readonly FilterPlacement[] = ['query-json', 'query-brackets', 'body-json'];

/** Questions about filters (FILT-90). */
export const filteringObservations: readonly OpenQuestion[] = [
  defineObservation({
    id: 'FILT-90',
    question: 'where a filter goes',
    reads: ['webhooks'],
    find: async (session) => placementsFound(session),
  }),
  unusual('an unknown operator', (value) => ({ '~': value })),
  unusual('a number for a text', () => 7, true),
  unusual('an object for a scalar', () => ({ '=': { of: 7 } }), true),
  unusual('an array as the operand of <', (value) => ({ '<': [value] }), true),
  unusual('an empty array', () => [], true),
  unusual('an empty object', () => ({}), true),
  defineObservation({
    id: 'FILT-90',
    question: 'a filter on a field that records have not',
    reads: ['webhooks'],
    find: async (session) => {
      const { placement, list } = await filterGround(session);
      const answer = await ask(session, placement, { no_such_field: 'conformance' });
      return extentOf(answer, list);
    },
  }),
  defineObservation({
    id: 'FILT-90',
    question: 'conditions on two fields at once',
    reads: ['webhooks'],
    find: async (session) => howJoined(session),
  }),
  defineObservation({
    id: 'FILT-90',
    question: 'records whose field is null under !=',
    reads: ['webhooks'],
    find: async (session) => nullsUnderNotEquals(session),
  }),
];

/** A condition that the description does not define, on a field on which scalars are accepted. */
function unusual(question: string, condition: (value: string) => unknown, onlyJson = false): OpenQuestion {
  return defineObservation({
    id: 'FILT-90',
    question,
    reads: ['webhooks'],
    find: async (session) => {
      const { placement, list } = await filterGround(session);
      if (onlyJson && placement === 'query-brackets') throw new Unmet(notInBrackets);
      const { name, value } = decisiveValues(session, list)[0] ?? {};
      if (name === undefined || value === undefined) throw new Unmet(noDecisiveValue);
      return extentOf(await ask(session, placement, { [name]: condition(value) }), list);
    },
  });
}

/** A list with filters takes them on every documented field: a second one is tried only to be sure. */
const mostFieldsTried = 2;

const noDecisiveValue = 'no field of the webhooks has a text that some have and others do not';

async function ask(session: Session, placement: FilterPlacement, filter: object): Promise<Answer> {
  return session.api.listWebhooks(rawFilter(placement, filter));
}

/** How much of the list came, without giving the number. */
function extentOf(answer: Answer, { records }: UnfilteredList): string {
  const page = answer.ok ? pageIn(answer.json) : undefined;
  if (page === undefined) return statusAndType(answer);
  const extent =
    page.total === 0 ? 'no record' : page.total >= records.length ? 'every record' : 'some records';
  return `${answer.status}, ${extent}`;
}

async function placementsFound(session: Session): Promise<string> {
  const list = await unfilteredList.in(session);
  if (typeof list === 'string') throw new Unmet(list);
  const decisive = decisiveValues(session, list).slice(0, mostFieldsTried);
  if (decisive.length === 0) throw new Unmet(noDecisiveValue);
  const found: string[] = [];
  for (const placement of placements) {
    if (await isAcceptedIn(placement, decisive, list, session)) found.push(placement);
  }
  return found.length === 0 ? 'no place found' : found.join(', ');
}

/** Whether the first page under a scalar on one of the fields is exactly right. */
async function isAcceptedIn(
  placement: FilterPlacement,
  decisive: readonly DecisiveValue[],
  { records }: UnfilteredList,
  session: Session,
): Promise<boolean> {
  for (const { name, value } of decisive) {
    const answer = await ask(session, placement, { [name]: value }).catch(whereUnmet(null));
    const page = answer?.ok === true ? pageIn(answer.json) : undefined;
    const meant = records.filter((record) => record[name] === value).length;
    if (page?.total === meant && page.data.length > 0 && page.data.every((record) => record[name] === value))
      return true;
  }
  return false;
}

/** A text of a field that some records have and others do not. */
interface DecisiveValue {
  readonly name: string;
  readonly value: string;
}

function decisiveValues(session: Session, { records }: UnfilteredList): readonly DecisiveValue[] {
  return certainFieldNames(session).flatMap((name) => {
    const values = records.map((record) => record[name]);
    if (kindOf(values) !== 'text') return [];
    const texts = [...new Set(values)].filter((value) => typeof value === 'string').toSorted();
    const value = texts.find(isPlain);
    return texts.length < 2 || value === undefined ? [] : [{ name, value }];
  });
}

function isPlain(text: string): boolean {
  return text !== '' && text === text.trim() && text !== 'is_null' && text !== 'is_not_null';
}

interface Counts {
  readonly all: number;
  readonly any: number;
  readonly first: number;
  readonly last: number;
}

async function howJoined(session: Session): Promise<string> {
  const { placement, list } = await filterGround(session);
  const pair = decisivePair(session, list);
  if (pair === null) throw new Unmet('no two fields of the webhooks can show how conditions are combined');
  const answer = await ask(session, placement, pair.filter);
  const page = answer.ok ? pageIn(answer.json) : undefined;
  if (page === undefined) return statusAndType(answer);
  if (page.total === pair.counts.all) return 'records that meet all of them';
  if (page.total === pair.counts.any) return 'records that meet any of them';
  if (page.total === pair.counts.first) return 'records that meet the first';
  if (page.total === pair.counts.last) return 'records that meet the last';
  return extentOf(answer, list);
}

/** Conditions on two fields for which each way of combining them gives a different number of records. */
function decisivePair(
  session: Session,
  list: UnfilteredList,
): { readonly filter: Readonly<Record<string, string>>; readonly counts: Counts } | null {
  const values = textsOf(session, list);
  for (const first of values) {
    for (const last of values) {
      if (first.name === last.name) continue;
      const counts = countsOf(list, first, last);
      if (new Set([...Object.values(counts), list.records.length]).size === 5)
        return { filter: { [first.name]: first.value, [last.name]: last.value }, counts };
    }
  }
  return null;
}

/** Some texts of each field. */
function textsOf(session: Session, { records }: UnfilteredList): readonly DecisiveValue[] {
  return certainFieldNames(session).flatMap((name) => {
    const values = records.map((record) => record[name]);
    if (kindOf(values) !== 'text') return [];
    const texts = [...new Set(values)].filter((value) => typeof value === 'string').toSorted();
    return texts
      .filter(isPlain)
      .slice(0, 8)
      .map((value) => ({ name, value }));
  });
}

function countsOf({ records }: UnfilteredList, first: DecisiveValue, last: DecisiveValue): Counts {
  const meets = ({ name, value }: DecisiveValue) => records.map((record) => record[name] === value);
  const [one, other] = [meets(first), meets(last)];
  return {
    all: count(one.map((met, index) => met && other[index] === true)),
    any: count(one.map((met, index) => met || other[index] === true)),
    first: count(one),
    last: count(other),
  };
}

function count(places: readonly boolean[]): number {
  return places.filter(Boolean).length;
}

async function nullsUnderNotEquals(session: Session): Promise<string> {
  const { placement, list } = await filterGround(session);
  const found = nullableField(list);
  if (found === null) throw new Unmet('no field of the webhooks is null in some and a text in others');
  const answer = await ask(session, placement, { [found.name]: { '!=': found.value } });
  const page = answer.ok ? pageIn(answer.json) : undefined;
  if (page === undefined) return statusAndType(answer);
  const differing = list.records.filter((record) => record[found.name] !== found.value);
  if (page.total === differing.length) return 'they come';
  const present = differing.filter((record) => record[found.name] !== null);
  return page.total === present.length ? 'they do not come' : extentOf(answer, list);
}

function nullableField({ records, steadyFields }: FilterGround['list']): DecisiveValue | null {
  for (const name of steadyFields) {
    const values = records.map((record) => record[name]);
    if (!values.includes(null) || !values.every(isFieldValue) || kindOf(values) !== 'text') continue;
    const [value] = values.filter((one) => typeof one === 'string').toSorted();
    if (value !== undefined) return { name, value };
  }
  return null;
}
