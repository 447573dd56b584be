/** Shows which changes of where requests go break consumers, in the real document. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { breakingChanges } from './breaking-changes.ts';

const yaml = await readFile(new URL('../../../spec/openapi.yaml', import.meta.url), 'utf8');
const address = {
  url: '{base_url}',
  variables: { base_url: { default: 'http://127.0.0.1:4010' } },
};

/** What is reported for the document with other servers: its own, those of the list of webhooks, those of a profile. */
function changesFound({
  own,
  ofList,
  ofProfile,
}: {
  own?: unknown;
  ofList?: unknown;
  ofProfile?: unknown;
}): string[] {
  const document = parse(yaml);
  if (own !== undefined) document.servers = own;
  document.paths['/integrations/api/webhooks'].get.servers = ofList;
  document.paths['/flows/api/sender-profiles/{uuid}'].servers = ofProfile;
  return breakingChanges(parse(yaml), JSON.parse(JSON.stringify(document))).map(
    ({ where, what }) => `${where} ${what}`,
  );
}

test.each<[string, Parameters<typeof changesFound>[0], string[]]>([
  [
    'another address',
    { own: [{ url: 'https://{region}.example.com' }] },
    ['the server {base_url} is removed'],
  ],
  ['no servers at all', { own: [] }, ['the server {base_url} is removed']],
  [
    'another default',
    { own: [{ ...address, variables: { base_url: { default: 'http://127.0.0.1:4011' } } }] },
    [
      'the server {base_url}: the variable base_url has the default http://127.0.0.1:4011 in place of http://127.0.0.1:4010',
    ],
  ],
  [
    'few values where any was taken',
    {
      own: [
        {
          ...address,
          variables: { base_url: { default: 'http://127.0.0.1:4010', enum: ['http://127.0.0.1:4010'] } },
        },
      ],
    },
    ['the server {base_url}: the variable base_url takes only http://127.0.0.1:4010'],
  ],
  [
    'another before the one that there was',
    { own: [{ url: 'https://new.example.com' }, address] },
    ['the server https://new.example.com is the default in place of {base_url}'],
  ],
  [
    'an operation that goes elsewhere',
    { ofList: [{ url: 'https://lists.example.com' }] },
    ['GET /integrations/api/webhooks: the server {base_url} is removed'],
  ],
  [
    'a path that goes elsewhere',
    { ofProfile: [{ url: 'https://profiles.example.com' }] },
    ['GET', 'PUT', 'DELETE'].map(
      (method) => `${method} /flows/api/sender-profiles/{uuid}: the server {base_url} is removed`,
    ),
  ],
])('breaks consumers: %s', (_, changed, expected) => {
  expect(changesFound(changed)).toEqual(expected);
});

test.each<[string, Parameters<typeof changesFound>[0]]>([
  ['words', { own: [{ ...address, description: 'Another' }] }],
  ['a further server', { own: [address, { url: 'https://eu.example.com' }] }],
  ['an operation that names the same', { ofList: [address] }],
])('breaks nobody: %s', (_, changed) => {
  expect(changesFound(changed)).toEqual([]);
});

test('values of a variable of the address that are gone', () => {
  const taking = (...values: string[]) => ({
    ...parse(yaml),
    servers: [{ url: '{at}', variables: { at: { default: 'a', enum: values } } }],
  });
  expect(breakingChanges(taking('a', 'b'), taking('a', 'c'))).toEqual([
    { where: 'the server {at}: the variable at', what: 'no longer takes b' },
  ]);
  expect(breakingChanges(taking('a'), taking('a', 'b'))).toEqual([]);
});
