/** Everything in a target file that must never be shown, and its replacements. */
import type { Target } from '../target/target.ts';
import { environmentSecrets } from '@outreach-api/masking/environment-secrets';
import { proxyFor } from '@outreach-api/wire/dispatcher';

/** A shorter value is not a credential, and may be a word of any answer. */
const shortestValue = 6;

/**
 * The credentials of a target file, of the proxy before the target, and of the environment that a provision module is
 * given, each with its replacement.
 */
export function credentialsOf(target: Target): readonly (readonly [secret: string, placeholder: string])[] {
  const headers = Object.entries(target.headers)
    .filter(([name, value]) => name !== 'user-agent' && value.length >= shortestValue)
    .map(([name, value]) => [value, `<the header ${name}>`] as const);
  const password = proxyFor(target.baseUrl)?.password ?? '';
  return [
    [target.token, '$OUTREACH_TOKEN'],
    [target.otherAccountToken ?? '', '$OUTREACH_OTHER_ACCOUNT_TOKEN'],
    [target.expiredToken ?? '', '$OUTREACH_EXPIRED_TOKEN'],
    [target.tls.passphrase ?? '', '<the passphrase>'],
    [password, '<the password of the proxy>'],
    [decoded(password), '<the password of the proxy>'],
    ...headers,
    ...(target.provision === null ? [] : environmentSecrets(process.env)),
  ];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
