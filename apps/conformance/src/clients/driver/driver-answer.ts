/** Reads the output of a driver. */
import { isRecord } from '../../records/is-record.ts';
import type { DriverAnswer } from '../driver-call.ts';

/** The first line of a driver's output that is an answer; null if none is. */
export function driverAnswerIn(written: string): DriverAnswer | null {
  for (const line of written.split('\n')) {
    const answer = answerOf(line);
    if (answer !== null) return answer;
  }
  return null;
}

function answerOf(line: string): DriverAnswer | null {
  if (!line.trim().startsWith('{')) return null;
  const json = parsed(line);
  if (!isRecord(json) || typeof json['ok'] !== 'boolean') return null;
  const status = typeof json['status'] === 'number' ? { status: json['status'] } : {};
  return json['ok'] ? { ok: true, ...status, value: json['value'] } : { ok: false, ...status };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
