/** Twins from public bug reports: texts that sanitizers, columns and parsers change (Update, Create an API key). */
import { refused } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { SenderProfileUpdate } from '../records.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';
import { stores } from './update-a-sender-profile.ts';
import { writes } from './updated-texts.ts';

/** A twin that answers with the texts sent, but stores others. */
function storesOther(change: (text: string) => string): TwinDefinition['twist'] {
  return (right) =>
    stores(right, (update) => {
      const changed: SenderProfileUpdate = Object.fromEntries(
        Object.entries(update).map(([name, value]) => [
          name,
          typeof value === 'string' && name !== 'schedule' ? change(value) : value,
        ]),
      );
      return changed;
    });
}

/** As many of the first code points as fit into this many bytes of UTF-8. */
function inBytes(text: string, most: number): string {
  let cut = '';
  for (const character of text) {
    if (Buffer.byteLength(cut + character) > most) break;
    cut += character;
  }
  return cut;
}

/** A twin that refuses updates with such a text, as a firewall does. */
export function refusesTexts(pattern: RegExp): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    update: (body) => {
      const update = right.update(body);
      const texts = update.ok ? [update.value.firstName, update.value.lastName, update.value.label] : [];
      return texts.some((text) => pattern.test(text ?? '')) ? refused('invalid-body', 'forbidden') : update;
    },
  });
}

/** What percent-escapes in a text stand for; the text itself if they stand for nothing. */
function decodedOnceMore(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '"': '&#34;',
};

const needs = ['updates'] as const;

