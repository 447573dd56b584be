/** When an API key expires by its own claims (Authentication, 2). */
import { isRecord } from './is-record.ts';

/** When a key expires by its claim `exp`; null if it has none, or is no JWT. Its signature is not checked. */
export function endOfToken(token: string): Date | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const end = isRecord(claims) && typeof claims['exp'] === 'number' ? new Date(claims['exp'] * 1000) : null;
    return end === null || Number.isNaN(end.getTime()) ? null : end;
  } catch {
    return null;
  }
}
