import { expect, it } from 'vitest';
import { disclosedIn } from './disclosed-in.ts';

const record = { first_name: 'Björn', last_name: 'García', label: 'Outreach "EMEA"', team_id: 7 };

it.each([
  ['as it is', 'you may not see Björn García', 'first_name'],
  ['in JSON', '{"error":"you may not see Björn García"}', 'first_name'],
  ['in JSON with escapes', String.raw`{"error":"you may not see Bj\u00f6rn Garc\u00eda"}`, 'first_name'],
  ['in a list of errors', String.raw`{"errors":["not yours: Bj\u00f6rn Garc\u00eda"]}`, 'first_name'],
  ['with quotes', String.raw`{"error":"not yours: Outreach \"EMEA\""}`, 'label'],
  ['in a field', '{"profile":{"team_id":7}}', 'team_id'],
  ['nothing of it', '{"error":"Björn may not see team 7"}', null],
])('a value is found %s', (_, text, field) => {
  expect(disclosedIn(text, record)).toBe(field);
});
