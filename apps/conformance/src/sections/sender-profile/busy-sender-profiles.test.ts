/** The sender profile rules on a service that takes one update per account at a time and refuses others meanwhile. */
import type { TwinName } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { judgeSandbox } from '../../../test/judge-sandbox.ts';
import { oneAtATime } from '../../../test/services/one-at-a-time.ts';
import { rulesNamed } from '../../../test/rules-named.ts';

const rules = rulesNamed('PROF-01', 'PROF-06', 'PROF-07', 'PROF-04', 'PROF-05', 'PROF-08', 'PROF-12');

/** The verdict of each rule, and how many updates were refused because of a concurrent one. */
async function verdicts(status: number, twin?: TwinName) {
  const { gateway, refused } = oneAtATime(({ method }) => method === 'PUT', { status, takesMs: 10 });
  const { results } = await judgeSandbox({ rules, ...(twin === undefined ? {} : { twin }), gateway });
  const idsWith = (verdict: string) =>
    results.filter((one) => one.verdict === verdict).map(({ rule }) => rule.id);
  return { refused: refused(), failed: idsWith('fail'), passed: idsWith('pass') };
}

describe.concurrent('a service that takes one update at a time', () => {
  it.each([409, 423, 503])('passes everything where the others are answered %i', async (status) => {
    const { refused, passed } = await verdicts(status);
    expect(refused).toBeGreaterThan(2);
    expect(passed).toEqual(rules.map(({ id }) => id));
  });

  it('fails PROF-04 where an update beside another makes the server fail', async () => {
    expect((await verdicts(500)).failed).toEqual(['PROF-04']);
  });

  it('fails PROF-04 where an update is refused also when it is alone', async () => {
    expect((await verdicts(409, 'update-of-one-field-is-refused')).failed).toContain('PROF-04');
  });

  it('fails PROF-08 where an update changes others too', async () => {
    expect((await verdicts(409, 'update-names-every-profile')).failed).toContain('PROF-08');
  });
});
