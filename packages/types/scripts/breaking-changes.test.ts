/** Shows, change by change, which break consumers of the document and which do not. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { breakingChanges } from './breaking-changes.ts';

const yaml = await readFile(new URL('../../../spec/openapi.yaml', import.meta.url), 'utf8');

/** What is reported for a change of the real document: the value at the path is replaced, or removed. */
function changesFound(...changes: [path: string[], value?: unknown][]): string[] {
  const document = parse(yaml);
  for (const [path, value] of changes) {
    const key = path.at(-1) ?? '';
    const parent = path.slice(0, -1).reduce((at, step) => at[step], document);
    // A path that does not exist would make no change at all.
    if (typeof parent !== 'object' || parent === null) throw new Error(`there is no ${path.join('.')}`);
    if (value === undefined) {
      if (!(key in parent)) throw new Error(`there is no ${path.join('.')}`);
      delete parent[key];
    } else parent[key] = value;
  }
  return breakingChanges(parse(yaml), document).map(({ where, what }) => `${where} ${what}`);
}

const schema = (name: string, ...rest: string[]): string[] => ['components', 'schemas', name, ...rest];
const field = (name: string, property: string, ...rest: string[]): string[] =>
  schema(name, 'properties', property, ...rest);
const list = ['paths', '/integrations/api/webhooks', 'get'];
const webhookTest = ['paths', '/integrations/api/webhooks/test', 'post'];
const profilePath = ['paths', '/flows/api/sender-profiles/{uuid}'];

describe('breaks consumers', () => {
  test.each<[string, [path: string[], value?: unknown][], string[]]>([
    [
      'a field removed from answers',
      [[field('SenderProfile', 'label')]],
      ['SenderProfile.label, in responses is removed'],
    ],
    [
      'a field that may now be missing',
      [[schema('ApiKey', 'required'), ['jti', 'user_id', 'team_id', 'name', 'created_at']]],
      ['ApiKey.last_token, in responses may now be missing'],
    ],
    [
      'a field that may now be null',
      [[field('Webhook', 'event', 'type'), ['string', 'null']]],
      ['Webhook.event, in responses may now be null'],
    ],
    [
      'another type',
      [[field('WebhookList', 'total', 'type'), 'string']],
      ['WebhookList.total, in responses may now be string'],
    ],
    [
      'a number where there was an integer',
      [[field('WebhookList', 'total', 'type'), 'number']],
      ['WebhookList.total, in responses may now be number'],
    ],
    [
      'a format that is gone',
      [[field('ApiKey', 'created_at', 'format')]],
      ['ApiKey.created_at, in responses has the format none in place of "date-time"'],
    ],
    [
      'a lower bound that is gone',
      [[field('WebhookList', 'limit', 'minimum')]],
      ['WebhookList.limit, in responses has minimum no more in place of 0'],
    ],
    [
      'records of another kind in a page',
      [[field('WebhookList', 'data', 'items'), { type: 'string' }]],
      [
        'Webhook, in responses may now be string',
        ...['uuid', 'event', 'request_method', 'target_url'].map(
          (name) => `Webhook.${name}, in responses is removed`,
        ),
      ],
    ],
    [
      'a field newly required of a request',
      [[schema('CreateApiKeyRequest', 'required'), ['name', 'scope']]],
      ['CreateApiKeyRequest.scope, in requests is newly required'],
    ],
    [
      'a field that requests no longer have',
      [[field('SenderProfileUpdate', 'schedule')]],
      ['SenderProfileUpdate.schedule, in requests is removed'],
    ],
    [
      'a type that requests may no longer use',
      [[field('SenderProfileUpdate', 'label', 'type'), 'integer']],
      ['SenderProfileUpdate.label, in requests is no longer taken as string'],
    ],
    [
      'values where any text was taken',
      [[field('WebhookTest', 'request_method', 'enum'), ['POST', 'PUT']]],
      ['WebhookTest.request_method, in requests takes only "POST", "PUT"'],
    ],
    [
      'a longer text demanded',
      [[field('CreateApiKeyRequest', 'name', 'minLength'), 3]],
      ['CreateApiKeyRequest.name, in requests has minLength 3 in place of none'],
    ],
    [
      'further fields no longer taken',
      [[field('SenderProfileUpdate', 'schedule', 'additionalProperties'), false]],
      ['SenderProfileUpdate.schedule.*, in requests are no longer taken'],
    ],
    [
      'an unknown keyword',
      [[field('CreateApiKeyRequest', 'name', 'pattern'), '^a']],
      ['CreateApiKeyRequest.name, in requests has pattern "^a" in place of none'],
    ],
    [
      'an operator that is gone',
      [[schema('FilterOperator', 'enum'), ['=', '!=', '<', '<=', '>', '>=']]],
      ['FilterOperator, in requests lost the value "<>"'],
    ],
    [
      'names of fields where any was taken',
      [[field('SenderProfileUpdate', 'schedule', 'propertyNames'), { enum: ['days'] }]],
      ['the names in SenderProfileUpdate.schedule, in requests takes only "days"'],
    ],
    [
      'a form of filters that is gone',
      [[schema('FilterCondition', 'anyOf'), [{ $ref: '#/components/schemas/FilterScalar' }]]],
      [
        'FilterCondition, in requests is no longer taken as {"type":"array","items":{"$ref":"#/components/schemas/FilterScalar"}} or FilterComparison or FilterNullTest',
      ],
    ],
    ['a schema that is gone', [[schema('Filter')]], ['the schema Filter is removed']],
    [
      'an operation that is gone',
      [[[...profilePath, 'delete']]],
      ['DELETE /flows/api/sender-profiles/{uuid} is removed'],
    ],
    [
      'a path that is gone',
      [[['paths', '/integrations/api/webhooks/{uuid}']]],
      ['DELETE /integrations/api/webhooks/{uuid} is removed'],
    ],
    [
      'another name of an operation',
      [[[...list, 'operationId'], 'webhooks']],
      ['GET /integrations/api/webhooks is named webhooks in place of listWebhooks'],
    ],
    [
      'a status that is gone',
      [[[...webhookTest, 'responses', '422']]],
      ['POST /integrations/api/webhooks/test: the answer 422 is removed'],
    ],
    [
      'another type of content',
      [[[...list, 'responses', '2XX', 'content'], { 'text/csv': {} }]],
      ['GET /integrations/api/webhooks: the answer 2XX is no longer application/json'],
    ],
    [
      'a parameter that is gone',
      [[[...list, 'parameters', '1']]],
      ['GET /integrations/api/webhooks: the query parameter offset is removed'],
    ],
    [
      'another default',
      [[['components', 'parameters', 'Limit', 'schema', 'default'], 50]],
      [
        'GET /integrations/api/webhooks: the query parameter limit, in requests has default 50 in place of 20',
      ],
    ],
    [
      'a parameter newly required',
      [[['components', 'parameters', 'Offset', 'required'], true]],
      ['GET /integrations/api/webhooks: the query parameter offset is newly required'],
    ],
    [
      'a new parameter that is required',
      [
        [
          [...list, 'parameters', '2'],
          { name: 'team', in: 'query', required: true, schema: { type: 'integer' } },
        ],
      ],
      ['GET /integrations/api/webhooks: the query parameter team is newly required'],
    ],
    [
      'a body newly demanded',
      [[[...list, 'requestBody'], { required: true, content: {} }]],
      ['GET /integrations/api/webhooks: the body is newly required'],
    ],
    [
      'another credential',
      [[['components', 'securitySchemes', 'apiKey', 'scheme'], 'basic']],
      ['the security scheme apiKey is changed'],
    ],
    [
      'a credential where none was asked for',
      [
        [
          [...list, 'security'],
          [{ apiKey: [] }, { other: [] }],
        ],
      ],
      ['GET /integrations/api/webhooks takes another credential'],
    ],
  ])('%s', (_, changes, expected) => {
    expect(changesFound(...changes)).toEqual(expected);
  });

  test('values of an enumeration: one that is gone anywhere, a new one in answers', () => {
    const withValues = (values: string[]) => {
      const document = parse(yaml);
      document.components.schemas.SenderProfile.properties.status.enum = values;
      document.components.schemas.WebhookTest.properties.request_method.enum = values;
      return document;
    };
    const [few, many] = [withValues(['a', 'b']), withValues(['a', 'b', 'c'])];
    expect(breakingChanges(few, many)).toEqual([
      { where: 'SenderProfile.status, in responses', what: 'may now be "c"' },
    ]);
    expect(breakingChanges(many, few)).toEqual([
      { where: 'WebhookTest.request_method, in requests', what: 'lost the value "c"' },
      { where: 'SenderProfile.status, in responses', what: 'lost the value "c"' },
    ]);
  });
});

