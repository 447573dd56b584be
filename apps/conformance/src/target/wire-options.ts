/** How requests to a target are sent, by its target file. */
import { classOf } from '@outreach-api/model/records/answer-class';
import type { AnsweredBy, WireOptions } from '@outreach-api/wire/wire-options';
import { suiteVersion } from '../installation/suite-version.ts';
import type { Target } from './target.ts';

/** How requests to a target are sent: all of them with the suite's name, unless the target file gives another. */
export function wireOptions({ baseUrl, headers, tls, requests }: Target): WireOptions {
  return {
    baseUrl,
    headers: { 'user-agent': `outreach-conformance/${suiteVersion}`, ...headers },
    tls,
    requests,
    limitMs: 2 * requests.patienceMs,
    answeredBy,
  };
}

function answeredBy(status: number): AnsweredBy {
  const { by } = classOf({ status });
  return by === 'limit' || by === 'gateway' ? by : 'service';
}