export const reportedTextsTwins = defineTwins({
  'ampersands-are-stored-as-entities': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'eclipse-sw360/sw360#4376',
    needs,
    twist: writes((text) => text.replaceAll('&', '&amp;')),
  },
  'angle-brackets-and-what-they-hold-are-removed': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'Windshiftapp/core#215',
    needs,
    twist: writes((text) => text.replaceAll(/<[^>]*>/g, '')),
  },
  'stored-text-ends-before-a-letter-of-4-bytes': {
    breaks: 'PROF-05',
    report: 'keybase/keybase-issues#2317',
    needs,
    twist: storesOther((text) => text.replace(/[\u{10000}-\u{10ffff}].*/su, '')),
  },
  'stored-text-is-cut-at-255-bytes': {
    breaks: 'PROF-05',
    report: 'vanilla/vanilla#5738',
    needs,
    under: { longText: 'to-255' },
    twist: storesOther((text) => inBytes(text, 255)),
  },
  'blanks-in-a-row-become-one': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'nextcloud/cookbook#817',
    needs,
    twist: writes((text) => text.replaceAll(/(?<=\S) +(?=\S)/g, ' ')),
  },
  'non-breaking-blanks-become-plain-ones': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'unepwcmc/SAPI#476',
    needs,
    twist: writes((text) => text.replaceAll('\u00a0', ' ')),
  },
  'points-in-time-are-written-otherwise': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'bugthesystem/FireSharp#87',
    needs,
    twist: writes((text) =>
      text.replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$2/$3/$1 $4'),
    ),
  },
  'the-text-1-is-taken-for-true': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'oaeproject/Hilary#368',
    needs,
    twist: writes((text) => (text === '1' ? 'true' : text)),
  },
  'zero-width-joiners-are-removed': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'diegosouzapw/OmniRoute#12186',
    needs,
    twist: writes((text) => text.replaceAll(/[\u200b-\u200d]/g, '')),
  },
  'texts-in-scientific-notation-become-numbers': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'Dhruv-Techapps/acf-docs#210',
    needs,
    twist: writes((text) => (/^\d+(?:\.\d+)?e\d+$/i.test(text) ? String(Number(text)) : text)),
  },
  'text-ends-at-a-less-than-sign': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'ericnorris/striptags#49',
    needs,
    twist: writes((text) => text.replace(/<(?=\S)[^>]*$/su, '')),
  },
  'backslashes-are-removed': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'Strategy11/formidable-forms#2281',
    needs,
    twist: writes((text) => text.replaceAll('\\', '')),
  },
  'answer-to-an-update-is-empty-where-gzip-is-accepted': {
    breaks: 'PROF-04',
    also: ['PROF-01', 'PROF-06', 'JSON-01'],
    report: 'DependencyTrack/dependency-track#474',
    needs,
    twist: (right) => ({
      ...right,
      answer: async (answer, call) => {
        const answered = await right.answer(answer, call);
        const isZipped = /\bgzip\b/.test(call.headers.get('accept-encoding') ?? '');
        return call.operation === 'senderProfiles.update' && answered.status < 300 && isZipped
          ? { ...answered, body: { kind: 'none' } }
          : answered;
      },
    }),
  },
  'empty-label-is-answered-and-not-stored': {
    breaks: 'PROF-05',
    report: 'go-gorm/gorm#1642',
    needs,
    under: { omittedOnUpdate: 'kept', successStatusOfUpdate: '200', emptyUpdate: 'taken' },
    twist: (right) => {
      const taking: Behaviour = {
        ...right,
        update: (body) => {
          const { label, ...others }: Readonly<Record<string, unknown>> = {
            ...(typeof body === 'object' ? body : {}),
          };
          const update = right.update(label === '' ? others : body);
          return update.ok && label === '' ? { ...update, value: { ...update.value, label } } : update;
        },
      };
      return stores(taking, (update) => {
        const { label, ...others } = update;
        return label === '' ? others : update;
      });
    },
  },
  'key-name-is-escaped-for-html': {
    breaks: 'KEY-02',
    report: 'Wei-Shaw/sub2api#2960',
    needs: ['createApiKeys'],
    twist: (right) => ({
      ...right,
      keyName: (body) => {
        const name = right.keyName(body);
        return name.ok
          ? { ...name, value: name.value.replaceAll(/[&<>'"]/g, (sign) => entities[sign] ?? sign) }
          : name;
      },
    }),
  },
  'answer-to-an-update-is-in-latin-1': {
    breaks: 'PROF-04',
    also: ['JSON-01'],
    report: 'MotusDev/Motus-TO-DO#2',
    needs,
    under: { jsonText: 'compact' },
    twist: (right) => ({
      ...right,
      answer: async (answer, call) => {
        const answered = await right.answer(answer, call);
        if (call.operation !== 'senderProfiles.update' || answered.body.kind !== 'json') return answered;
        const text = JSON.stringify(answered.body.value);
        if (/[\u0100-\uffff]/.test(text)) return answered;
        return {
          ...answered,
          body: { kind: 'bytes', bytes: Buffer.from(text, 'latin1'), type: 'application/json' },
        };
      },
    }),
  },
  'percent-escapes-in-texts-are-removed': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'ThemeFuse/Brizy#2139',
    needs,
    twist: writes((text) => text.replaceAll(/%[0-9a-f]{2}/gi, '')),
  },
  'percent-escapes-in-texts-are-decoded': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'CollaboraOnline/online#874',
    needs,
    twist: writes((text) => decodedOnceMore(text)),
  },
  'plus-signs-in-texts-become-blanks': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'gemi254/ConfigAssist-ESP32-ESP8266#9',
    needs,
    twist: writes((text) => text.replaceAll('+', ' ')),
  },
  'double-braces-and-what-they-hold-are-removed': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'geonetwork/core-geonetwork#1271',
    needs,
    twist: writes((text) => text.replaceAll(/\{\{[^{}]*\}\}/g, '')),
  },
  'dollar-signs-and-their-digits-are-removed': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'osTicket/osTicket-1.7#384',
    needs,
    twist: writes((text) => text.replaceAll(/\$\d/g, '')),
  },
  'texts-over-64-code-units-are-cut': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'elizaOS/eliza#23697',
    needs,
    twist: writes((text) => text.slice(0, 64)),
  },
  'stored-digits-lose-their-zeros': {
    breaks: 'PROF-05',
    report: 'statamic/v2-hub#378',
    needs,
    twist: storesOther((text) => text.replace(/^0+(?=\d+$)/, '')),
  },
  'texts-that-begin-with-select-are-refused': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'coreruleset/coreruleset#4342',
    needs,
    twist: refusesTexts(/^select\s/i),
  },
  'texts-with-the-word-on-are-refused': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'aws-solutions/aws-waf-security-automations#79',
    needs,
    twist: refusesTexts(/\son\b/i),
  },
  'key-name-with-the-word-having-is-refused': {
    breaks: 'KEY-01',
    also: ['KEY-02'],
    report: 'gyrinx-app/gyrinx#2033',
    needs: ['createApiKeys'],
    twist: (right) => ({
      ...right,
      keyName: (body) => {
        const name = right.keyName(body);
        return name.ok && /\bhaving\s+\w/i.test(name.value) ? refused('invalid-body', 'forbidden') : name;
      },
    }),
  },
});
