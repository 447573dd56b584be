/** Undoes what a killed run has left on its target, by the run's ledger on disk. */
import { systemClock } from '@outreach-api/engine';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { identityOf } from '@outreach-api/model/records/page';
import { appendOutcome, finishLedger } from './journal.ts';
import type { Intent, LedgerLine, MadeKind, Outcome } from './ledger-line.ts';
import { UuidSet } from '@outreach-api/model/records/uuid';
import { KnownList } from '@outreach-api/model/records/known-list';
import { readList, recordsOf, type ListReading } from '@outreach-api/model/records/read-list';
import type { LoneSender } from './lone-sender.ts';
import { Unwritten } from '../output/unwritten.ts';
import { changedBySomebody } from './changed-by-somebody.ts';
import { differencesFrom, pathOfProfile, putBack, readProfile } from './profile-record.ts';
import type { StoredLedger } from './read-ledgers.ts';
import { listBy, profilePresence, webhookPresence, type Read, type Presence } from './presence.ts';

/** The result of restoring, each in words. */
export interface Restored {
  /** As it was before the run. */
  readonly restored: readonly string[];
  /** Cannot be undone through the API, or may not be. */
  readonly left: readonly string[];
  /** Should have been restored, and was not. */
  readonly failed: readonly string[];
}

/** How far restoring goes. */
export interface RestoreOptions {
  /** Whether records that the run has made may be deleted (`allow.deletes`). */
  readonly mayDelete: boolean;
  /** Whether fields that somebody else has changed since are restored all the same. */
  readonly overwrite: boolean;
}

/** How long to wait, in milliseconds, for late effects of the killed run's requests. */
const latestEffectMs = 3000;
const notRead: ListReading = { pages: [], read: 0, end: { kind: 'enough' } };

/**
 * Undoes what a run has left on its target, and records that in its ledger. Doing it again changes nothing.
 *
 * @param sender - sends to the target of the ledger, with a key of the same account
 */
export async function restoreLedger(
  ledger: StoredLedger,
  sender: LoneSender,
  options: RestoreOptions,
): Promise<Restored> {
  const restoring = new Restoring(ledger, sender, options);
  await restoring.settle();
  await restoring.profiles();
  await restoring.made();
  restoring.rest();
  await restoring.finish();
  const { restored, left, failed } = restoring;
  return { restored, left, failed };
}

class Restoring {
  readonly #ledger: StoredLedger;
  readonly #sender: LoneSender;
  readonly #options: RestoreOptions;
  readonly #unwritten = new Unwritten();
  readonly restored: string[] = [];
  readonly left: string[] = [];
  readonly failed: string[] = [];

  constructor(ledger: StoredLedger, sender: LoneSender, options: RestoreOptions) {
    this.#ledger = ledger;
    this.#sender = sender;
    this.#options = options;
  }

  /** Waits for late effects of the run's last request. */
  async settle(): Promise<void> {
    const last = this.#ledger.lines.at(-1);
    const age =
      last === undefined ? Number.POSITIVE_INFINITY : systemClock.date().getTime() - Date.parse(last.at);
    if (age < latestEffectMs) await systemClock.wait(Math.min(latestEffectMs, latestEffectMs - age));
  }

  async profiles(): Promise<void> {
    // What was restored may have been updated again.
    const changed = new Map<string, LedgerLine & { readonly kind: 'profile' }>();
    for (const line of this.#ledger.lines) {
      if (line.kind === 'profile' && !changed.has(line.uuid)) changed.set(line.uuid, line);
      if (line.kind === 'restored' || line.kind === 'gone') changed.delete(line.uuid);
    }
    for (const line of changed.values()) await this.#profile(line);
  }

