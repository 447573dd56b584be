/**
 * The part of the script that requests lists with filters, in each placement that the description allows (Filtering).
 */
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import type { Asker, Openness } from './asker.ts';
import * as inputs from './script-inputs.ts';

const list = '/integrations/api/webhooks';

/** Requests lists with filters, ordinary and odd. */
export async function askFilters(asker: Asker): Promise<void> {
  const { data } = await asker.ask('GET', `${list}?limit=20`);
  const records: readonly unknown[] = Array.isArray(data) ? data : [];
  const [first = {}, second = {}] = [records[3], records[8]].filter(isRecord);
  const ordinary = [...inputs.ordinaryFilters(first), ...inputs.ordinaryFilters(second)];
  const odd = inputs.oddFilters(first);
  for (const placement of placements) {
    const open = (await isAccepted(asker, placement)) ? 'nothing' : 'the answer';
    const each = open === 'nothing' ? 1 : 8;
    for (const [at, filter] of ordinary.entries())
      if (at % each === 0) await placement(asker, filter, at, open);
      else asker.leaveOut();
    for (const [at, filter] of odd.entries())
      if (at % each === 0) await placement(asker, filter, at, 'the answer');
      else asker.leaveOut();
    for (const filter of ['{', '7', '']) await placement(asker, filter, 0, 'the answer');
  }
  for (const query of inputs.oddBrackets) await asker.ask('GET', `${list}?${query}`, { open: 'the answer' });
  await asker.ask('GET', list, { body: { other: 1 }, open: 'the answer' });
}

type Placement = (asker: Asker, filter: unknown, at: number, open: Openness) => Promise<JsonObject>;

/** Where a filter may go. */
const placements: readonly Placement[] = [
  async (asker, filter, at, open) =>
    asker.ask('GET', `${list}?filter=${encodeURIComponent(filterText(filter))}${page(at)}`, { open }),
  async (asker, filter, at, open) =>
    asker.ask('GET', `${list}?${page(at)}`, { body: `{"filter":${filterText(filter)}}`, open }),
  async (asker, filter, at, open) =>
    asker.ask('GET', `${list}?${isRecord(filter) ? inputs.inBrackets(filter) : ''}${page(at)}`, { open }),
];

function filterText(filter: unknown): string {
  return typeof filter === 'string' ? filter : JSON.stringify(filter);
}

function page(at: number): string {
  return at % 2 === 0 ? '' : '&limit=2';
}

/** Whether a service accepts filters there, which is its own choice. */
async function isAccepted(asker: Asker, placement: Placement): Promise<boolean> {
  const { total } = await placement(asker, { event: ['no such event'] }, 0, 'the answer');
  return total === 0;
}
