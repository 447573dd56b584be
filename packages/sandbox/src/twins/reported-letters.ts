/** Twins from public bug reports: letters and signs that lists of letters leave out (Update, Create an API key). */
import { jsonAnswer } from '../answer.ts';
import { changedKey } from './changed.ts';
import { refusesTexts } from './reported-texts.ts';
import { defineTwins } from './twin.ts';
import { writes } from './updated-texts.ts';

const text = { breaks: 'PROF-04', also: ['PROF-05'], needs: ['updates'] } as const;

export const reportedLettersTwins = defineTwins({
  'texts-with-a-repeated-kanji-are-refused': {
    ...text,
    report: 'ourjapanlife/findadoc-web#1467',
    twist: refusesTexts(/々/),
  },
  'texts-with-a-long-vowel-of-katakana-are-refused': {
    ...text,
    report: 'antiwork/gumroad#3725',
    twist: refusesTexts(/ー/),
  },
  'texts-in-half-width-katakana-are-refused': {
    ...text,
    report: 'WomenInSoftwareEngineeringJP/speak-her-db#157',
    twist: refusesTexts(/[ｦ-ﾝ]/),
  },
  'circumflexes-of-esperanto-are-dropped': {
    ...text,
    report: 'sindresorhus/transliterate#35',
    twist: writes((one) => one.replaceAll(/[ĉĝĥĵŝŭ]/gi, (letter) => letter.normalize('NFD').slice(0, 1))),
  },
  'ordinal-indicators-become-letters': {
    ...text,
    report: 'dplocki/podcast-downloader#88',
    twist: writes((one) => one.replaceAll('ª', 'a').replaceAll('º', 'o')),
  },
  'byte-order-marks-in-texts-are-removed': {
    ...text,
    report: 'k-takata/lv-mod#8',
    twist: writes((one) => one.replaceAll('\ufeff', '')),
  },
  'dots-in-key-names-become-hyphens': {
    breaks: 'KEY-02',
    report: 'redhat-cop/babylon#2745',
    needs: ['createApiKeys'],
    under: { keyNames: 'any', keyQuota: 'none' },
    twist: (right) => changedKey(right, ({ name }) => ({ name: name.replaceAll('.', '-') })),
  },
  'profiles-with-letters-of-mathematics-cannot-be-read': {
    breaks: 'PROF-05',
    also: ['PROF-01'],
    report: 'SparkDevNetwork/Rock#5850',
    needs: ['updates'],
    twist: (right) => ({
      ...right,
      success: (value, call) =>
        call.operation === 'senderProfiles.get' && /[\u{1d400}-\u{1d7ff}]/u.test(JSON.stringify(value))
          ? jsonAnswer(500, { error: 'cannot be serialized' })
          : right.success(value, call),
    }),
  },
});
