/** Finds what an answer discloses of a record. */
import type { JsonObject } from '@outreach-api/model/records/is-record';

/** Fields whose values identify this record; the uuid was in the request, and one user may be in two teams. */
const identifyingTexts = [
  'first_name',
  'last_name',
  'label',
  'linkedin_browser_uuid',
  'linkedin_account_uuid',
  'mailbox_uuid',
];
const revealing = [
  ...identifyingTexts,
  'linkedin_server_id',
  'assignee_user_id',
  'target_url',
  'team_id',
  'created_at',
  'updated_at',
];
const distinctive = 12;
/** The first and last name, one after the other. */
const distinctiveName = 8;

/**
 * What an answer discloses of a record: a field name together with its value, or a value too long to be a
 * coincidence; null if nothing.
 */
export function disclosedIn(text: string, record: JsonObject): string | null {
  const fields = fieldsIn(text);
  const found = fields.find(
    ([name, value]) => revealing.includes(name) && value !== null && value === record[name],
  );
  if (found !== undefined) return found[0];
  // The parsed texts too: JSON may be written with or without escapes.
  const texts = [text, ...fields.map(([, value]) => value).filter((value) => typeof value === 'string')];
  const holds = (value: string): boolean =>
    texts.some((one) => one.includes(value) || one.includes(JSON.stringify(value).slice(1, -1)));
  const names = [record['first_name'], record['last_name']];
  const wholeName = names.every((name) => typeof name === 'string') ? names.join(' ') : '';
  if (wholeName.length >= distinctiveName && holds(wholeName)) return 'first_name';
  // Dates do not count: an error may contain the current time.
  return (
    identifyingTexts.find((name) => {
      const value = record[name];
      return typeof value === 'string' && value.length >= distinctive && holds(value);
    }) ?? null
  );
}

/** All fields and elements of JSON, however deep; none of what is not JSON. */
function fieldsIn(text: string): readonly (readonly [name: string, value: unknown])[] {
  const fields: [string, unknown][] = [];
  try {
    JSON.parse(text, (name, value: unknown) => {
      fields.push([name, value]);
      return value;
    });
    return fields;
  } catch {
    return [];
  }
}
