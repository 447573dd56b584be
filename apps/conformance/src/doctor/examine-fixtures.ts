/** Looks for the records that the target file names. */
import { Unmet } from '@outreach-api/engine';
import { identityOf, type Page } from '@outreach-api/model/records/page';
import { readList, recordsOf, type EndOfReading } from '@outreach-api/model/records/read-list';
import { UuidSet } from '@outreach-api/model/records/uuid';
import type { Session } from '../session/session.ts';
import type { Target } from '../target/target.ts';
import type { Examined, Finding } from './finding.ts';

type Fixture = keyof Target['fixtures'];

/** Only the beginning of a longer list is searched. */
const mostPages = 50;

/** Looks for the records that the target file names, by reads alone. */
export async function examineFixtures(session: Session): Promise<Examined> {
  const { target } = session;
  const missing = {
    senderProfiles: await profilesNotReadable(session, target.fixtures.senderProfiles),
    disposableSenderProfiles: await profilesNotReadable(session, target.fixtures.disposableSenderProfiles),
    disposableWebhooks: await webhooksNotListed(session, target.fixtures.disposableWebhooks),
  };
  const usable = (fixture: Fixture): readonly string[] =>
    target.fixtures[fixture].filter((uuid) => !missing[fixture].has(uuid));
  return {
    findings: [
      findingOf('senderProfiles', target, missing.senderProfiles, 'readable'),
      findingOf('disposableSenderProfiles', target, missing.disposableSenderProfiles, 'readable'),
      findingOf('disposableWebhooks', target, missing.disposableWebhooks, 'listed'),
    ],
    usable: {
      ...target,
      fixtures: {
        senderProfiles: usable('senderProfiles'),
        disposableSenderProfiles: usable('disposableSenderProfiles'),
        disposableWebhooks: usable('disposableWebhooks'),
      },
    },
  };
}

/** By uuid, why a fixture does not work. */
type Missing = ReadonlyMap<string, string>;

function findingOf(fixture: Fixture, { fixtures }: Target, missing: Missing, are: string): Finding {
  const what = `fixtures.${fixture}`;
  const count = fixtures[fixture].length;
  if (count === 0) return { state: 'not given', what, text: '' };
  if (missing.size === 0) return { state: 'works', what, text: `${count} of ${count} ${are}` };
  const each = [...missing].map(([uuid, why]) => `${uuid} ${why}`).join(', ');
  return { state: 'FAILS', what, text: `${count - missing.size} of ${count} ${are}: ${each}` };
}

async function profilesNotReadable(session: Session, uuids: readonly string[]): Promise<Missing> {
  const missing = new Map<string, string>();
  for (const uuid of uuids) {
    try {
      const { ok, status } = await session.api.getSenderProfile(uuid);
      if (!ok) missing.set(uuid, `was answered ${status}`);
    } catch (error) {
      if (!(error instanceof Unmet)) throw error;
      missing.set(uuid, 'was not answered');
    }
  }
  return missing;
}

async function webhooksNotListed(session: Session, uuids: readonly string[]): Promise<Missing> {
  if (uuids.length === 0) return new Map();
  const lacking = (pages: readonly Page[]): readonly string[] => {
    const listed = new UuidSet(recordsOf({ pages }).map(identityOf));
    return uuids.filter((uuid) => !listed.has(uuid));
  };
  const { pages, read, end } = await readList(session.api.list(), {
    doubtsEnvelopes: true,
    isEnough: (came) => came.length > mostPages || lacking(came).length === 0,
  });
  return new Map(lacking(pages).map((uuid) => [uuid, whyNotListed(end, read)]));
}

function whyNotListed({ kind }: EndOfReading, read: number): string {
  if (kind === 'end') return 'is not listed';
  if (kind === 'unreadable' || kind === 'refused page')
    return 'could not be checked: the list of webhooks cannot be read';
  return `is not among the first ${read} that are listed`;
}
