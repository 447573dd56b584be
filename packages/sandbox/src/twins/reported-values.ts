/** Twins from public bug reports: values that an index, a pattern or a choice of a filter leaves out (Filtering). */
import { webhookEvents } from '../described/webhook-events.ts';
import { changedMatch } from './changed.ts';
import { defineTwins, furtherFields } from './twin.ts';

/** Longer texts are not in the index. */
const mostOfAnIndex = 50;

/** Whether a value is a text too long for the index. */
const isLong = (value: unknown): boolean =>
  typeof value === 'string' && Array.from(value).length > mostOfAnIndex;

const needs = ['filters'] as const;

export const reportedValuesTwins = defineTwins({
  'long-texts-are-taken-for-null': {
    breaks: 'FILT-06',
    also: ['FILT-07', 'FILT-08'],
    report: 'elastic/elasticsearch#24256',
    needs,
    twist: (right) =>
      changedMatch(right, ({ form }, value) => {
        if (!isLong(value)) return null;
        return form === 'null' || (form === 'not-null' ? false : null);
      }),
  },
  'difference-finds-the-long-text-that-it-names': {
    breaks: 'FILT-04',
    also: ['FILT-08'],
    report: 'elastic/elasticsearch#127197',
    needs,
    twist: (right) =>
      changedMatch(right, (condition, value) =>
        condition.form === 'comparison' && ['!=', '<>'].includes(condition.operator) && isLong(value)
          ? true
          : null,
      ),
  },
  'scalar-with-a-hyphen-is-ignored': {
    breaks: 'FILT-01',
    also: ['FILT-08', 'DEL-01'],
    report: 'syndesisio/syndesis#724',
    needs,
    twist: (right) =>
      changedMatch(right, (condition) =>
        condition.form === 'scalar' && String(condition.value).includes('-') ? true : null,
      ),
  },
  'event-that-does-not-exist-is-no-condition': {
    breaks: 'FILT-01',
    also: ['FILT-08'],
    report: 'miki725/django-url-filter#64',
    needs,
    twist: (right, { store }) => {
      const exists = (event: unknown): boolean =>
        webhookEvents.some((known) => known === event) ||
        store.webhooks.all().some((webhook) => webhook.event === event);
      return changedMatch(right, (condition, _value, field) =>
        condition.form === 'scalar' && field === 'event' && !exists(condition.value) ? true : null,
      );
    },
  },
  'arrays-lose-their-zeros': {
    breaks: 'FILT-02',
    report: '47ng/nuqs#294',
    ...furtherFields,
    twist: (right) =>
      changedMatch(right, (condition, _value, _field, rightly) =>
        condition.form === 'array'
          ? rightly({ ...condition, values: condition.values.filter((one) => Number(one) !== 0) })
          : null,
      ),
  },
  'scalar-0-is-ignored': {
    breaks: 'FILT-01',
    report: 'vufind-org/vufind#942',
    ...furtherFields,
    twist: (right) =>
      changedMatch(right, (condition) =>
        condition.form === 'scalar' && String(condition.value) === '0' ? true : null,
      ),
  },
  'operand-loses-its-fraction-of-a-second': {
    breaks: 'FILT-05',
    also: ['FILT-03', 'FILT-04'],
    report: 'Parature/ParatureSDK#25',
    ...furtherFields,
    under: { ...furtherFields.under, dateFormat: 'milliseconds' },
    twist: (right) =>
      changedMatch(right, (condition, _value, field, rightly) =>
        condition.form === 'comparison' && field === 'created_at'
          ? rightly({ ...condition, operand: String(condition.operand).replace(/\.\d+/, '') })
          : null,
      ),
  },
});
