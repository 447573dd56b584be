/** Reads recorded exchanges into the forms that rules judge and reports show, without any credential. */
import { parsedJson } from '@outreach-api/model/records/parsed-json';
import { classOf, isSuccess } from '@outreach-api/model/records/answer-class';
import type { ClientExchange } from '../clients/client-exchange.ts';
import type { Secrets } from '@outreach-api/masking/secrets';
import { createdKeyIn } from '@outreach-api/model/records/created-key';
import type { Answer, Exchange } from '@outreach-api/model/records/exchange';
import { sentIn, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { isRecord } from '@outreach-api/model/records/is-record';
import { holdsLastToken, tokensIn } from '@outreach-api/model/records/tokens-in';
import { RecordedCredentials, type LabelledCredential } from './recorded-credentials.ts';
import type { PassingAnswer, PassingBody, PassingExchange } from './passing-exchange.ts';
import { unusualIn } from './unusual-request.ts';
import { recorded } from '@outreach-api/model/records/folded-body';

/** A recorded exchange as it is judged and shown. */
export interface ReadExchange {
  /** As rules for clients judge it; null if what was sent is unknown. */
  readonly client: ClientExchange | null;
  readonly exchange: Exchange;
  /** As rules for servers judge it, or why it says nothing about the server. */
  readonly server: ExchangeSeen | { readonly kind: 'left out'; readonly why: string };
}

/** How many created keys are looked for in other answers. */
const mostKeys = 1000;
/** Anything shorter may be a word in any answer. */
const shortestKey = 20;
/** A JWT, or part of one: any other value in place of a key may have been put there to hide it. */
const asAKey = /^[\w=-]+\.[\w=-]+\.[\w=-]+$/;

const ofCredentials: ReadonlySet<string> = new Set(['authorization', 'cookie', 'set-cookie']);

/** Reads recorded exchanges, and remembers what distinguishes their credentials. */
export class RecordingReader {
  readonly #baseUrl: string;
  readonly #secrets: Secrets;
  readonly #labels: RecordedCredentials;
  /** Keys created during the recording. */
  readonly #created = new Set<string>();

  constructor(baseUrl: string, secrets: Secrets) {
    this.#baseUrl = baseUrl;
    this.#secrets = secrets;
    this.#labels = new RecordedCredentials(secrets);
  }

  /** Whether a key was created during the recording, so that other answers can be checked for it. */
  get knowsKeys(): boolean {
    return this.#created.size > 0;
  }

  /** Reads an exchange; null if its credential cannot be distinguished from others. */
  read(passing: PassingExchange): ReadExchange | null {
    const credential = this.#labels.of(passing.request);
    if (credential === null) return null;
    const answer = passing.answer === null ? null : answerOf(passing.answer);
    const created = answer === null ? [] : this.#keysMade(passing, answer);
    const server = this.#server(passing, credential, answer);
    for (const token of created) if (this.#created.size < mostKeys) this.#created.add(token);
    return {
      client: passing.request.body.kind === 'unknown' ? null : this.#client(passing, credential),
      exchange: this.#exchange(passing, credential),
      server,
    };
  }

  /** The keys in the answer to a creation: from here on they are masked. */
  #keysMade({ request }: PassingExchange, answer: Answer): readonly string[] {
    if (request.operation !== 'createApiKey') return [];
    const tokens = tokensIn(answer);
    for (const token of tokens) this.#secrets.add(token, '$OUTREACH_CREATED_KEY');
    return answer.ok ? tokens.filter((token) => token.length >= shortestKey && asAKey.test(token)) : [];
  }

  #server(
    { at, request, answer: passed }: PassingExchange,
    { seen: { kind }, name }: LabelledCredential,
    answer: Answer | null,
  ): ReadExchange['server'] {
    const why = leftOut(request.body, passed) ?? unusualIn(request);
    if (why !== null) return { kind: 'left out', why };
    const { operation, path, body } = request;
    const isCreation = operation === 'createApiKey';
    return {
      at,
      operation,
      // Nothing else is known about a key, not even whether it is still valid.
      caller: { kind: kind === 'bearer' || kind === 'not recorded' ? 'created key' : 'intruder', name },
      path,
      sent: sentIn(textOf(body)),
      answer:
        answer === null
          ? null
          : { status: answer.status, ok: answer.ok, json: isCreation ? undefined : answer.json },
      came: classOf(answer),
      key: isCreation && answer?.ok === true ? this.#keyIn(answer) : null,
      shows: [
        ...(answer === null ? [] : this.#shownIn(answer, request.path, textOf(body))),
        ...(holdsLastToken(answer?.json) && !isCreation ? ['`last_token`'] : []),
      ],
      writes: null,
    };
  }

  #keyIn(answer: Answer): ExchangeSeen['key'] {
    const key = createdKeyIn(answer, (value) => this.#secrets.replaceWhole(value));
    const token = isRecord(answer.json) ? answer.json['last_token'] : undefined;
    // It may have been replaced in the recording.
    return typeof token === 'string' && !asAKey.test(token) ? { ...key, token: null } : key;
  }

  /** The created keys that an answer shows. The answer may repeat what the request contained. */
  #shownIn({ text, headers, json }: Answer, path: string, sent: string | null): readonly string[] {
    if (this.#created.size === 0) return [];
    const own = isRecord(json) ? json['last_token'] : undefined;
    const texts = [text, ...Object.values(headers)];
    const asked = `${path} ${sent ?? ''}`;
    const isShown = [...this.#created].some(
      (token) => token !== own && texts.some((one) => one.includes(token)) && !asked.includes(token),
    );
    return isShown ? ['a created key'] : [];
  }

  #client(
    { request, answer, arrivedAt, answeredAt, connection }: PassingExchange,
    { seen }: LabelledCredential,
  ): ClientExchange {
    const { method, path, operation, headers, body } = request;
    const sent = textOf(body);
    return {
      arrivedAt,
      answeredAt,
      connection,
      credential: seen,
      method,
      path: this.#secrets.maskExactly(path),
      operation,
      headers: this.#headers(headers),
      body: sent === null ? null : this.#secrets.maskBody(sent),
      answer:
        answer === null
          ? null
          : {
              status: answer.status,
              headers: this.#headers(answer.headers),
              text: this.#secrets.maskBody(textOf(answer.body) ?? ''),
            },
    };
  }

  #exchange(
    { request, answer, arrivedAt, answeredAt }: PassingExchange,
    { name, shell }: LabelledCredential,
  ): Exchange {
    const { method, path, headers, body } = request;
    const { authorization: _, ...shown } = headers;
    return {
      role: 'subject',
      request: { method, url: `${this.#baseUrl}${path}`, headers: shown, body: textOf(body) },
      caller: name,
      authorization: shell,
      answer: answer === null ? null : recorded(answerOf(answer)),
      failure: answer === null ? 'it was not answered' : null,
      milliseconds: (answeredAt ?? arrivedAt) - arrivedAt,
    };
  }

  #headers(headers: Readonly<Record<string, string>>): ClientExchange['headers'] {
    const others = Object.entries(headers).filter(([name]) => !ofCredentials.has(name));
    return this.#secrets.maskHeaders(Object.fromEntries(others));
  }
}

/** Why an exchange says nothing about the server; null if it may. */
function leftOut(sent: PassingBody, answer: PassingAnswer | null): string | null {
  if (sent.kind === 'unknown') return `the request body is not recorded: ${sent.why}`;
  if (answer === null) return 'not answered';
  if (answer.recorder !== null) return `answered by \`observe\` itself: ${answer.recorder}`;
  if (answer.body.kind === 'unknown') return `the answer's body is not recorded: ${answer.body.why}`;
  return answer.status === 206 ? 'answered with partial content (206)' : null;
}

function answerOf({ status, headers, body }: PassingAnswer): Answer {
  const text = textOf(body) ?? '';
  return { status, ok: isSuccess(status), headers, text, json: parsedJson(text) };
}

function textOf(body: PassingBody): string | null {
  return body.kind === 'text' ? body.text : null;
}
