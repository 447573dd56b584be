/** Success, refusal and confirmation, with the statuses and bodies of the dialect (section Errors). */
import { emptyAnswer, jsonAnswer } from '../answer.ts';
import type { Answer, Refusal, RefusalReason } from '../answer.ts';
import type { AnswerBehaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';
import { dateText } from '../date-text.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { World } from '../world.ts';

/** Answers as described. */
export function describedAnswers(world: World): AnswerBehaviour {
  const { dialect } = world;
  const deleted = (uuid: string): Answer => deletion(uuid, dialect);
  return {
    refusal: (refusal, call) => {
      const isDelete = call.operation === 'webhooks.delete' || call.operation === 'senderProfiles.delete';
      const isGone = refusal.reason === 'not-found';
      return isDelete && isGone && dialect.deleteTwice === 'confirmed' && call.uuid !== null
        ? deleted(call.uuid)
        : refusing(refusal, dialect);
    },
    deleted,
    success: (value, call) => {
      const changing = dialect.furtherFields === 'changing' && call.operation !== 'apiKeys.create';
      const further = changing
        ? { served_at: dateText(world.now(), dialect.dateFormat), serial: Math.random() }
        : {};
      return jsonAnswer(successStatus(call, dialect), { ...value, ...further });
    },
    answer: (answer) => answer,
  };
}

function successStatus(call: Call, dialect: Dialect): number {
  if (call.operation === 'apiKeys.create') return Number(dialect.successStatusOfCreate);
  if (call.operation === 'senderProfiles.update') return Number(dialect.successStatusOfUpdate);
  return Number(dialect.successStatusOfRead);
}

function deletion(uuid: string, dialect: Dialect): Answer {
  const status = Number(dialect.successStatusOfDelete);
  if (status === 204) return emptyAnswer(204);
  switch (dialect.deleteConfirmation) {
    case 'none':
      return emptyAnswer(status);
    case 'deleted':
      return jsonAnswer(status, { deleted: true, uuid });
    case 'message':
      return jsonAnswer(status, { message: 'The record was deleted.' });
    case 'text':
    default:
      return { status, headers: {}, body: { kind: 'text', text: 'deleted\n', type: 'text/plain' } };
  }
}

/** The status of a refusal under a dialect. */
function refusalStatus(reason: RefusalReason, dialect: Dialect): number {
  const statuses: Record<RefusalReason, number> = {
    'missing-credential': Number(dialect.missingCredentialStatus),
    'bad-credential': Number(dialect.badCredentialStatus),
    'other-account': Number(dialect.otherAccountStatus),
    'not-found': Number(dialect.notFoundStatus),
    'malformed-uuid': Number(dialect.malformedUuidStatus),
    'invalid-body': Number(dialect.invalidBodyStatus),
    'uuid-only': 422,
    'invalid-query': Number(dialect.invalidQueryStatus),
    'content-type': 415,
    'body-too-large': 413,
    'unknown-path': Number(dialect.unknownPathStatus),
    'target-failure': Number(dialect.targetFailure),
    limited: 429,
  };
  return statuses[reason];
}

function refusing(refusal: Refusal, dialect: Dialect): Answer {
  const status = refusalStatus(refusal.reason, dialect);
  const answer = refusalBody(status, refusal, dialect);
  if (status === 401) return withHeader(answer, 'www-authenticate', 'Bearer');
  return status === 302 ? withHeader(answer, 'location', '/login') : answer;
}

function withHeader(answer: Answer, name: string, value: string): Answer {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}

function refusalBody(status: number, { reason, detail }: Refusal, dialect: Dialect): Answer {
  const text = (type: string, value: string): Answer => ({
    status,
    headers: {},
    body: { kind: 'text', text: value, type },
  });
  switch (dialect.errorBody) {
    case 'problem-json': {
      const value = { type: 'about:blank', title: reason, status, detail };
      return { status, headers: {}, body: { kind: 'json', value, type: 'application/problem+json' } };
    }
    case 'error':
      return jsonAnswer(status, { error: detail });
    case 'details':
      return jsonAnswer(status, { detail: [{ loc: ['request'], msg: detail, type: reason }] });
    case 'html':
      return text('text/html; charset=utf-8', `<!doctype html><title>${status}</title><h1>${reason}</h1>`);
    case 'text':
      return text('text/plain; charset=utf-8', `${detail}\n`);
    case 'empty':
      return emptyAnswer(status);
    case 'like-success':
    default:
      return jsonAnswer(status, { data: [], message: detail });
  }
}
