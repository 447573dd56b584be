/** What came of a run on ky, with a text wherever its report can hold one: for tests of what is made of it. */
import { reportHolding } from '../report-holding.ts';
import { drivers } from './driver.ts';
import type { Judged } from './judging.ts';

/** What came of a run on ky, in whose report a text stands wherever it can. */
export function judgedHolding(text: string): Judged {
  const driver = drivers.find(({ name }) => name === 'ky');
  if (driver === undefined) throw new TypeError('there is no ky');
  return { driver, versions: 'ky 2.1.0', report: reportHolding(text), fault: null, waits: null };
}
