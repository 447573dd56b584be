/** What the command prints when a sandbox listens. The only place that shows its throw-away credentials. */
import type { Sandbox } from './sandbox-options.ts';
import type { TwinName } from './twins/twins.ts';

/** Address, credentials of both accounts, uuids for fixtures, and a first example. */
export function startText(sandbox: Sandbox, url: string, twin: TwinName | undefined): string {
  const [first, second] = sandbox.accounts;
  const [profile, otherProfile, ...disposableProfiles] = first.senderProfiles();
  return [
    `The sandbox listens on ${url}${twin === undefined ? '' : ` as the broken twin ${twin}`}`,
    '',
    'These credentials are made up and work here only.',
    `  first account   token            ${first.token}`,
    `                  colleague token  ${first.colleagueToken}`,
    `                  expired token    ${first.expiredToken}`,
    `  second account  token            ${second.token}`,
    `                  expired token    ${second.expiredToken}`,
    '',
    'Records of the first account',
    `  sender profiles to read and update  ${[profile, otherProfile].join(' ')}`,
    `  sender profiles to delete           ${disposableProfiles.join(' ')}`,
    `  webhooks to delete                  ${first.webhooks().slice(0, 3).join(' ')}`,
    'Records of the second account',
    `  sender profiles                     ${second.senderProfiles().join(' ')}`,
    '',
    'A first use:',
    `  curl -H 'Authorization: Bearer ${first.token}' '${url}/integrations/api/webhooks?limit=2'`,
  ].join('\n');
}
