/** Judges an HTTP archive: nothing is sent. */
import { RecordingJudge, type RecordingOptions } from './judge-recording.ts';
import type { Archive } from './recordings/har/archive.ts';
import { baseAddressesIn } from './recordings/har/base-address.ts';
import { exchangesIn } from './recordings/har/har-exchanges.ts';
import { archiveCreator } from './report/har.ts';
import type { Run } from './run.ts';

/** How an archive is judged. */
export type JudgeArchiveOptions = Omit<RecordingOptions, 'from' | 'since' | 'mostKept' | 'isOfSuite'>;

/** Judges the exchanges of an archive with the API at a base address. */
export function judgeArchive(archive: Archive, options: JudgeArchiveOptions): Run {
  const { baseUrl } = options;
  const { exchanges, leftOut } = exchangesIn(archive, baseUrl);
  const from = `an HTTP archive${archive.creator === '' ? '' : ` of ${archive.creator}`}`;
  const since = archive.entries.reduce((first, { startedAt }) => Math.min(first, startedAt), Infinity);
  const isOfSuite = archive.creator.startsWith(archiveCreator);
  const judge = new RecordingJudge({ ...options, from, since, isOfSuite });
  for (const [why, times] of leftOut) judge.leaveOut(why, times);
  for (const other of baseAddressesIn(archive.entries))
    if (other.baseUrl !== baseUrl)
      judge.leaveOut(`requests to ${other.baseUrl} (\`--url\` picks it)`, other.requests);
  for (const exchange of exchanges) judge.add(exchange);
  const [first, last] = [exchanges.at(0), exchanges.at(-1)];
  const seconds = ((last?.answeredAt ?? last?.at ?? 0) - (first?.at ?? 0)) / 1000;
  return judge.run({ startedAt: new Date(first?.at ?? 0), seconds });
}
