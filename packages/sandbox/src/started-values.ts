/** How to use a started sandbox, for programs: its address, credentials and records. */
import type { Sandbox } from './sandbox-options.ts';

/** The form in which the command prints these values. */
export type PrintedForm = 'text' | 'env' | 'json';

/** How to use a started sandbox: its address, credentials of both accounts, uuids of the first one for fixtures. */
interface StartedValues {
  readonly baseUrl: string;
  readonly token: string;
  readonly colleagueToken: string;
  readonly expiredToken: string;
  readonly otherAccountToken: string;
  readonly otherAccountExpiredToken: string;
  readonly fixtures: {
    readonly senderProfiles: readonly string[];
    readonly disposableSenderProfiles: readonly string[];
    readonly disposableWebhooks: readonly string[];
  };
}

/** One JSON object, on one line. */
export function jsonText(sandbox: Sandbox, url: string): string {
  return JSON.stringify(valuesOf(sandbox, url));
}

/** Variables as a POSIX shell reads them, one per line; several uuids are separated by spaces. */
export function envText(sandbox: Sandbox, url: string): string {
  const { fixtures, ...values } = valuesOf(sandbox, url);
  const lists = Object.entries(fixtures).map(([name, uuids]) => [name, uuids.join(' ')]);
  return [...Object.entries(values), ...lists]
    .map(([name = '', value]) => `export OUTREACH_${snakeCase(name)}='${value}'`)
    .join('\n');
}

function valuesOf({ accounts: [first, second] }: Sandbox, baseUrl: string): StartedValues {
  const [one = '', other = '', ...disposable] = first.senderProfiles();
  return {
    baseUrl,
    token: first.token,
    colleagueToken: first.colleagueToken,
    expiredToken: first.expiredToken,
    otherAccountToken: second.token,
    otherAccountExpiredToken: second.expiredToken,
    fixtures: {
      senderProfiles: [one, other],
      disposableSenderProfiles: disposable,
      disposableWebhooks: first.webhooks().slice(0, 3),
    },
  };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
