import { Unmet } from '../engine/unmet.ts';
import { createdKeyIn, type CreatedKey } from '../records/created-key.ts';
import { isRecord } from '../records/is-record.ts';
import { bearer, type Credential } from '../session/credential.ts';
import { defineFinding, type Session } from '../session/session.ts';

/** The first creation of a session, whatever came of it. */
export interface FirstCreation {
  /** The name that was sent. */
  readonly name: string;
  readonly created: CreatedKey;
  /** The created key as a caller; null where none came. Never to be put into an observation. */
  readonly credential: Credential | null;
}

/** A key that the session has made. */
export interface FirstKey extends FirstCreation {
  readonly credential: Credential;
}

/**
 * One key that the main key makes, once in a session, for all that need a created key: keys cannot be revoked.
 * Spends one of `allow.createApiKeys` at its first use (Create an API key).
 */
export const firstCreation = defineFinding(async (session: Session): Promise<FirstCreation> => {
  const name = `conformance ${session.state.id}`;
  const answer = await session.api.control.createApiKey({ name });
  const token = answer.ok && isRecord(answer.json) ? answer.json['last_token'] : undefined;
  return {
    name,
    created: createdKeyIn(answer, (value) => session.state.secrets.maskAll(value)),
    credential:
      typeof token === 'string' && isHeaderText(token)
        ? bearer('a key just made', token, '$OUTREACH_CREATED_KEY')
        : null,
  };
});

/** The first created key, ready to be used. Its needs: `createApiKeys`. */
export const firstKey = {
  /** @throws Unmet where the creation was refused, or no key came, or none may be created any more */
  in: async (session: Session): Promise<FirstKey> => {
    const creation = await firstCreation.in(session);
    const { credential, created } = creation;
    if (!created.accepted) throw new Unmet(`creating an API key was refused with ${created.status} (KEY-01)`);
    if (credential === null)
      throw new Unmet('the created API key came without a `last_token` that can be sent (KEY-01)');
    return { ...creation, credential };
  },
};

function isHeaderText(token: string): boolean {
  return /^[\u0021-\u007E]+$/.test(token);
}
