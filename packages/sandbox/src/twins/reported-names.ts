/** Twins from public bug reports: names and labels that filters, columns and formats take for something else. */
import { refused } from '../answer.ts';
import { changedKey } from './changed.ts';
import { sentIn } from './new-keys.ts';
import { refusesTexts } from './reported-texts.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';
import { writes } from './updated-texts.ts';

/** Words that lists of rude words have, and that are parts of names of people and towns. */
const rude = /cunt|cock|dick|fuck|nazi|penis|sex|shit/gi;
const placeholder = /\b(?:test|testing|demo|example|sample|placeholder)\b/i;
/** What every object of one language has. */
const members = /^(?:__proto__|constructor|hasOwnProperty|isPrototypeOf|toLocaleString|toString|valueOf)$/;

/** A twin that understands the name of a key otherwise, or refuses it. */
function namesKeys(change: (name: string) => string | null): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    keyName: (body) => {
      const name = right.keyName(body);
      if (!name.ok) return name;
      const changed = change(name.value);
      return changed === null
        ? refused('invalid-body', 'this name cannot be used')
        : { ...name, value: changed };
    },
  });
}

const needs = ['updates'] as const;
const text = { breaks: 'PROF-04', also: ['PROF-05'], needs } as const;
const keyName = { breaks: 'KEY-01', also: ['KEY-02'], needs: ['createApiKeys'] } as const;

/** A key's name as a part of an address; empty if it has no Latin letter and no digit. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** A twin for which names of keys are the same where their written forms are; the second is a failure. */
function namesAreOneBy(written: (name: string) => string, status: 422 | 500): TwinDefinition['twist'] {
  return (right) => {
    const taken = new Set<string>();
    const detail = 'there is a key of this name already';
    return {
      ...right,
      keyName: (body) => {
        const name = right.keyName(body);
        return name.ok && taken.has(written(name.value)) ? refused('invalid-body', detail) : name;
      },
      keepKey: (issued, call) => {
        taken.add(written(issued.key.name));
        right.keepKey(issued, call);
      },
      refusal: (refusal, call) => {
        const answer = right.refusal(refusal, call);
        return refusal.detail === detail && status === 500 ? { ...answer, status } : answer;
      },
    };
  };
}

