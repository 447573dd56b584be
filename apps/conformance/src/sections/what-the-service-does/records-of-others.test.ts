/** The TEAM rule on records, on services that admit other callers whom they should refuse. */
import type { TwinName } from '@outreach-api/sandbox';
import { expect, it } from 'vitest';
import { judgeSandbox } from '../../../test/judge-sandbox.ts';
import { ruleNamed } from '../../../test/rules-named.ts';

it.concurrent.each<TwinName>(['basic-scheme-is-taken', 'signature-is-not-checked', 'expired-key-is-taken'])(
  'what another account may do is seen where %s',
  async (twin) => {
    const { results } = await judgeSandbox({ rules: [ruleNamed('TEAM-02')], twin });
    expect(results.map(({ verdict, reason }) => [verdict, reason])).toEqual([['pass', null]]);
  },
);
