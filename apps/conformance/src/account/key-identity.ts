/** Distinguishes the keys of a session from one another (API key). */
import { createdKeyIn } from '../records/created-key.ts';
import { isRecord } from '../records/is-record.ts';
import { textOf } from '../texts/text-of.ts';
import type { Answer } from '../records/exchange.ts';
import type { Session } from '../session/session.ts';
import { maskOf } from './made-key.ts';
import type { KeyIdentity } from '../records/key-creation.ts';

/** All keys that the session has created. */
export function allKeysOf(session: Session, madeTogether: readonly Answer[]): readonly KeyIdentity[] {
  const mask = maskOf(session);
  return session.state.creations.map((answer, _, all) => {
    const { token } = createdKeyIn(answer, mask);
    const jti = shownJti(answer, all, mask);
    return { jti, fingerprint: token?.fingerprint ?? null, together: madeTogether.includes(answer) };
  });
}

/** The jti of a key; if it contains a credential, which must not be shown, a stand-in numbered within this session. */
function shownJti(answer: Answer, all: readonly Answer[], mask: (value: unknown) => unknown): unknown {
  const jti = jtiIn(answer);
  const masked = mask(jti);
  return typeof jti === 'string' && masked !== jti
    ? `${textOf(masked)} ${all.findIndex((other) => jtiIn(other) === jti) + 1}`
    : masked;
}

function jtiIn({ json }: Answer): unknown {
  return isRecord(json) ? json['jti'] : undefined;
}