export const reportedNamesTwins = defineTwins({
  'texts-with-the-words-update-and-set-are-refused': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'TrogloGeek/fail2ban-apache-sqlinject#7',
    needs: ['updates'],
    twist: refusesTexts(/\bupdate\s.*\sset\b/i),
  },
  'compatible-letters-become-plain-ones': {
    ...text,
    report: 'pelias/api#1375',
    twist: writes((one) => one.normalize('NFKC')),
  },
  'particles-of-names-are-lower-cased': {
    ...text,
    report: 'empirical-org/Empirical-Core#12014',
    twist: writes((one) => one.replaceAll(/\b(?:Dit|Van|Von|De|Der)\b/g, (word) => word.toLowerCase())),
  },
  'underscores-around-words-are-dropped': {
    ...text,
    report: 'BoostIO/BoostNote-Legacy#397',
    twist: writes((one) => one.replaceAll(/_(\w+?)_/g, '$1')),
  },
  'printf-directives-are-dropped': {
    ...text,
    report: 'wp-cli/php-cli-tools#85',
    twist: writes((one) => one.replaceAll(/%[sd]/g, '')),
  },
  'zero-width-spaces-are-removed': {
    ...text,
    report: 'froala/wysiwyg-editor#2555',
    twist: writes((one) => one.replaceAll('\u200b', '')),
  },
  'tabs-become-blanks': {
    ...text,
    report: 'codefori/vscode-ibmi#3433',
    twist: writes((one) => one.replaceAll('\t', '    ')),
  },
  'letters-after-an-apostrophe-become-capitals': {
    ...text,
    report: 'theiconic/name-parser#51',
    twist: writes((one) => one.replaceAll(/(?<=\p{L}')\p{Ll}/gu, (letter) => letter.toUpperCase())),
  },
  'fields-in-another-order-are-mixed-up': {
    ...text,
    report: 'bwssytems/ha-bridge#910',
    twist: (right) => ({
      ...right,
      update: (body) => {
        const update = right.update(body);
        const first = Object.keys(Object(body)).find((name) => name.endsWith('_name'));
        const { firstName, lastName } = update.ok ? update.value : {};
        return update.ok && first === 'last_name' && firstName !== undefined && lastName !== undefined
          ? { ok: true, value: { ...update.value, firstName: lastName, lastName: firstName } }
          : update;
      },
    }),
  },
  'key-name-takes-the-letter-case-of-an-earlier-one': {
    breaks: 'KEY-02',
    report: 'barryvdh/laravel-translation-manager#165',
    needs: ['createApiKeys'],
    under: { keyNames: 'any', keyQuota: 'none' },
    twist: (right) => {
      const known = new Map<string, string>();
      return changedKey(right, ({ name }) => {
        const folded = name.toLowerCase();
        known.set(folded, known.get(folded) ?? name);
        return { name: known.get(folded) ?? name };
      });
    },
  },
  'texts-named-like-members-of-objects-are-refused': {
    ...text,
    report: 'minimaxir/big-list-of-naughty-strings#101',
    twist: refusesTexts(members),
  },
  'key-name-like-a-member-of-objects-is-there-already': {
    ...keyName,
    report: 'purescript-deprecated/purescript-maps#35',
    under: { keyQuota: 'none' },
    twist: namesKeys((name) => (members.test(name) ? null : name)),
  },
  'names-with-a-rude-word-in-them-are-refused': {
    ...text,
    report: 'TwiN/go-away#13',
    twist: refusesTexts(new RegExp(rude.source, 'i')),
  },
  'texts-with-words-of-placeholders-are-refused': {
    ...text,
    also: ['PROF-05', 'KEY-01', 'KEY-02'],
    report: 'hyperlocalise/hyperlocalise#2431',
    twist: (right, world) =>
      refusesTexts(placeholder)(
        namesKeys((name) => (placeholder.test(name) ? null : name))(right, world),
        world,
      ),
  },
  'rude-words-in-texts-become-asterisks': {
    ...text,
    report: 'sm64js/sm64js#77',
    twist: writes((one) => one.replaceAll(rude, (word) => '*'.repeat(word.length))),
  },
  'carriage-returns-are-dropped': {
    ...text,
    report: 'phpmyadmin/phpmyadmin#12918',
    twist: writes((one) => one.replaceAll('\r\n', '\n')),
  },
  'line-breaks-are-dropped': {
    ...text,
    report: 'nhost/nhost#1030',
    twist: writes((one) => one.replaceAll('\n', '')),
  },
  'escaped-letters-of-4-bytes-become-two-others': {
    ...text,
    report: 'Orange-OpenSource/hurl#2235',
    twist: (right) => ({
      ...right,
      storeUpdate: (profile, update, call) => {
        if (!/\\ud[89ab]..\\ud[c-f]../i.test(call.body)) return right.storeUpdate(profile, update, call);
        const spoilt = Object.entries(update).map(([name, value]) => [
          name,
          typeof value === 'string' ? value.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd\ufffd') : value,
        ]);
        return right.storeUpdate(profile, { ...update, ...Object.fromEntries(spoilt) }, call);
      },
    }),
  },
  'texts-over-64-bytes-are-refused': {
    ...text,
    report: 'nextcloud-libraries/nextcloud-dialogs#1915',
    twist: (right) => ({
      ...right,
      update: (body) => {
        const update = right.update(body);
        const { firstName = '', lastName = '', label = '' } = update.ok ? update.value : {};
        return [firstName, lastName, label ?? ''].some((one) => Buffer.byteLength(one) > 64)
          ? refused('invalid-body', 'data too long for column')
          : update;
      },
    }),
  },
  'first-signs-of-formulas-are-removed': {
    ...text,
    report: 'ever-co/ever-traduora#537',
    twist: writes((one) => one.replace(/^[=+\-@]+/, '')),
  },
  'double-quotes-get-backslashes': {
    ...text,
    report: 'phpList/phplist-plugin-restapi#61',
    twist: writes((one) => one.replaceAll('"', String.raw`\"`)),
  },
  'key-name-in-hexadecimal-becomes-a-number': {
    ...keyName,
    breaks: 'KEY-02',
    also: [],
    report: 'getsops/sops#1003',
    under: { keyQuota: 'none' },
    twist: namesKeys((name) => (/^0x[0-9a-f]+$/i.test(name) ? String(Number(name)) : name)),
  },
  'label-that-the-profile-has-already-is-refused': {
    ...text,
    report: 'borgia-app/Borgia#115',
    twist: (right) => ({
      ...right,
      findSenderProfile: (uuid, call) => {
        const found = right.findSenderProfile(uuid, call);
        const isTaken =
          found.ok &&
          call.operation === 'senderProfiles.update' &&
          found.value.label !== null &&
          found.value.label === sentIn(call)['label'];
        return isTaken ? refused('invalid-body', 'there is a profile of this label') : found;
      },
    }),
  },
  'key-names-of-one-slug-are-one': {
    ...keyName,
    report: 'Soul-Brews-Studio/arra-oracle-v3#2933',
    under: { keyNames: 'unique', keyQuota: 'none' },
    twist: namesAreOneBy(slugOf, 500),
  },
  'key-names-in-letters-of-4-bytes-are-one': {
    ...keyName,
    report: 'pixelfed/pixelfed#6943',
    under: { keyNames: 'unique', keyQuota: 'none' },
    twist: namesAreOneBy((name) => name.toLowerCase().replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'), 422),
  },
});
