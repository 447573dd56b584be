/** One request and its answer as HTML. */
import { durationInWords } from '@outreach-api/model/backoff/duration-in-words';
import { foldedText } from '@outreach-api/model/records/folded-body';
import { counted } from '../plural.ts';
import type { ReportedExchange } from '../json-report.ts';
import { markup, nothing, type Markup } from '../markup.ts';
import { codeBlock, readable } from './code-block.ts';

const longestInBrief = 700;
/** Of how many calls the times of requests are shown. */
const mostCalls = 4;
const roles: Readonly<Record<ReportedExchange['role'], string>> = {
  control: 'control',
  subject: 'what shows it',
};

/** One request and its answer. */
export function exchangeCard(exchange: ReportedExchange, index: number): Markup {
  const { role, times, request, response, failure } = exchange;
  const number = index + 1;
  return markup`<li class="exchange ${role}">
<p class="role"><span>${number}</span> ${roles[role]}${times === undefined ? nothing : markup` <b>× ${times}</b>`}</p>
${times === undefined ? nothing : arrivals(exchange.arrivedAfterMs ?? [])}
<p class="line"><b>${request.method}</b> <span class="url">${(request.inWords ?? request.url).replace(`${request.method} `, '')}</span></p>
<p class="as">${credentialOf(request)}</p>
${addressOf(request)}
${headerTable(`Headers of request ${number}`, request.headers)}
${request.body === null ? nothing : codeBlock(`Body of request ${number}`, readable(request.body))}
${response === null ? noAnswer(failure) : answer(number, response)}
</li>`;
}

/** When the requests of a client arrived, call by call: each begins with its first request. */
function arrivals(arrivedAfterMs: readonly number[]): Markup {
  if (arrivedAfterMs.length === 0) return nothing;
  const calls = [
    ...Map.groupBy(arrivedAfterMs.entries(), ([at]) => firstOfCall(arrivedAfterMs, at)).values(),
  ];
  const shown = calls
    .slice(0, mostCalls)
    .map((times) => markup`<li>${times.map(([, ms]) => durationInWords(ms)).join(', ')}</li>`);
  const more = calls.length - shown.length;
  return markup`<div class="arrivals"><p>They arrived, from the first request of each call on, after:</p><ul>${shown}${more === 0 ? nothing : markup`<li>and ${counted(more, 'more call')}</li>`}</ul></div>`;
}

/** Where the call of a request begins: times only grow within a call. */
function firstOfCall(arrivedAfterMs: readonly number[], at: number): number {
  let first = at;
  while (first > 0 && (arrivedAfterMs[first - 1] ?? 0) < (arrivedAfterMs[first] ?? 0)) first -= 1;
  return first;
}

/** Exchanges often differ only in the caller. */
function credentialOf({ headers: { authorization }, caller }: ReportedExchange['request']): Markup {
  if (authorization === undefined) return markup`without Authorization`;
  return markup`${caller === undefined ? 'as' : `with ${caller}:`} <code>${authorization}</code>`;
}

/** The address as it was sent, if it is shown decoded above. */
function addressOf({ url, inWords }: ReportedExchange['request']): Markup {
  return inWords === undefined || !url.includes('%')
    ? nothing
    : markup`<details class="headers"><summary>Address as it was sent</summary><p class="url">${url}</p></details>`;
}

function answer(
  number: number,
  { status, headers, body }: NonNullable<ReportedExchange['response']>,
): Markup {
  return markup`<p class="line answer"><span aria-hidden="true">↳</span> <b>${status}</b> <span>${headers['content-type'] ?? ''}</span></p>
${headerTable(`Headers of answer ${number}`, headers)}
${body === '' ? markup`<p class="empty">no body</p>` : bodyOfAnswer(number, body)}`;
}

/**
 * The first records of a long list, so that what accompanies it is visible; everything that was kept can be expanded.
 */
function bodyOfAnswer(number: number, body: string): Markup {
  const brief = foldedText(body, longestInBrief);
  const label = `Body of answer ${number}`;
  if (brief === body) return codeBlock(label, readable(body));
  return markup`${codeBlock(`${label}, shortened`, readable(brief))}
<details class="headers"><summary>More of answer ${number}</summary>${codeBlock(label, readable(body))}</details>`;
}

function noAnswer(failure: string | null): Markup {
  return markup`<p class="line answer"><span aria-hidden="true">↳</span> <b>no answer</b> ${failure ?? ''}</p>`;
}

function headerTable(label: string, headers: Readonly<Record<string, string>>): Markup {
  const rows = Object.entries(headers).map(
    ([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  );
  if (rows.length === 0) return nothing;
  return markup`<details class="headers"><summary>${label}</summary><dl>${rows}</dl></details>`;
}
