/** Reads the output of a driver. */
import { parsedJson } from '@outreach-api/model/records/parsed-json';
import { isRecord } from '@outreach-api/model/records/is-record';
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
  const json = parsedJson(line);
  if (!isRecord(json) || typeof json['ok'] !== 'boolean') return null;
  const status = typeof json['status'] === 'number' ? { status: json['status'] } : {};
  if (!json['ok']) return { ok: false, ...status };
  const beside = Object.keys(json).filter((name) => name !== 'ok' && name !== 'status');
  if (!('value' in json) && beside.length > 0) return { ok: true, ...status, beside };
  return { ok: true, ...status, value: json['value'] };
}
