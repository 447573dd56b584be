/** What the target does where the description of API keys is silent (Create an API key; KEY-90). */
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { firstCreation } from '../../account/first-key.ts';
import { createdKeyIn, type TokenFacts } from '@outreach-api/model/records/created-key';
import { isRecord } from '@outreach-api/model/records/is-record';
import { fieldsOf } from '@outreach-api/model/records/shape';
import { isUuid } from '@outreach-api/model/records/uuid';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Session } from '../../session/session.ts';
import { furtherNames, listOfNames, statusAndType } from '../../observations/answer-text.ts';
import { emptyNameCreation } from './late-key-creations.ts';
import { defineObservation, type OpenQuestion } from '../../observations/observation.ts';
import { statusesOf } from '../../observations/statuses-of.ts';

const longName = 'a'.repeat(300);

/** Questions about API keys (KEY-90). Names are tried only while keys may still be created. */
export const keyObservations: readonly OpenQuestion[] = [
  aboutToken('the algorithm of the JWT', ({ parts }) => {
    const alg = parts[0]?.object?.['alg'];
    return typeof alg === 'string' ? alg : 'not said';
  }),
  aboutToken('the claims of the JWT', ({ parts }) => listOfNames(Object.keys(parts[1]?.object ?? {}))),
  aboutCreation('the form of jti', ({ json }) => {
    const jti = isRecord(json) ? json['jti'] : undefined;
    if (typeof jti !== 'string') return 'no text';
    return isUuid(jti) ? 'a UUID' : 'other text';
  }),
  aboutCreation('further fields of an API key', ({ json }) => furtherNames([json], fieldsOf('ApiKey'))),
  nameObservation('an empty name', '', async (session) => {
    const made = await emptyNameCreation.in(session).catch(whereUnmet(null));
    return made?.answer ?? null;
  }),
  nameObservation('a number for a name', 7),
  nameObservation('a name of 300 letters', longName),
  statusesOf('KEY-90', 'createApiKey', 'creating an API key'),
];

function nameObservation(
  question: string,
  name: unknown,
  create = async (session: Session): Promise<Answer | null> =>
    session.state.budgets.left('createApiKeys') === 0 ? null : session.api.createApiKey({ name }),
): OpenQuestion {
  return defineObservation({
    id: 'KEY-90',
    question,
    needs: ['createApiKeys'],
    changes: ['keys'],
    find: async (session) => {
      const answer = await create(session);
      if (answer === null) return null;
      const said = statusAndType(answer);
      return answer.ok ? `${said}, the name is ${shownName(answer, name)}` : said;
    },
  });
}

/** What happened to a name; a different one is not shown, since the target may have made it up. */
function shownName({ json }: Answer, sent: unknown): string {
  const name = isRecord(json) ? json['name'] : undefined;
  if (name === sent) return 'as sent';
  if (name === String(sent)) return 'the same as text';
  if (typeof name === 'string' && name !== '' && String(sent).startsWith(name)) return 'cut';
  return name === undefined || name === null ? 'missing' : 'another';
}

function aboutToken(question: string, say: (token: TokenFacts) => string): OpenQuestion {
  return aboutCreation(question, (answer, session) => {
    const { token } = createdKeyIn(answer, (value) => session.state.secrets.replaceWhole(value));
    if (token === null) throw new Unmet('the created API key came without a `last_token` (KEY-01)');
    return say(token);
  });
}

/** About the first key created in this run; creates one if there is none yet. */
function aboutCreation(question: string, say: (answer: Answer, session: Session) => string): OpenQuestion {
  return defineObservation({
    id: 'KEY-90',
    question,
    needs: ['createApiKeys'],
    changes: ['keys'],
    find: async (session) => {
      const { creations, budgets } = session.state;
      if (creations.length === 0 && budgets.left('createApiKeys') > 0) await firstCreation.in(session);
      const [first] = session.state.creations;
      return first === undefined ? null : say(first.answer, session);
    },
  });
}
