/** Looks for the response of a webhook's target in the answer of a test, in whatever shape it is returned. */
import { isRecord } from './is-record.ts';

/** A response as a target gave it. */
export interface TargetResponse {
  readonly status: number;
  /** A text of letters, digits and hyphens in its body, which occurs nowhere else. */
  readonly marker: string;
}

/** An answer of the service, as far as it can hold a response. */
export interface HoldingAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Whether the status or the body of a response can be found in an answer: as the answer itself, as a value in its
 * JSON, as text, or in base64 (Test a webhook; the shape of the answer is not shown).
 */
export function holdsResponse(answer: HoldingAnswer, { status, marker }: TargetResponse): boolean {
  if (answer.status === status || answer.text.includes(marker)) return true;
  const json = parsed(answer.text);
  if (json === undefined) return saysStatus(answer.text, status);
  return valuesIn(json).some((value) =>
    typeof value === 'string'
      ? saysStatus(value, status) || decoded(value).includes(marker)
      : value === status,
  );
}

function saysStatus(text: string, status: number): boolean {
  return new RegExp(`(?<![\\w.:-])${status}(?![\\w:-]|\\.\\d)`).test(text);
}

function decoded(text: string): string {
  return text.length >= 16 && /^[\w+/-]+=*$/.test(text)
    ? Buffer.from(text, 'base64').toString('latin1')
    : text;
}

function valuesIn(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json.flatMap(valuesIn);
  return isRecord(json) ? Object.values(json).flatMap(valuesIn) : [json];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
