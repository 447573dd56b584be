/** Waits until filters find the created webhooks: an index may lag behind the list, and nothing says by how much. */
import { eventually, Unmet } from '@outreach-api/engine';
import { filtersFollow } from '@outreach-api/model/bounds';
import { certainFieldNames } from './filter-placement.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { hasUuid, identityOf, pageIn } from '@outreach-api/model/records/page';
import { textOf } from '@outreach-api/model/texts/text-of';
import type { Session } from '../../session/session.ts';
import type { FilterPlacement } from '../../target/target.ts';
import { filterRequest } from './filter-request.ts';

const placements: readonly FilterPlacement[] = ['query-json', 'query-brackets', 'body-json'];
/** The default page size (Pagination). */
const pageSize = 20;

/** What a filter for a webhook finds: it, some or none of the others, or something that shows no filtering. */
type Found = 'it' | 'others' | 'unfiltered';

/**
 * Checks whether a filter finds the webhook created last, in each possible placement, and waits only where one finds
 * less than the unfiltered list. If it never finds the webhook, filters may be broken: that is for the rules.
 *
 * @param records - the list
 * @param made - the uuids of the created webhooks, in creation order
 * @returns whether no waiting was necessary
 */
export async function untilFound(
  session: Session,
  records: readonly JsonObject[],
  made: readonly string[],
): Promise<boolean> {
  const last = records.find((record) => hasUuid(record, made.at(-1) ?? ''));
  const field = ['uuid', 'target_url'].find((name) => certainFieldNames(session).includes(name));
  if (last === undefined || field === undefined) return true;
  let behind = placesOf(session);
  let looks = 0;
  const look = async (): Promise<readonly FilterPlacement[]> => {
    looks += 1;
    const stillBehind: FilterPlacement[] = [];
    for (const place of behind) {
      const found = await findIn(place, field, last, records.length, session);
      if (found === 'it') return [];
      if (found === 'others') stillBehind.push(place);
    }
    behind = stillBehind;
    return behind;
  };
  await eventually(session.state, filtersFollow, look, ({ length }) => length === 0);
  return looks === 1;
}

function placesOf({ target }: Session): readonly FilterPlacement[] {
  const { placement } = target.filter;
  if (placement === 'none') return [];
  return placement === 'auto' ? placements : [placement];
}

async function findIn(
  placement: FilterPlacement,
  field: string,
  webhook: JsonObject,
  all: number,
  session: Session,
): Promise<Found> {
  const condition = { form: 'scalar', value: textOf(webhook[field]) } as const;
  try {
    const answer = await session.api.control.listWebhooks(filterRequest(placement, field, condition, []));
    const page = answer.ok ? pageIn(answer.json) : undefined;
    if (page === undefined || page.data.length >= Math.min(pageSize, all)) return 'unfiltered';
    return page.data.some((record) => identityOf(record) === identityOf(webhook)) ? 'it' : 'others';
  } catch (error) {
    if (error instanceof Unmet) return 'unfiltered';
    throw error;
  }
}
