/** Puts back what a run that was killed has left on its target, by the run's ledger on disk. */
import { systemClock } from '../engine/clock.ts';
import { identityOf, pageIn } from '../records/page.ts';
import { isRecord, type JsonObject } from '../records/is-record.ts';
import { appendOutcome, finishLedger } from './journal.ts';
import type { Intent, LedgerLine, MadeKind, Outcome } from './ledger-line.ts';
import { ListReach } from './list-reach.ts';
import type { LoneSender } from './lone-sender.ts';
import { changedBySomebody } from './changed-by-somebody.ts';
import { differencesFrom, pathOfProfile, putBack, readProfile } from './profile-record.ts';
import type { StoredLedger } from './read-ledgers.ts';

/** What came of restoring, each in words. */
export interface Restored {
  /** As it was before the run. */
  readonly restored: readonly string[];
  /** Cannot be taken back through the API, or may not be. */
  readonly left: readonly string[];
  /** Should have been put back, and was not. */
  readonly failed: readonly string[];
}

/** How far restoring goes. */
export interface RestoreOptions {
  /** Whether records that the run has made may be deleted (`allow.deletes`). */
  readonly mayDelete: boolean;
  /** Whether fields that somebody else has changed since are put back all the same. */
  readonly overwrite: boolean;
}

/** What a request of the run does may come after the run was killed: so long, in milliseconds, it is waited for. */
const latestEffectMs = 3000;

/**
 * Puts back what a run has left on its target, and writes that down in its ledger. Doing it again changes nothing.
 *
 * @param sender - sends to the target of the ledger, as a key of the same account
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
  const { restored, left, failed } = restoring;
  if (failed.length === 0) await finishLedger(ledger, left.length > 0);
  return { restored, left, failed };
}

class Restoring {
  readonly #ledger: StoredLedger;
  readonly #sender: LoneSender;
  readonly #options: RestoreOptions;
  readonly restored: string[] = [];
  readonly left: string[] = [];
  readonly failed: string[] = [];

  constructor(ledger: StoredLedger, sender: LoneSender, options: RestoreOptions) {
    this.#ledger = ledger;
    this.#sender = sender;
    this.#options = options;
  }

  /** Waits for what the run's last request may still do. */
  async settle(): Promise<void> {
    const last = this.#ledger.lines.at(-1);
    const age =
      last === undefined ? Number.POSITIVE_INFINITY : systemClock.date().getTime() - Date.parse(last.at);
    if (age < latestEffectMs) await systemClock.wait(Math.min(latestEffectMs, latestEffectMs - age));
  }

  async profiles(): Promise<void> {
    // What was put back may have been updated again.
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
      if (!this.#isDeletedOrMade(uuid)) this.failed.push(`${name} cannot be read, so it is not put back`);
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
      else this.failed.push(`${name} could not be put back: ${left}`);
    } else if (foreign.length > 0) {
      this.failed.push(
        `${name}: ${foreign.join(', ')} was changed by somebody else since, and is left so (--overwrite puts back ${JSON.stringify(only(before, foreign))})`,
      );
    } else {
      await this.note({ kind: 'restored', uuid });
      this.restored.push(`${name} is as it was before the run`);
    }
  }

  /** Records that the run has made, those whose uuid it did not live to hear of among them. */
  async made(): Promise<void> {
    const listed =
      this.#of('making').length === 0 && this.#of('deleting').length === 0 ? null : await this.#list();
    const gone = new Set(this.#of('gone').map(({ uuid }) => uuid));
    const made = this.#of('made');
    for (const { what, uuid } of made) {
      if (!gone.has(uuid)) await this.#made(what, uuid, listed);
    }
    const known = new Set(made.map(({ uuid }) => uuid.toLowerCase()));
    for (const { n, what, mark } of this.#of('making')) {
      if (made.some((one) => one.n === n)) continue;
      if (what === 'sender profile')
        this.left.push(
          `a sender profile with the label ${JSON.stringify(mark)} may have been made; the API lists none`,
        );
      else
        for (const record of listed ?? []) {
          const uuid = identityOf(record);
          if (record['target_url'] !== mark || !mark.includes(this.#ledger.head.run) || known.has(uuid))
            continue;
          known.add(uuid);
          await this.#made(what, uuid, listed);
        }
    }
    for (const { what, uuid } of this.#of('deleting')) {
      if (gone.has(uuid) || known.has(uuid.toLowerCase())) continue;
      gone.add(uuid);
      if (!(await this.#isThere(what, uuid, listed)))
        this.left.push(`${what} ${uuid} was deleted, or never was`);
    }
  }

  async #made(what: MadeKind, uuid: string, listed: readonly JsonObject[] | null): Promise<void> {
    const name = `${what} ${uuid}, which the run had made,`;
    if (!(await this.#isThere(what, uuid, listed))) return;
    if (!this.#options.mayDelete) {
      this.left.push(`${name} is still there: \`allow.deletes\` is not set`);
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

  /** What cannot be taken back. */
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
    await appendOutcome(this.#ledger.file, outcome);
  }

  async #isThere(what: MadeKind, uuid: string, listed: readonly JsonObject[] | null): Promise<boolean> {
    if (what === 'sender profile') return (await readProfile(this.#sender, uuid)) !== null;
    return (listed ?? []).some((record) => identityOf(record) === uuid.toLowerCase());
  }

  #isDeletedOrMade(uuid: string): boolean {
    return [...this.#of('deleting'), ...this.#of('made')].some((line) => line.uuid === uuid);
  }

  async #list(): Promise<readonly JsonObject[]> {
    const records: JsonObject[] = [];
    const walk = new ListReach().walk(null);
    for (;;) {
      const answer = await this.#sender.send('GET', `/integrations/api/webhooks?offset=${records.length}`);
      const page = answer?.ok === true ? pageIn(answer.json) : undefined;
      if (page === undefined || page.data.length === 0) break;
      records.push(...page.data.filter(isRecord));
      if (records.length >= page.total || !walk.goesOn(page, records.length)) break;
    }
    return records;
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
