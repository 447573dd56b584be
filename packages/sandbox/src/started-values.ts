/** How to use a started sandbox, for programs: its address, credentials and records. */
import type { Sandbox } from './sandbox-options.ts';

/** The forms in which the command prints these values; `text` is for people. */
export const printedForms = ['text', 'env', 'json', 'target'] as const;
/** One of the forms. */
export type PrintedForm = (typeof printedForms)[number];

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

/**
 * A target file of the conformance suite, which allows what decides most rules: the records are made up, and the keys
 * are worth nothing elsewhere.
 */
export function targetText(sandbox: Sandbox, url: string): string {
  const { baseUrl, token, otherAccountToken, expiredToken, fixtures } = valuesOf(sandbox, url);
  const allow = { createApiKeys: 9, deliveries: 20, updates: true, deletes: true, flood: 0 };
  return JSON.stringify({ baseUrl, token, otherAccountToken, expiredToken, fixtures, allow }, null, 2);
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
