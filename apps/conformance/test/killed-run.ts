/** Runs that are killed, and the ledgers that they leave: for the suite's own tests. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RecordedRequest } from '@outreach-api/sandbox';
import { judgeTarget } from '../src/judge-target.ts';
import { rules } from '../src/catalogue/rules.ts';
import type { Network } from '@outreach-api/wire/network';
import { sandboxTarget } from './judge-sandbox.ts';
import type { Ended } from './real-command.ts';
import { simulateCommands, type CommandPlace } from './simulated-command.ts';

/** What the target's owner allows. */
export const allow = { createApiKeys: 6, deliveries: 8, updates: true, deletes: true, flood: 0 };
/** The folder of ledgers, in that of the commands. */
export const ledgers = '.outreach-conformance';

/** A test that works on a simulated sandbox. */
export function inPlace(work: (place: CommandPlace) => Promise<void>): () => Promise<void> {
  return async () => simulateCommands({ seed: 11 }, work);
}

function fixturesOf({ sandbox }: CommandPlace) {
  const [first] = sandbox.accounts;
  const [one = '', other = '', ...rest] = first.senderProfiles();
  return {
    senderProfiles: [one, other],
    disposableSenderProfiles: rest,
    disposableWebhooks: first.webhooks().slice(0, 3),
  };
}

/** Writes the target file of that sandbox. */
export async function targetFile(
  place: CommandPlace,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { sandbox, url, write } = place;
  await write('target.json', {
    baseUrl: url,
    token: '${OUTREACH_TOKEN}',
    otherAccountToken: sandbox.accounts[1].token,
    fixtures: fixturesOf(place),
    allow,
    ...more,
  });
}

/** Runs `restore` with that target file. */
export async function restore({ run }: CommandPlace, ...more: readonly string[]): Promise<Ended> {
  return run(['restore', '--config', 'target.json', ...more]);
}

/** A network that can be cut: what was already sent arrives, and nothing more. */
function cuttable(network: Network): { readonly network: Network; readonly cut: () => void } {
  let isCut = false;
  const unlessCut = async <Made>(made: () => Promise<Made>): Promise<Made> => {
    if (isCut) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    return made();
  };
  return {
    cut: () => {
      isCut = true;
    },
    network: {
      ...network,
      connect: (target) => {
        const wire = network.connect(target);
        const send: typeof wire.send = async (request, signal) => {
          const answer = await unlessCut(async () => wire.send(request, signal));
          return unlessCut(async () => answer);
        };
        return { ...wire, send };
      },
    },
  };
}

/** Copies a ledger in its current state, as if its process no longer existed. */
function copyLedger(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const text = readFileSync(path.join(from, name), 'utf8');
    writeFileSync(path.join(to, name), text.replace(`"pid":${process.pid},`, '"pid":4194305,'));
  }
}

/**
 * Runs everything until the sandbox's record meets a condition, and leaves what kill -9 would leave: the effects of
 * what was sent by then, and the ledger as it is on disk at that moment. The rest of the run is not observed.
 */
export async function killedWhen(
  place: CommandPlace,
  isTime: (record: readonly RecordedRequest[]) => boolean,
  withModule = false,
): Promise<void> {
  const { sandbox, url, folder } = place;
  const { provision, ...whole } = sandboxTarget(sandbox, url, allow);
  const target = { ...whole, fixtures: fixturesOf(place), provision: withModule ? provision : null };
  const { network, cut } = cuttable(place.network);
  const ledger = path.join(folder, 'of-the-run');
  const killed = new AbortController();
  let isOver = false;
  const options = { rules, seed: 11, runs: null, path: null, network, ledger, stop: killed.signal };
  const run = judgeTarget(target, options).finally(() => {
    isOver = true;
  });
  while (!isTime(sandbox.record)) {
    if (isOver) throw new Error('the run ended before that');
    await wait(1);
  }
  copyLedger(ledger, path.join(folder, ledgers));
  cut();
  killed.abort();
  await run;
}

/** The names of the ledgers. */
export async function ledgerFiles({ folder }: CommandPlace): Promise<readonly string[]> {
  const names = await readdir(path.join(folder, ledgers)).catch(() => []);
  return names.filter((name) => name.endsWith('.jsonl'));
}
