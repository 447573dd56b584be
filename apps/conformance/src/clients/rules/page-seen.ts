/** A page of a list as a client requested and received it. */
import { parsedJson } from '@outreach-api/model/records/parsed-json';
import { isSuccess } from '@outreach-api/model/records/answer-class';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { ClientExchange } from '../client-exchange.ts';

/** A page of a list as a client requested and received it. */
export interface PageSeen {
  /** 0 if none was requested. */
  readonly offset: number;
  readonly records: number;
  readonly total: number;
  readonly hasMore: boolean;
  readonly arrivedAt: number;
  readonly answeredAt: number;
}

/** The page in an exchange; null if there is no readable page that was requested with numeric parameters. */
export function pageSeen({
  operation,
  path,
  answer,
  arrivedAt,
  answeredAt,
}: ClientExchange): PageSeen | null {
  if (operation !== 'listWebhooks' || answer === null || answeredAt === null) return null;
  if (!isSuccess(answer.status)) return null;
  const offset = offsetIn(path);
  const page = parsedJson(answer.text);
  if (offset === null || !isRecord(page)) return null;
  const { data, total, has_more: hasMore } = page;
  if (!Array.isArray(data) || typeof total !== 'number' || typeof hasMore !== 'boolean') return null;
  return { offset, records: data.length, total, hasMore, arrivedAt, answeredAt };
}

/** The offset that a path requests; null if it is not a number. */
export function offsetIn(path: string): number | null {
  const given = new URLSearchParams(path.split('?')[1] ?? '').get('offset') ?? '0';
  return /^\d{1,15}$/.test(given) ? Number(given) : null;
}
