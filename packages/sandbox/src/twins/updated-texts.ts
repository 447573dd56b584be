/** Twins that break the section Update a sender profile: text that does not come back as it was sent. */
import { changedUpdate } from './changed.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that changes the texts of an update. */
export function writes(change: (text: string) => string): TwinDefinition['twist'] {
  return (right) =>
    changedUpdate(right, (update) => {
      const { firstName, lastName, label } = update;
      return {
        ...update,
        ...(firstName === undefined ? {} : { firstName: change(firstName) }),
        ...(lastName === undefined ? {} : { lastName: change(lastName) }),
        ...(typeof label === 'string' ? { label: change(label) } : {}),
      };
    });
}

const needs = ['updates'] as const;

export const updatedTextsTwins = defineTwins({
  'names-over-32-are-cut': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => Array.from(text).slice(0, 32).join('')),
  },
  'texts-of-37-letters-lose-the-last': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => (Array.from(text).length === 37 ? text.slice(0, -1) : text)),
  },
  'names-lose-non-ascii-letters': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.replaceAll(/[^\x20-\x7e]/g, '?')),
  },
  'names-lose-their-accents': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  },
  'apostrophes-are-escaped': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.replaceAll("'", '&#39;')),
  },
  'names-are-capitalised': {
    breaks: 'PROF-04',
    also: ['PROF-05', 'PROF-12'],
    needs,
    twist: writes((text) => text.replace(/^./u, (letter) => letter.toUpperCase())),
  },
  'letters-beyond-the-basic-plane-are-lost': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
  },
  'the-name-null-is-taken-for-none': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => (text.toLowerCase() === 'null' ? 'unnamed' : text)),
  },
  'zero-is-taken-for-no-text': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => (text === '0' ? 'unnamed' : text)),
  },
  'digits-lose-their-zeros': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.replace(/^0+(?=\d+$)/, '')),
  },
  'letters-of-vietnamese-are-lost': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.replaceAll(/[\u1e00-\u1eff]/g, '?')),
  },
  'letters-like-an-apostrophe-become-one': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.replaceAll(/[\u02bb\u02bc]/g, "'")),
  },
  'letters-of-persian-become-arabic': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.replaceAll('ی', 'ي').replaceAll('ک', 'ك')),
  },
  'carons-are-lost': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) =>
      text.replaceAll(/\p{L}/gu, (letter) => letter.normalize('NFD').replace('\u030c', '').normalize('NFC')),
    ),
  },
  'armenian-and-ethiopic-are-lost': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.replaceAll(/[\p{Script=Armenian}\p{Script=Ethiopic}]/gu, '?')),
  },
  'the-name-no-is-taken-for-false': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => (/^(?:no|off)$/i.test(text) ? 'false' : text)),
  },
  'dates-become-points-in-time': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)),
  },
  'long-numbers-are-rounded': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => (/^\d{16,}$/.test(text) ? String(Number(text)) : text)),
  },
  'full-stops-are-dropped': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.replaceAll('.', '')),
  },
  'text-ends-at-a-comma': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.replace(/,.*/su, '')),
  },
  'vowel-signs-are-lost': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.replaceAll(/\p{M}/gu, '')),
  },
  'entities-are-decoded': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs,
    twist: writes((text) => text.replaceAll('&amp;', '&')),
  },
  'dates-in-texts-become-points-in-time': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'JamesNK/Newtonsoft.Json#862',
    needs,
    twist: writes((text) => text.replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00:00')),
  },
  'the-texts-yes-and-no-become-booleans': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'alibaba/nacos#12969',
    needs,
    twist: writes((text) => {
      if (/^(?:yes|on)$/i.test(text)) return 'true';
      return /^(?:no|off)$/i.test(text) ? 'false' : text;
    }),
  },
});
