/** What was sent and received as an HTTP archive (HAR 1.2). */
import { createWriteStream } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Content, Entry, Header, Request, Response } from 'har-format';
import { harmlessJson } from '@outreach-api/masking/harmless-text';
import type { RecordedResponse, Recorder, Recording } from '@outreach-api/wire/recorder';
import type { Secrets } from '@outreach-api/masking/secrets';
import { suiteVersion } from '../installation/suite-version.ts';
import { counted } from '@outreach-api/report/plural';

const unknownType = 'x-unknown';

/**
 * Writes what was sent and received as an HTTP archive. Credentials are masked, cookies are not shown, and long bodies
 * are cut, with a comment.
 *
 * @throws Error if the file cannot be written
 */
export async function writeHar(file: string, recorder: Recorder, secrets: Secrets): Promise<void> {
  await pipeline(Readable.from(harText(recorder, secrets)), createWriteStream(file));
}

/** What archives name as their creator. */
export const archiveCreator = '@outreach-api/conformance';

/** The archive in pieces, an entry at a time: all of it at once would double the memory. */
export function* harText(recorder: Recorder, secrets: Secrets): Generator<string> {
  const creator = { name: archiveCreator, version: suiteVersion };
  const comment =
    recorder.omitted === 0
      ? ''
      : `, "comment": "${counted(recorder.omitted, 'later request is', 'later requests are')} not shown"`;
  yield `{"log": {"version": "1.2", "creator": ${JSON.stringify(creator)}${comment}, "entries": [\n`;
  let separator = '';
  for (const recording of recorder.recordings) {
    yield `${separator}${harmlessJson(entryOf(recording, secrets))}`;
    separator = ',\n';
  }
  yield '\n]}}\n';
}

function entryOf({ startedAt, milliseconds, request, answer, failure }: Recording, secrets: Secrets): Entry {
  const wait = Math.round(milliseconds * 1000) / 1000;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: wait,
    request: requestOf(request, secrets),
    response: answer === null ? noResponse : responseOf(answer, secrets),
    cache: {},
    timings: { send: 0, wait, receive: 0 },
    ...(failure === null ? {} : { comment: `no answer: ${secrets.maskExactly(failure)}` }),
  };
}

function requestOf({ method, url, headers, body }: Recording['request'], secrets: Secrets): Request {
  const shown = secrets.maskHeaders(headers, ['authorization']);
  const mimeType = shown['content-type'] ?? unknownType;
  return {
    method,
    url: maskedUrl(url, secrets),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(shown),
    queryString: [...new URL(url).searchParams].flatMap(([name, value]) =>
      Object.entries(secrets.maskAllExactly({ [name]: value })).map(([key, text]) => ({
        name: key,
        value: text,
      })),
    ),
    headersSize: -1,
    bodySize: body === null ? 0 : Buffer.byteLength(body),
    ...(body === null ? {} : { postData: { mimeType, text: secrets.maskBody(body) } }),
  };
}

function responseOf(answer: RecordedResponse, secrets: Secrets): Response {
  const { status, headers } = answer;
  const shown = secrets.maskHeaders(headers);
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(shown),
    content: contentOf(answer, secrets),
    redirectURL: shown['location'] ?? '',
    headersSize: -1,
    bodySize: -1,
  };
}

function contentOf({ headers, text, size, isCut }: RecordedResponse, secrets: Secrets): Content {
  return {
    size,
    mimeType: secrets.maskExactly(headers['content-type'] ?? unknownType),
    text: secrets.maskBody(text),
    ...(isCut ? { comment: `cut: the whole body has ${size} bytes` } : {}),
  };
}

/** As browsers write a request that was not answered. */
const noResponse: Response = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: unknownType },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
};

function headersOf(headers: Readonly<Record<string, string>>): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

/** The placeholder of a credential must not break the address. */
function maskedUrl(url: string, secrets: Secrets): string {
  return secrets.maskExactly(url).replaceAll(/[<> …]/g, encodeURIComponent);
}
