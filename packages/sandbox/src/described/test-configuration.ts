/** Reads the body of a webhook test: uuid alone is 422, the other three fields are required (Test a webhook). */
import { accepted, refused } from '../answer.ts';
import type { Outcome } from '../answer.ts';
import type { TestConfiguration } from '../behaviour.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { bodyFields } from './text-field.ts';

const methods: Record<Dialect['otherMethods'], readonly string[]> = {
  any: ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
  get: ['POST', 'GET'],
  put: ['POST', 'PUT'],
  patch: ['POST', 'PATCH'],
  delete: ['POST', 'DELETE'],
};

/** The configuration in the body, or why it cannot be tested. */
export function testConfiguration(
  body: unknown,
  dialect: Pick<Dialect, 'otherMethods' | 'unknownFields'>,
): Outcome<TestConfiguration> {
  const fields = bodyFields(body, ['uuid', 'event', 'request_method', 'target_url'], dialect);
  if (!fields.ok) return fields;
  if (fields.value.size === 1 && fields.value.has('uuid')) {
    return refused(
      'uuid-only',
      'send the full configuration: event, request_method and target_url are missing',
    );
  }
  const uuid = fields.value.get('uuid') ?? null;
  const event = fields.value.get('event');
  const requestMethod = fields.value.get('request_method');
  const targetUrl = fields.value.get('target_url');
  if (typeof event !== 'string' || event === '')
    return refused('invalid-body', 'event is required, a string');
  if (typeof requestMethod !== 'string')
    return refused('invalid-body', 'request_method is required, a string');
  if (typeof targetUrl !== 'string') return refused('invalid-body', 'target_url is required, a string');
  if (uuid !== null && typeof uuid !== 'string') return refused('invalid-body', 'uuid must be a string');
  if (!methods[dialect.otherMethods].includes(requestMethod)) {
    return refused(
      'invalid-body',
      `request_method must be one of ${methods[dialect.otherMethods].join(', ')}`,
    );
  }
  if (!/^https?:\/\//i.test(targetUrl) || !URL.canParse(targetUrl)) {
    return refused('invalid-body', 'target_url must be an http or https URL');
  }
  return accepted({ uuid, event, requestMethod, targetUrl });
}
