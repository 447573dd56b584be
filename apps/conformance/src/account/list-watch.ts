/** Determines whether somebody else added webhooks to the list, or removed some, in between. */
import { eventually } from '@outreach-api/engine';
import { newcomersCome } from '@outreach-api/model/bounds';
import { identityOf } from '@outreach-api/model/records/page';
import { readList, recordsOf } from '@outreach-api/model/records/read-list';
import { textOf } from '@outreach-api/model/texts/text-of';
import type { Newcomers } from '../session/newcomers.ts';
import type { Session } from '../session/session.ts';

const mostPages = 60;

/**
 * What one reading of a list showed: the identity of each webhook, and each stated `total`; empty if it is too long to
 * be read.
 */
interface Reading {
  readonly uuids: ReadonlySet<string>;
  readonly totals: ReadonlySet<number>;
}

/** What a list showed in two consecutive readings. */
interface Twice {
  readonly totals: ReadonlySet<number>;
  readonly inBoth: ReadonlySet<string>;
  readonly inEither: ReadonlySet<string>;
}

/**
 * Starts watching the list of webhooks. The returned function resolves to whether somebody else has changed it since:
 * added a webhook that is not of this run, or, if the run removes none, removed one.
 *
 * A list that shows other records at each reading is no sign of interference: each moment is read twice, and if `total`
 * is unchanged, it must have shown more records than that. Nor is a list that cannot be read, or whose uuids are never
 * the same.
 *
 * @param isRemoving - whether the run may remove webhooks meanwhile, through a defect of the target even ones it did
 *   not ask to remove
 * @param newcomers - is passed each reading
 */
export async function watchList(
  session: Session,
  isRemoving: boolean,
  newcomers: Newcomers,
): Promise<() => Promise<boolean>> {
  const before =
    session.state.account.list.unreadable === 'made up' ? null : await readTwice(session, newcomers);
  return async () => {
    const after = before === null ? null : await readTwice(session, newcomers);
    if (before === null || after === null) return false;
    const [total = 0, ...others] = new Set([...before.totals, ...after.totals]);
    const shown = new Set([...before.inEither, ...after.inEither]).size;
    if (others.length === 0 && shown <= total) return false;
    const isForeign = (uuid: string): boolean => !session.state.ownWebhooks.has(uuid);
    const added = [...after.inBoth].filter((uuid) => !before.inEither.has(uuid) && isForeign(uuid));
    const gone = [...before.inBoth].filter((uuid) => !after.inEither.has(uuid) && isForeign(uuid));
    if (added.length > after.inBoth.size / 2) return false;
    return added.length > 0 || (!isRemoving && gone.length > 0);
  };
}

/**
 * Keeps reading the list for this many milliseconds, or until newcomers were seen: few readings are unlikely to catch a
 * client that deletes webhooks right after making them.
 */
export async function lookForNewcomers(session: Session, ms: number, newcomers: Newcomers): Promise<void> {
  const look = async (): Promise<boolean> => {
    const reading = await readOnce(session);
    if (reading !== null) newcomers.saw(reading.uuids, session.state.ownWebhooks);
    return newcomers.wereSeen;
  };
  if (!newcomers.wereSeen) await eventually(session.state, newcomersCome(ms), look, Boolean);
}

async function readTwice(session: Session, newcomers: Newcomers): Promise<Twice | null> {
  const [once, again] = [await readOnce(session), await readOnce(session)];
  if (once === null || again === null) return null;
  for (const { uuids } of [once, again]) newcomers.saw(uuids, session.state.ownWebhooks);
  return {
    totals: new Set([...once.totals, ...again.totals]),
    inBoth: new Set([...once.uuids].filter((uuid) => again.uuids.has(uuid))),
    inEither: new Set([...once.uuids, ...again.uuids]),
  };
}

/** Reads the list; webhooks that bear this run's mark are its own. Null if it cannot be read. */
async function readOnce(session: Session): Promise<Reading | null> {
  const { api, state } = session.beginRun();
  // No limit is requested: a defect may make the latest one the default.
  const list = api.list({ opensBare: true });
  const reading = await readList(list, { isEnough: ({ length }) => length === mostPages });
  if (reading.pages.length === 0) return null;
  const records = recordsOf(reading);
  for (const record of records)
    if (textOf(record['target_url']).includes(state.id)) state.ownWebhooks.add(identityOf(record));
  const totals = reading.end.kind === 'end' ? reading.pages.map(({ total }) => total) : [];
  return { uuids: new Set(records.map(identityOf)), totals: new Set(totals) };
}
