/** Asks a new user at a terminal for what must be known. */
import type { Readable, Writable } from 'node:stream';
import { confirm, isCancel, select, text, type CANCEL_SYMBOL } from '@clack/prompts';
import { places, type Place, type SetUp } from './set-up.ts';
import { addressFault, countFault, uuidsFault, uuidsIn } from './set-up-faults.ts';

/** Where questions are asked; the terminal if not set. */
export interface Terminal {
  readonly input?: Readable;
  readonly output?: Writable;
}

/** What is known before any question is asked. */
export type KnownSetUp = { readonly [Key in keyof SetUp]?: SetUp[Key] | undefined };

/** Asks for what is not known yet; null if the user cancels. */
export async function askSetUp(known: KnownSetUp, terminal: Terminal = {}): Promise<SetUp | null> {
  try {
    const baseUrl =
      known.baseUrl ??
      answered(
        await text({
          ...terminal,
          message: 'What is the address of the API?',
          placeholder: 'https://staging.example.com',
          validate: (value) => addressFault(value ?? '') ?? undefined,
        }),
      );
    const senderProfiles = known.senderProfiles ?? (await askProfiles(terminal));
    const updates = known.updates ?? (senderProfiles.length > 0 && (await askUpdates(terminal)));
    const createApiKeys = known.createApiKeys ?? (await askKeys(terminal));
    const place = known.place ?? (await askPlace(terminal));
    return {
      baseUrl,
      senderProfiles,
      updates,
      createApiKeys,
      maxPerSecond: known.maxPerSecond ?? null,
      place,
      environment: known.environment ?? null,
    };
  } catch (error) {
    if (error instanceof BrokenOff) return null;
    throw error;
  }
}

class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

function answered<Answer>(answer: Answer | typeof CANCEL_SYMBOL): Answer {
  if (isCancel(answer)) throw new BrokenOff();
  return answer;
}

async function askProfiles(terminal: Terminal): Promise<readonly string[]> {
  const answer = answered(
    await text({
      ...terminal,
      message: 'Uuids of sender profiles that may be read? (none: leave it empty)',
      defaultValue: '',
      validate: (value) => uuidsFault(value ?? '') ?? undefined,
    }),
  );
  return uuidsIn(answer);
}

async function askUpdates(terminal: Terminal): Promise<boolean> {
  return answered(
    await confirm({ ...terminal, message: 'May they be updated and restored?', initialValue: false }),
  );
}

async function askKeys(terminal: Terminal): Promise<number> {
  const answer = answered(
    await text({
      ...terminal,
      message:
        'How many API keys may be created? They cannot be revoked through the API; 9 decide all of KEY, 13 also behind a gateway that fails now and then.',
      initialValue: '0',
      validate: (value) => countFault(value ?? '') ?? undefined,
    }),
  );
  return Number(answer);
}

async function askPlace(terminal: Terminal): Promise<Place> {
  const options = (['github', 'gitlab', 'shell', 'none'] as const).map((value) => ({
    value,
    label: places[value],
  }));
  return answered(await select<Place>({ ...terminal, message: 'What should run it?', options }));
}