describe('breaks nobody', () => {
  test.each<[string, [path: string[], value?: unknown][]]>([
    ['nothing', []],
    [
      'words',
      [
        [['info', 'title'], 'Another'],
        [field('Webhook', 'event', 'description'), 'Another'],
      ],
    ],
    ['a new field in answers', [[field('Webhook', 'created_at'), { type: 'string' }]]],
    [
      'a new field that answers always have',
      [
        [field('Webhook', 'team_id'), { type: 'integer' }],
        [schema('Webhook', 'required'), ['uuid', 'event', 'request_method', 'target_url', 'team_id']],
      ],
    ],
    ['a new field that requests may have', [[field('CreateApiKeyRequest', 'scope'), { type: 'string' }]]],
    [
      'a field no longer required of requests',
      [[schema('WebhookTest', 'required'), ['event', 'target_url']]],
    ],
    [
      'a type that requests may use besides',
      [[field('SenderProfileUpdate', 'label', 'type'), ['string', 'null']]],
    ],
    ['a value that is never null any more', [[field('SenderProfile', 'label', 'type'), 'string']]],
    ['a narrower bound in answers', [[field('WebhookList', 'limit', 'minimum'), 1]]],
    ['any text where a uuid was asked for', [[field('WebhookTest', 'uuid', 'format')]]],
    ['a new operator', [[schema('FilterOperator', 'enum', '7'), 'like']]],
    ['a new operation', [[[...list.slice(0, 2), 'post'], { operationId: 'createWebhook', responses: {} }]]],
    ['a new status', [[[...list, 'responses', '403'], { description: 'Forbidden' }]]],
    ['a new optional parameter', [[[...list, 'parameters', '2'], { name: 'q', in: 'query', schema: {} }]]],
    ['a new schema', [[schema('Contact'), { type: 'object' }]]],
  ])('%s', (_, changes) => {
    expect(changesFound(...changes)).toEqual([]);
  });
});
