/** Records of the target that the suite may work on. */
import { Unmet } from '../engine/unmet.ts';
import type { Provisioner } from '../target/provision.ts';
import { isMet } from '../target/needs.ts';
import type { LedgerEntry } from './ledger.ts';
import type { SessionState } from './session-state.ts';

/** A webhook as it is given to the owner's provision module. */
export interface WebhookToMake {
  readonly event: string;
  readonly request_method: string;
  readonly target_url: string;
}

/** How many sender profiles are made where the target file names none. */
const profilesMade = 2;

/** Records of the target that the suite may work on: the fixtures of the target file, and those it has made. */
export class Specimens {
  readonly #state: SessionState;
  readonly #made = new Map<string, LedgerEntry>();
  readonly #returned: { webhooks: string[]; senderProfiles: string[] } = { webhooks: [], senderProfiles: [] };
  readonly #spare: { webhooks: string[]; senderProfiles: string[] };
  #provisioner: Promise<Provisioner> | undefined;
  #profiles: Promise<readonly string[]> | undefined;
  #names = 0;

  constructor(state: SessionState) {
    this.#state = state;
    const { disposableWebhooks, disposableSenderProfiles } = state.target.fixtures;
    this.#spare = { webhooks: [...disposableWebhooks], senderProfiles: [...disposableSenderProfiles] };
  }

  /**
   * Sender profiles that may be read and, where updates are allowed, updated. Made by the provision module where
   * the target file names none.
   *
   * @throws Unmet where there are fewer than `least`
   */
  async senderProfiles(least = 1): Promise<readonly string[]> {
    const { senderProfiles } = this.#state.target.fixtures;
    if (senderProfiles.length >= least) return senderProfiles;
    this.#profiles ??= this.#makeProfiles();
    const all = [...senderProfiles, ...(await this.#profiles)];
    if (all.length < least)
      throw new Unmet(`the target file has fewer than ${least} sender profiles to work on`);
    return all;
  }

  /** A webhook that may be deleted; each is given out once. @throws Unmet where none is left */
  async disposableWebhook(): Promise<string> {
    const returned = this.#returned.webhooks.pop();
    if (returned !== undefined) return returned;
    const made = await this.makeWebhook({
      event: 'sender_profile_sent_email',
      request_method: 'POST',
      target_url: `http://127.0.0.1:9/disposable-${this.#state.id}`,
    });
    const uuid = made ?? this.#spare.webhooks.shift();
    if (uuid === undefined)
      throw new Unmet('no disposable webhook is left (`fixtures.disposableWebhooks`, `provision`)');
    return uuid;
  }

  /** A sender profile that may be deleted; each is given out once. @throws Unmet where none is left */
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

  /** Takes back a disposable record that was not deleted: the next one to ask gets it. */
  giveBack(kind: 'webhooks' | 'senderProfiles', uuid: string): void {
    this.#returned[kind].push(uuid);
  }

  /** Makes a webhook by the provision module; null where there is none that can. */
  async makeWebhook(webhook: WebhookToMake): Promise<string | null> {
    const provisioner = await this.#provision();
    if (provisioner?.createWebhook === undefined) return null;
    const uuid = await provisioner.createWebhook(webhook).catch(failed('createWebhook'));
    this.#keep('webhook', uuid);
    return uuid;
  }

  /** Webhooks that the provision module made and nobody has deleted since. */
  get madeWebhooks(): readonly string[] {
    return [...this.#made]
      .filter(([, { action, undone }]) => action === 'made webhook' && !undone)
      .map(([uuid]) => uuid);
  }

  /** Writes down that a record was deleted. */
  deleted(kind: 'webhook' | 'sender profile', uuid: string): void {
    if (kind === 'sender profile') this.#state.profiles.forget(uuid);
    const entry = this.#made.get(uuid);
    if (entry === undefined) this.#state.ledger.add(`deleted ${kind}`, `uuid ${uuid}`);
    else entry.undone = true;
  }

  /** Lets the provision module clean up. */
  async close(): Promise<void> {
    const provisioner = await this.#provisioner?.catch(() => null);
    await provisioner?.close?.();
  }

  async #makeProfiles(): Promise<readonly string[]> {
    const made: string[] = [];
    while (made.length < profilesMade) {
      const uuid = await this.#makeSenderProfile();
      if (uuid === null) break;
      made.push(uuid);
    }
    return made;
  }

  async #makeSenderProfile(): Promise<string | null> {
    const provisioner = await this.#provision();
    if (provisioner?.createSenderProfile === undefined) return null;
    this.#names += 1;
    const uuid = await provisioner
      .createSenderProfile({
        first_name: 'Conformance',
        last_name: `Specimen ${this.#names}`,
        label: `run ${this.#state.id}`,
      })
      .catch(failed('createSenderProfile'));
    this.#keep('sender profile', uuid);
    return uuid;
  }

  #keep(kind: 'webhook' | 'sender profile', uuid: string): void {
    const undo = async (): Promise<boolean> =>
      isMet('deletes', this.#state.target) ? this.#state.remove(kind, uuid) : false;
    this.#made.set(uuid, this.#state.ledger.add(`made ${kind}`, `uuid ${uuid}`, undo));
  }

  async #provision(): Promise<Provisioner | null> {
    const { provision, baseUrl, token } = this.#state.target;
    if (provision === null) return null;
    this.#provisioner ??= Promise.resolve(provision({ baseUrl, token, env: process.env }));
    return this.#provisioner.catch(failed('the default export'));
  }
}

function failed(what: string): (error: unknown) => never {
  return (error) => {
    throw new Unmet(
      `${what} of the provision module failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  };
}
