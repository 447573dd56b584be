/** The outcome of a run on ky, with a text wherever its report can hold one: for tests of its output. */
import { reportHolding } from '@outreach-api/report/test/report-holding';
import { drivers } from './driver.ts';
import type { Judged } from './judging.ts';

/** The outcome of a run on ky, with a text wherever its report can hold one. */
export function judgedHolding(text: string): Judged {
  const driver = drivers.find(({ name }) => name === 'ky');
  if (driver === undefined) throw new TypeError('there is no ky');
  return { driver, versions: 'ky 2.1.0', report: reportHolding(text), fault: null, waits: null };
}
