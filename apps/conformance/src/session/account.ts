/** What a run knows of the account under test: what it has met there, and what it has done. */
import type { JsonObject } from '../records/is-record.ts';
import type { Credential } from '../http/credential.ts';
import type { Mailbox } from '../http/receiver.ts';
import { Findings } from './finding.ts';
import { KnownPages } from './known-pages.ts';
import { LateCalls } from './late-calls.ts';

/** An update of a profile that was answered 202: it may take a moment. */
export interface LateUpdate {
  readonly sent: JsonObject;
  /** When it was answered, in milliseconds on the clock of the run. */
  readonly at: number;
  /** Whether a reading has shown it. Others, of a replica, may still be behind. */
  readonly wasShown: boolean;
  /** Whether it may change no more than `updated_at`: then a reading does not tell whether it is done. */
  readonly mayBeEmpty: boolean;
}

/**
 * The profile that somebody who may not tries to update: by a look that comes late a replica may show again what was
 * there before. So each update has names of its own, too.
 */
export interface TrespassedProfile {
  turn: number;
  readonly records: JsonObject[];
  /** The uuid of the one that nobody was seen to update, and its owner read, last; null where there is none. */
  untouched: string | null;
}

/** A profile that was made in this run and only read since. */
export interface NeverUpdated {
  readonly uuid: string;
  /** In milliseconds on the clock of the run. */
  readonly madeAt: number;
}

/** A webhook that was made to be named in tests. */
export interface UntestedWebhook {
  /** As it was listed before the first test. */
  readonly record: JsonObject;
  /** Where its own target is received. */
  readonly stored: Mailbox;
}

/** What is known of API keys. */
class KnownKeys {
  /** The names that were given, in the order of the creations. */
  readonly names: string[];
  /** Whether a created key has made a key. */
  createdByCreatedKey = false;
  /** The last key that a created key has made; null while there is none. */
  heir: Credential | null = null;
  /** Whether a name was found to be taken by an earlier run. */
  hasNamesOfEarlierRuns = false;
  /** How often a creation was refused while the list was, too: that says nothing of creating. */
  refusedLikeTheList = 0;
  /** The latest key that was created while limited, or after: it may have replaced the first one. */
  latestWhileLimited: Credential | null = null;
  /** How many creations had been told when the last came that may have made a key without telling; null while none did. */
  untoldAfter: number | null = null;
  /** The key that another account has made; null while there is none. */
  ofAnotherAccount: Credential | null = null;
  /** The status with which our newest keys were refused once another account had made one; null where they were not. */
  endedByAnother: number | null = null;
  /** Whether the first key was judged already. */
  firstWasJudged = false;

  constructor(runId: string) {
    this.names = [`conformance ${runId}`];
  }
}

/** What is known of sender profiles. */
class KnownProfiles {
  /** Those that could be read beside an update or a deletion. */
  readonly readBefore = new Set<string>();
  /** Those that were deleted, and gone right afterwards: since when, in milliseconds on the clock of the run. */
  readonly gone: { readonly uuid: string; readonly since: number }[] = [];
  /** The last update of each profile that was answered 202, by its uuid in lower case. */
  readonly lateUpdates = new Map<string, LateUpdate>();
  /** Whether one changed while it was only read. */
  areRestless = false;
  /** Whether those that were read twice in a row last were the same at once. */
  foundAtRest = false;
  /** The same as it was when the last phase ended: within a phase it would depend on timing who finds it. */
  wereAtRest = false;
  /** For how long an update sets something going, in milliseconds, as far as that was seen; null while it was not. */
  settlingMs: number | null = null;
  /** Whether what an update set going was over at the next look. */
  settleAtOnce = false;
  /** How often a change was waited for that never came. */
  waitsInVain = 0;
  /** Whether updates at the same time were seen to be mixed. */
  areMixedByUpdates = false;
  /** How long after an update it was seen to be lost, in milliseconds; null where it was not. */
  lostAfterMs: number | null = null;
  /** For who looks at first updates; null where there is none. */
  neverUpdated: NeverUpdated | null = null;
  readonly trespassed: TrespassedProfile = { turn: 0, records: [], untouched: null };

  /** One has changed by itself: what was found at rest before no longer holds. */
  forgetRest(): void {
    this.foundAtRest = false;
    this.wereAtRest = false;
  }
}

/** Why the list of webhooks cannot be read as a whole. */
export type UnreadableList = 'endless' | 'made up';

/** A list that goes on without an end shows nothing that is searched for. */
const mostSearchesInVain = 5;

/** What is known of where webhooks are in a list too long to be read as a whole. */
class LongListSearch {
  /** Where webhooks were met last, by identity: the places of records before them. */
  readonly places = new Map<string, number>();
  #inVain = 0;

  /** Whether searching the whole list was in vain too often, in a row, to be done once more. */
  get isLost(): boolean {
    return this.#inVain >= mostSearchesInVain;
  }

  /** The whole list was searched. */
  ended(found: boolean): void {
    this.#inVain = found ? 0 : this.#inVain + 1;
  }
}

/** Knows how webhooks are listed that were made in the run, and that nobody has asked to delete. */
class WebhooksLeftAlone {
  readonly #asked = new Set<string>();
  readonly #records = new Map<string, JsonObject>();
  /** Since when they are looked after, in milliseconds on the clock of the run; null while they are not. */
  sinceMs: number | null = null;

  /** In lower case. */
  has(identity: string): boolean {
    return this.#records.has(identity);
  }

  get records(): readonly JsonObject[] {
    return [...this.#records.values()];
  }

  /** Somebody asks to delete it. */
  asked(uuid: string): void {
    this.#asked.add(uuid.toLowerCase());
    this.#records.delete(uuid.toLowerCase());
  }

  /** Remembers how one is listed, as it was met first. */
  met(identity: string, record: JsonObject): void {
    if (!this.#asked.has(identity) && !this.has(identity)) this.#records.set(identity, record);
  }

  /** From here on each is met anew. */
  forget(): void {
    this.#records.clear();
    this.sinceMs = null;
  }
}

/** What a run knows of the account under test. */
export class Account {
  readonly keys: KnownKeys;
  readonly profiles = new KnownProfiles();
  readonly calls = new LateCalls();
  readonly findings = new Findings();
  readonly pages = new KnownPages();
  /** Webhooks that were made to be named in tests, by identity. */
  readonly untested = new Map<string, UntestedWebhook>();
  readonly longList = new LongListSearch();
  /** How often the list of webhooks was changed, by us or, as far as that was met, by others. */
  webhookChanges = 0;
  /** When it was last, in milliseconds on the clock of the run. */
  webhooksChangedAtMs = Number.NEGATIVE_INFINITY;
  readonly leftAlone = new WebhooksLeftAlone();
  /** Whether late in the run webhooks that were deleted were listed again, or others not as they were. */
  webhooksChangedLate = false;
  /** Whether the list of webhooks was seen to change while nothing was asked of it. */
  othersChangeWebhooks = false;
  /** Why the list of webhooks cannot be read as a whole; null where it can, as far as that was found. */
  unreadableList: UnreadableList | null = null;
  /** Whether a write was refused that another one at the same time may be the reason of. */
  takesWritesAlone = false;
  /** Whether a flood reached a limit that did not lift again. */
  staysLimited = false;

  constructor(runId: string) {
    this.keys = new KnownKeys(runId);
  }
}