  async #profile({
    uuid,
    before,
    masked,
    disposable,
  }: LedgerLine & { readonly kind: 'profile' }): Promise<void> {
    const name = `sender profile ${uuid}`;
    const now = await readProfile(this.#sender, uuid);
    if (now === null) {
      if (this.#of('made').some((line) => line.uuid === uuid)) return;
      const mayBeGone = this.#of('deleting').some((line) => line.uuid === uuid);
      if (!mayBeGone || (await this.#profilePresence(uuid)) !== 'gone')
        this.failed.push(`${name} cannot be read, so it is not restored`);
      return;
    }
    if (masked === true) {
      this.failed.push(`${name} held a credential, which is not in the ledger: it is left as it is`);
      return;
    }
    const foreign = this.#options.overwrite
      ? []
      : Object.keys(before).filter((field) => changedBySomebody(field, uuid, now, this.#ledger.lines));
    const fields: JsonObject = { ...before, ...only(now, foreign) };
    const isBack = await putBack(this.#sender, uuid, fields);
    if (!isBack) {
      const left = differencesFrom(fields, (await readProfile(this.#sender, uuid)) ?? {});
      if (disposable === true) this.left.push(`${name}, which may be deleted, is not as it was: ${left}`);
      else this.failed.push(`${name} could not be restored: ${left}`);
    } else if (foreign.length > 0) {
      this.failed.push(
        `${name}: ${foreign.join(', ')} was changed by somebody else since, and is left as it is (--overwrite restores ${JSON.stringify(only(before, foreign))})`,
      );
    } else {
      await this.note({ kind: 'restored', uuid });
      this.restored.push(`${name} is as it was before the run`);
    }
  }

  /** Records that the run has made, including those whose uuid it was killed too early to learn. */
  async made(): Promise<void> {
    const isAsked = this.#of('making').length > 0 || this.#of('deleting').length > 0;
    const read: Read = async (path) => this.#sender.send('GET', path);
    const listed = isAsked ? await readList(listBy(read, new KnownList())) : notRead;
    const gone = new Set(this.#of('gone').map(({ uuid }) => uuid));
    const made = this.#of('made');
    for (const { what, uuid } of made) {
      if (!gone.has(uuid)) await this.#made(what, uuid, listed);
    }
    const known = new UuidSet(made.map(({ uuid }) => uuid));
    for (const { n, what, mark } of this.#of('making')) {
      if (made.some((one) => one.n === n)) continue;
      if (what === 'sender profile')
        this.left.push(
          `a sender profile with the label ${JSON.stringify(mark)} may have been made; the API lists none`,
        );
      else await this.#madeUnanswered(mark, known, listed);
    }
    for (const { what, uuid } of this.#of('deleting')) {
      if (gone.has(uuid) || known.has(uuid)) continue;
      gone.add(uuid);
      const seen = await this.#presenceOf(what, uuid, listed);
      if (seen === 'gone') this.left.push(`${what} ${uuid} was deleted or never existed`);
      if (seen === 'unknown') this.left.push(`${what} ${uuid} may have been deleted: it cannot be read`);
    }
  }

  /** A webhook whose uuid the run never learnt: it is found by the address that it was given. */
  async #madeUnanswered(mark: string, known: UuidSet, listed: ListReading): Promise<void> {
    if (!mark.includes(this.#ledger.head.run)) return;
    if (listed.end.kind !== 'end')
      this.failed.push(
        `a webhook with the target ${mark} may have been made: the list cannot be read to its end`,
      );
    for (const record of recordsOf(listed)) {
      const uuid = identityOf(record);
      if (record['target_url'] !== mark || known.has(uuid)) continue;
      known.add(uuid);
      await this.#made('webhook', uuid, listed);
    }
  }

  async #made(what: MadeKind, uuid: string, listed: ListReading): Promise<void> {
    const name = `${what} ${uuid}, which the run had made,`;
    const seen = await this.#presenceOf(what, uuid, listed);
    if (seen === 'gone') return;
    if (!this.#options.mayDelete) {
      const is = seen === 'there' ? 'is' : 'may be';
      this.left.push(`${name} ${is} still there: \`allow.deletes\` is not set`);
      return;
    }
    const path =
      what === 'webhook' ? `/integrations/api/webhooks/${encodeURIComponent(uuid)}` : pathOfProfile(uuid);
    const answer = await this.#sender.send('DELETE', path);
    if (answer?.ok === true) {
      await this.note({ kind: 'gone', what, uuid });
      this.restored.push(`${name} is deleted`);
    } else this.failed.push(`${name} could not be deleted (${answer?.status ?? 'no answer'})`);
  }

  /** What cannot be undone. */
  rest(): void {
    const refused = new Set(this.#of('refused').map(({ n }) => n));
    const created = new Map(this.#of('created key').map(({ n, jti }) => [n, jti]));
    for (const { n, name } of this.#of('creating key')) {
      if (refused.has(n)) continue;
      const jti = created.get(n);
      this.left.push(
        jti === undefined
          ? `an API key with the name ${JSON.stringify(name)} may have been created`
          : `API key ${jti} with the name ${JSON.stringify(name)} was created`,
      );
    }
    for (const { n, method, url } of this.#of('calling'))
      if (!refused.has(n)) this.left.push(`a webhook call was asked for: ${method} ${url}`);
    const made = new Set(this.#of('made').map(({ uuid }) => uuid));
    for (const { what, uuid } of this.#of('gone'))
      if (!made.has(uuid)) this.left.push(`${what} ${uuid} was deleted`);
    for (const { text } of this.#of('note')) this.left.push(text);
  }

  async note(outcome: Outcome): Promise<void> {
    await this.#unwritten.attempt(this.#ledger.file, async () => appendOutcome(this.#ledger.file, outcome));
  }

  /** Marks the ledger as finished, unless something is still to be restored, or a part of the ledger is damaged. */
  async finish(): Promise<void> {
    const { file, damaged } = this.#ledger;
    this.failed.push(...damaged);
    if (this.failed.length === 0)
      await this.#unwritten.attempt(file, async () => finishLedger(this.#ledger, this.left.length > 0));
    this.failed.push(...this.#unwritten.report());
  }

  async #presenceOf(what: MadeKind, uuid: string, listed: ListReading): Promise<Presence> {
    return what === 'webhook' ? webhookPresence(listed, uuid) : this.#profilePresence(uuid);
  }

  async #profilePresence(uuid: string): Promise<Presence> {
    const mayBeGone = new Set([...this.#of('deleting'), ...this.#of('made')].map((line) => line.uuid));
    const others = this.#of('profile').filter((line) => !mayBeGone.has(line.uuid));
    return profilePresence(this.#sender, async (path) => this.#sender.send('GET', path), uuid, [
      ...new Set(others.map((line) => line.uuid)),
    ]);
  }

  #of<Kind extends (Intent | Outcome)['kind']>(
    kind: Kind,
  ): readonly (LedgerLine & { readonly kind: Kind })[] {
    return this.#ledger.lines.filter(
      (line): line is LedgerLine & { readonly kind: Kind } => line.kind === kind,
    );
  }
}

function only(record: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}
