/** Why a rule did not pass, in words. */
import type { Doubt, RecordedDoubt } from '@outreach-api/engine';
import type { Why } from '../rules/rule-result.ts';
import { counted } from '@outreach-api/report/plural';
import { inWords } from './words.ts';

const doubts: Readonly<Record<Doubt, string>> = {
  disturbed: 'seen only while somebody else changed what was looked at',
  'locked out': 'seen while the key of the target file was refused, which it was not when the run began',
  'by an intermediary': 'seen only where a gateway gave the answer (502, 503, 504 or 520 to 530)',
  arguable: 'the description can be read both ways',
};

const recordedDoubts: Readonly<Record<RecordedDoubt, string>> = {
  'list changed': 'the list may have been changed at that moment',
  'server failed': 'the server may have failed at that moment',
};

/** Why a rule did not pass; null if there is no reason. */
export function reasonWords(why: readonly Why[]): string | null {
  return why.length === 0 ? null : why.map(oneReason).join(' — ');
}

/** Each reason by itself, except the breaches that could not have been seen, which reports list. */
export function reasonsWords(why: readonly Why[]): readonly string[] {
  return why.filter(({ kind }) => kind !== 'blind').map(oneReason);
}

function oneReason(why: Why): string {
  switch (why.kind) {
    case 'seen':
      return `seen ${why.times} of ${why.tries} times`;
    case 'recorded': {
      const often = `seen in ${why.broken} of ${counted(why.judged, 'exchange that shows it', 'exchanges that show it')}`;
      if (why.doubted === null) return often;
      const { unless, breach } = why.doubted;
      return `${often}, and ${recordedDoubts[unless]}: ${inWords(breach).actual}`;
    }
    case 'doubted':
      return `${doubts[why.doubt]}: ${inWords(why.breach).actual}`;
    case 'seen once': {
      const again =
        why.further === 0
          ? ', and it could not be tried again'
          : ` and never again in ${counted(why.further, 'try', 'tries')}`;
      return `seen once${again}: ${inWords(why.breach).actual}`;
    }
    case 'fault':
      return `a fault of the suite: ${why.message}`;
    case 'not provided':
      return `not allowed or provided: ${why.what.join(', ')}`;
    case 'needs':
      return `needs ${why.what.join(' and ')}`;
    case 'nothing tried':
      return 'nothing was tried';
    case 'blind':
      return `could not have seen: ${why.unseen.join('; ')}`;
    case 'stopped':
    case 'unmet':
    default:
      return why.message;
  }
}
