/** Random dialects of the sandbox: one admissible reading for each thing that the description leaves open. */
import { dialectFrom, dialectTable, type Dialect } from '@outreach-api/sandbox';
import * as fc from 'fast-check';

/** Any dialect; every one conforms. */
export function anyDialect(): fc.Arbitrary<Dialect> {
  const readings = Object.entries(dialectTable).map(([name, dimension]): [string, fc.Arbitrary<string>] => [
    name,
    fc.constantFrom(...Object.keys(dimension.readings)),
  ]);
  return fc.record(Object.fromEntries(readings)).map((chosen) => dialectFrom(chosen));
}

/** How many webhooks an account may have: none, one, one page, one page plus one, some, many. */
export function anyNumberOfWebhooks(): fc.Arbitrary<number> {
  return fc.constantFrom(47, 0, 1, 2, 19, 20, 21, 40, 60, 130, 300);
}
