/** What a run knows about the account under test: what it has seen there, and what it has done. */
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { KnownList } from '@outreach-api/model/records/known-list';
import { identityOf } from '@outreach-api/model/records/page';
import { UuidMap, UuidSet } from '@outreach-api/model/records/uuid';
import type { Credential } from '@outreach-api/model/records/credential';
import type { Mailbox } from '@outreach-api/wire/receiver';
import { Findings } from './finding.ts';
import { KnownPages } from './known-pages.ts';
import { LateCalls } from './late-calls.ts';

/** An update of a profile that was answered 202: it may take a moment. */
export interface LateUpdate {
  readonly sent: JsonObject;
  /** When it was answered, in milliseconds on the run's clock. */
  readonly at: number;
  /** Whether a reading has shown it. Other readings, from a replica, may still be behind. */
  readonly wasShown: boolean;
}

/** What a filter for one of some values found around a deletion. */
export interface FoundByFilter {
  readonly field: string;
  /** An array if there are several, a scalar if there is one. */
  readonly values: readonly string[];
  /** The records of one page. */
  readonly records: readonly JsonObject[];
}

/** A webhook that was made to be named in tests. */
export interface UntestedWebhook {
  /** As the owner's module writes it: a server may know only this spelling. */
  readonly uuid: string;
  /** As it was listed before the first test. */
  readonly record: JsonObject;
  /** Where calls to its stored target arrive. */
  readonly stored: Mailbox;
}

/** What is known about API keys. */
class KnownKeys {
  /** Whether names were seen to be taken only once: earlier runs may have used some already. */
  areNamedOnce = false;
  /** How many there were when none could be created any more, whatever its name; null while that was not seen. */
  mostEver: number | null = null;
  /** The latest key created while rate-limited, or after: it may have replaced the first one. */
  latestWhileLimited: Credential | null = null;
  /**
   * How many creations were known when the last request came that may have created a key unreported; null if there was
   * none.
   */
  unreportedAfter: number | null = null;
  /** The names of keys that may have been created unreported. */
  readonly namesPerhapsGiven = new Set<unknown>();
  /** The key that another account has created; null while there is none. */
  ofAnotherAccount: Credential | null = null;
  /** The status of a use of our newest keys once another account had created one; null if they were not used. */
  usedAfterAnother: number | null = null;
}

/** What is known about sender profiles. */
class KnownProfiles {
  /** Those that could be read during an update or a deletion. */
  readonly readBefore = new Set<string>();
  /** Uuids, or kinds of them, that were refused as no profile's when they were read. */
  readonly unknown = new Set<string>();
  /** Those that were deleted and gone right afterwards: since when, in milliseconds on the run's clock. */
  readonly gone: { readonly uuid: string; readonly since: number }[] = [];
  /** The last update of each profile that was answered 202. */
  readonly lateUpdates = new UuidMap<LateUpdate>();
  /** Whether an update was seen to change more than was sent. */
  haveSideEffects = false;
  /** When each was last updated, in milliseconds on the run's clock. */
  readonly updatedAt = new UuidMap<number>();
  /** How often a change was awaited that never came. */
  failedWaits = 0;
  /** Whether simultaneous updates were seen to be mixed up. */
  areMixedByUpdates = false;
  /** How long after an update it was seen to be lost, in milliseconds; null if it was not. */
  lostAfterMs: number | null = null;
  /** Profiles that unauthorized callers try to update, as they were shown: a replica may show an earlier state again. */
  readonly trespassed: JsonObject[] = [];
}

/** Knows how the webhooks are listed that were made in the run and that nobody has asked to delete. */
class UndeletedWebhooks {
  readonly #asked = new UuidSet();
  readonly #records = new UuidMap<JsonObject>();
  /** Since when they are watched, in milliseconds on the run's clock; null while they are not. */
  sinceMs: number | null = null;

  get records(): readonly JsonObject[] {
    return [...this.#records.values()];
  }

  /** A request asks to delete it. */
  asked(uuid: string): void {
    this.#asked.add(uuid);
    this.#records.delete(uuid);
  }

  /** Remembers how a webhook is listed when it is first seen. */
  met(record: JsonObject): void {
    const uuid = identityOf(record);
    if (!this.#asked.has(uuid) && !this.#records.has(uuid)) this.#records.set(uuid, record);
  }

  /** From now on, each is recorded afresh. */
  forget(): void {
    this.#records.clear();
    this.sinceMs = null;
  }
}

/** What a run knows about the account under test. */
export class Account {
  readonly keys = new KnownKeys();
  readonly profiles = new KnownProfiles();
  readonly calls = new LateCalls();
  readonly findings = new Findings();
  readonly pages = new KnownPages();
  /** Webhooks that were made to be named in tests. */
  readonly untested = new UuidMap<UntestedWebhook>();
  /** Whether tests name only webhooks of POST: those of another method may be tested with that alone. */
  namesOnlyPost = false;
  /** Webhooks that accepted tests have named. */
  readonly tested = new UuidSet();
  readonly list = new KnownList();
  /** How often the list of webhooks was changed, by us or, as far as noticed, by others. */
  webhookChanges = 0;
  /** When it last changed, in milliseconds on the run's clock. */
  webhooksChangedAtMs = Number.NEGATIVE_INFINITY;
  readonly undeletedWebhooks = new UndeletedWebhooks();
  readonly foundAroundDeletions: FoundByFilter[] = [];
  /** Whether, late in the run, deleted webhooks were listed again, or others had changed. */
  webhooksChangedLate = false;
  /** Whether the list of webhooks was seen to change while no request changed it. */
  othersChangeWebhooks = false;
  /** Whether a write was refused, possibly because of another one at the same time. */
  needsSerialWrites = false;
}
