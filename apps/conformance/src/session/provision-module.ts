/** The provision module of the target's owner, as a run uses it. */
import { systemClock, Unmet } from '@outreach-api/engine';
import type { Provisioner } from '../target/provision.ts';
import type { Target } from '../target/target.ts';

/** A webhook as it is given to the owner's provision module. */
export interface WebhookToMake {
  readonly event: string;
  readonly request_method: string;
  readonly target_url: string;
}

type Makes = 'createWebhook' | 'createSenderProfile';

/** How long it may take to make a record. */
const longestMakingMs = 60_000;

/** The provision module of the target's owner. Its work is time-limited, and its failures are put into words. */
export class ProvisionModule {
  readonly #target: Target;
  #provisioner: Promise<Provisioner> | undefined;
  readonly #underWay = new Set<Promise<unknown>>();
  /** The latest making, where the module was seen to fail beside another one. */
  #latest: Promise<unknown> | null = null;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Whether there is one that makes such records. @throws Unmet if it cannot be used */
  async has(makes: Makes): Promise<boolean> {
    return (await this.#used())?.[makes] !== undefined;
  }

  /**
   * Makes a record. A module that fails beside others may make one at a time: then it is called again after them.
   *
   * @param make - calls the module
   * @returns its uuid
   * @throws Unmet if it fails, or returns none
   */
  async make(makes: Makes, make: (by: Provisioner) => Promise<string | undefined>): Promise<string> {
    const provisioner = await this.#used();
    const call = async (): Promise<unknown> =>
      inTime(Promise.resolve(provisioner === null ? undefined : make(provisioner)));
    const uuid = await this.#besideOthers(call).catch(failed(makes));
    if (typeof uuid !== 'string')
      throw new Unmet(`${makes} of the provision module returned no uuid`, 'provision');
    return uuid;
  }

  /** Lets it clean up, if it was used. */
  async close(): Promise<void> {
    const provisioner = await this.#provisioner?.catch(() => null);
    await inTime(Promise.resolve(provisioner?.close?.()));
  }

  async #besideOthers(call: () => Promise<unknown>): Promise<unknown> {
    if (this.#latest !== null) return this.#inTurn(call);
    const isAlone = this.#underWay.size === 0;
    const making = call();
    this.#underWay.add(making);
    try {
      return await making;
    } catch (error) {
      if (isAlone) throw error;
      return await this.#inTurn(call);
    } finally {
      this.#underWay.delete(making);
    }
  }

  async #inTurn(call: () => Promise<unknown>): Promise<unknown> {
    this.#latest ??= Promise.allSettled(this.#underWay);
    const making = this.#latest.then(call);
    this.#latest = making.catch(() => undefined);
    return making;
  }

  async #used(): Promise<Provisioner | null> {
    const { provision, baseUrl, token } = this.#target;
    if (provision === null) return null;
    this.#provisioner ??= Promise.resolve(provision({ baseUrl, token, env: process.env }));
    return this.#provisioner.catch(failed('the default export'));
  }
}

function failed(what: string): (error: unknown) => never {
  return (error) => {
    throw new Unmet(
      `${what} of the provision module failed: ${error instanceof Error ? error.message : String(error)}`,
      'provision',
    );
  };
}

/** The module's work must end: nothing else in a run takes longer. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return systemClock.within(longestMakingMs, work, () => {
    throw new Error(`it took longer than ${longestMakingMs / 1000} s`);
  });
}
