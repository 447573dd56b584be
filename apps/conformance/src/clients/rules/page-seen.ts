/** A page of a list as a client asked for it and got it. */
import { isRecord } from '../../records/is-record.ts';
import type { ClientExchange } from '../client-exchange.ts';

/** A page of a list as a client asked for it and got it. */
export interface PageSeen {
  /** 0 where none was asked for. */
  readonly offset: number;
  readonly records: number;
  readonly total: number;
  readonly hasMore: boolean;
  readonly arrivedAt: number;
  readonly answeredAt: number;
}

/** The page that an exchange brought; null where it brought none that was asked for by numbers and is readable. */
export function pageSeen({
  operation,
  path,
  answer,
  arrivedAt,
  answeredAt,
}: ClientExchange): PageSeen | null {
  if (operation !== 'listWebhooks' || answer === null || answeredAt === null) return null;
  if (answer.status < 200 || answer.status > 299) return null;
  const offset = offsetIn(path);
  const page = parsed(answer.text);
  if (offset === null || !isRecord(page)) return null;
  const { data, total, has_more: hasMore } = page;
  if (!Array.isArray(data) || typeof total !== 'number' || typeof hasMore !== 'boolean') return null;
  return { offset, records: data.length, total, hasMore, arrivedAt, answeredAt };
}

/** The offset that a path asks for; null where it is no number. */
export function offsetIn(path: string): number | null {
  const given = new URLSearchParams(path.split('?')[1] ?? '').get('offset') ?? '0';
  return /^\d{1,15}$/.test(given) ? Number(given) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
