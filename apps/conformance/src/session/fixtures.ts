/** Records of the target that the suite may work on. */
import { Stopped, Unmet, whereUnmet } from '@outreach-api/engine';
import { isSameUuid, UuidSet } from '@outreach-api/model/records/uuid';
import { isMet } from '../target/needs.ts';
import type { LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import type { MadeKind } from '../ledger/ledger-line.ts';
import { checkRemoved } from './check-removed.ts';
import { ProvisionModule, type WebhookToMake } from './provision-module.ts';
import type { SessionState } from './session-state.ts';
import { madeUpTo, Workbench } from './workbench.ts';
import { profilePresence, webhookPresence, type Read, type Presence } from '../ledger/presence.ts';

/** The only kind of event that the description names (Events). */
export const namedEvent = 'sender_profile_sent_email';

/** How many sender profiles are made if the target file names none. */
const profilesMade = 2;

/** Records of the target that the suite may work on: the target file's fixtures, and records it has made. */
export class Fixtures {
  readonly #state: SessionState;
  readonly #module: ProvisionModule;
  readonly #made = new Map<string, LedgerEntry>();
  /** How the provision module was asked to make each webhook. */
  readonly madeAs = new Map<string, WebhookToMake>();
  readonly #returned: { webhooks: string[]; senderProfiles: string[] } = { webhooks: [], senderProfiles: [] };
  readonly #spare: { webhooks: string[]; senderProfiles: string[] };
  #profiles: Promise<readonly string[]> | undefined;
  /** For parallel work. */
  readonly workbench: Workbench;
  readonly #deleted = { webhook: new UuidSet(), 'sender profile': new UuidSet() };
  #names = 0;

  constructor(state: SessionState) {
    this.#state = state;
    this.#module = new ProvisionModule(state.target);
    this.workbench = new Workbench(
      async () => this.newSenderProfile(),
      () => state.clock.now(),
    );
    const { disposableWebhooks, disposableSenderProfiles } = state.target.fixtures;
    this.#spare = { webhooks: [...disposableWebhooks], senderProfiles: [...disposableSenderProfiles] };
    state.profiles.practiseOn({
      owned: state.target.fixtures.senderProfiles,
      take: async () => this.spareSenderProfile(),
      giveBack: (uuid) => {
        this.giveBack('senderProfiles', uuid);
      },
      alone: async (uuid, work) => state.locks.holdRecords({ reads: [], changes: [uuid] }, work),
    });
  }

  /**
   * Sender profiles that may be read and, if updates are allowed, updated. Made by the provision module if the target
   * file names none.
   *
   * @throws Unmet if there are fewer than `least`
   */
  async senderProfiles(least = 1): Promise<readonly string[]> {
    const { senderProfiles } = this.#state.target.fixtures;
    if (senderProfiles.length >= least) return senderProfiles;
    this.#profiles ??= madeUpTo(profilesMade, async () => this.#makeSenderProfile());
    const all = [...senderProfiles, ...(await this.#profiles)];
    if (all.length < least)
      throw new Unmet(`the target file has fewer than ${least} sender profiles to work on`);
    return all;
  }

  /** A webhook that may be deleted; each is handed out once. @throws Unmet if none is left */
  async disposableWebhook(): Promise<string> {
    const returned = this.#returned.webhooks.pop();
    if (returned !== undefined) return returned;
    const made = await this.makeWebhook({
      event: namedEvent,
      request_method: 'POST',
      target_url: `http://127.0.0.1:9/outreach-conformance-${this.#state.id}/disposable`,
    });
    const uuid = made ?? this.#spare.webhooks.shift();
    if (uuid === undefined)
      throw new Unmet('no disposable webhook is left (`fixtures.disposableWebhooks`, `provision`)');
    return uuid;
  }

  /** A sender profile that may be deleted; each is handed out once. @throws Unmet if none is left */
  async disposableSenderProfile(): Promise<string> {
    const returned = this.#returned.senderProfiles.pop();
    if (returned !== undefined) return returned;
    const uuid = (await this.#makeSenderProfile()) ?? this.#spare.senderProfiles.shift();
    if (uuid === undefined) {
      throw new Unmet(
        'no disposable sender profile is left (`fixtures.disposableSenderProfiles`, `provision`)',
      );
    }
    return uuid;
  }

  /**
   * A sender profile that may be deleted, to be worked on and returned; null unless one is available that would not
   * stay on the target.
   */
  async spareSenderProfile(): Promise<string | null> {
    const there = this.#returned.senderProfiles.pop() ?? this.#spare.senderProfiles.shift();
    if (there !== undefined || !isMet('deletes', this.#state.target)) return there ?? null;
    return this.#makeSenderProfile().catch(whereUnmet(null));
  }

  /** From now on, those of the workbench are disposable like others. */
  async releaseWorkbench(): Promise<void> {
    // The one made first is handed out first.
    this.#returned.senderProfiles.push(...(await this.workbench.release()).toReversed());
  }

  /** A newly made sender profile; null if none can be made, or if it would stay on the target. */
  async newSenderProfile(): Promise<string | null> {
    return isMet('deletes', this.#state.target) ? this.#makeSenderProfile().catch(whereUnmet(null)) : null;
  }

  /** Takes back a disposable record that was not deleted: the next caller gets it. */
  giveBack(kind: 'webhooks' | 'senderProfiles', uuid: string): void {
    this.#returned[kind].push(uuid);
  }

  /** Makes a webhook with the provision module; null if it cannot. */
  async makeWebhook(webhook: WebhookToMake): Promise<string | null> {
    if (!(await this.#module.has('createWebhook'))) return null;
    this.#checkNotStopped();
    const uuid = await this.#make('webhook', webhook.target_url, async () =>
      this.#module.make('createWebhook', async (by) => by.createWebhook?.(webhook)),
    );
    this.madeAs.set(uuid, webhook);
    return uuid;
  }

  /** Webhooks that the provision module made and nobody has deleted since. */
  get madeWebhooks(): readonly string[] {
    return [...this.#made]
      .filter(([, { action, undone }]) => action === 'made webhook' && !undone)
      .map(([uuid]) => uuid);
  }

  /** Sender profiles that the provision module made and nobody has deleted since, the newest last. */
  get madeSenderProfiles(): readonly string[] {
    return [...this.#made]
      .filter(([, { action, undone }]) => action === 'made sender profile' && !undone)
      .map(([uuid]) => uuid);
  }

  /**
   * Webhooks whose deletion the target confirmed, and that were gone, in their canonical form. What else was not listed
   * for a while, or was deleted by others, may be listed again.
   */
  get deletedWebhooks(): readonly string[] {
    return [...this.#deleted.webhook].filter((uuid) => this.#state.confirmedDeletions.has(uuid));
  }

  /** Other sender profiles that should be on the target. */
  otherSenderProfiles(uuid: string): readonly string[] {
    return this.#allSenderProfiles().filter((one) => !isSameUuid(one, uuid));
  }

  #allSenderProfiles(): readonly string[] {
    return [...this.#state.target.fixtures.senderProfiles, ...this.madeSenderProfiles.toReversed()];
  }

  /**
   * Records what became of a record that may have been deleted. It counts as deleted if it is seen to be gone, or if
   * the target confirmed the deletion and nothing is known since; otherwise it must still be removed.
   *
   * @returns whether it was deleted
   */
  settle(kind: MadeKind, uuid: string, seen: Presence): boolean {
    const isConfirmed = this.#state.confirmedDeletions.has(uuid);
    const isDeleted = seen === 'gone' || (seen === 'unknown' && isConfirmed);
    if (isDeleted) this.#deletedNow(kind, uuid);
    return isDeleted;
  }

  /**
   * Checks whether records that count as deleted are still shown: then they no longer count. Also runs after a stop.
   */
  async checkRemoved(): Promise<void> {
    const made = [...this.#made].map(([uuid, entry]) => ({ uuid, entry }));
    const removed = made.filter(({ entry }) => entry.undone);
    await checkRemoved(this.#state, removed, this.#allSenderProfiles());
  }

  /** Lets the provision module clean up. */
  async close(): Promise<void> {
    await this.#module.close();
  }

  #deletedNow(kind: MadeKind, uuid: string): void {
    if (this.#deleted[kind].has(uuid)) return;
    this.#deleted[kind].add(uuid);
    void this.#state.ledger.after({ kind: 'gone', what: kind, uuid });
    if (kind === 'sender profile') this.#state.profiles.forget(uuid);
    // A deletion that the target confirmed has been counted as a change.
    else if (!this.#state.confirmedDeletions.has(uuid)) this.#state.webhooksChanged();
    const entry = this.#made.get(uuid);
    if (entry === undefined) this.#state.ledger.add(`deleted ${kind}`, `uuid ${uuid}`);
    else entry.undone = true;
  }

  /** Removes a record that was made. A confirmed deletion is checked when all are done. */
  async #remove(kind: MadeKind, uuid: string): Promise<true | string> {
    await this.#state.remove(kind, uuid);
    const isConfirmed = this.#state.confirmedDeletions.has(uuid);
    const seen = isConfirmed ? 'unknown' : await this.#presenceOf(kind, uuid);
    return this.settle(kind, uuid, seen) || 'it could not be deleted';
  }

  async #presenceOf(kind: MadeKind, uuid: string): Promise<Presence> {
    return kind === 'webhook'
      ? webhookPresence(await this.#state.listedWebhooks(), uuid)
      : this.#profilePresence(uuid);
  }

  async #profilePresence(uuid: string): Promise<Presence> {
    const read: Read = async (path) => this.#state.readAtTheEnd(path);
    return profilePresence(this.#state.restorer, read, uuid, this.otherSenderProfiles(uuid));
  }

  async #makeSenderProfile(): Promise<string | null> {
    if (!(await this.#module.has('createSenderProfile'))) return null;
    this.#checkNotStopped();
    this.#names += 1;
    const label = `run ${this.#state.id}`;
    const profile = { first_name: 'Conformance', last_name: `Specimen ${this.#names}`, label };
    return this.#make('sender profile', label, async () =>
      this.#module.make('createSenderProfile', async (by) => by.createSenderProfile?.(profile)),
    );
  }

  /** @param mark - what identifies the record if its uuid never comes */
  async #make(what: MadeKind, mark: string, make: () => Promise<string>): Promise<string> {
    const { ledger } = this.#state;
    const n = await ledger.before({ kind: 'making', what, mark });
    const uuid = await make();
    this.#keep(what, uuid);
    if (what === 'webhook') {
      this.#state.ownWebhooks.add(uuid);
      this.#state.webhooksChanged();
    } else this.#state.disposableProfiles.add(uuid);
    await ledger.after({ kind: 'made', n, what, uuid });
    return uuid;
  }

  #keep(kind: MadeKind, uuid: string): void {
    const undo = async (): Promise<true | string> => this.#remove(kind, uuid);
    const isAllowed = isMet('deletes', this.#state.target);
    const undoing = isAllowed ? ({ kind: 'removal', undo } as const) : undefined;
    this.#made.set(uuid, this.#state.ledger.add(`made ${kind}`, `uuid ${uuid}`, undoing));
  }

  #checkNotStopped(): void {
    if (this.#state.stop.aborted) throw new Stopped('the run was stopped');
  }
}
