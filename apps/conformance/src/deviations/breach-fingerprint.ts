/** Distinguishes breaches of a rule, in the same way in each run on the same target. */

/** A breach as it was seen, as far as it matters here. */
interface Seen {
  readonly expected: string;
  readonly actual: string;
  /** `experiment:path`, as `--path` takes it. */
  readonly path: string;
}

const mostOfASentence = 160;

/**
 * What distinguishes one breach of a rule from another: the experiment that shows it, and the expected and actual texts
 * without the values, which differ in each run. HTTP statuses stay.
 */
export function fingerprintOf({ expected, actual, path }: Seen): string {
  const [experiment = ''] = path.split(':', 1);
  return `${experiment}: expected ${sentence(expected)}; actual ${sentence(actual)}`;
}

/**
 * Whether a fingerprint is what an entry of the known deviations pins: a part of one, ignoring values.
 *
 * @param fingerprint - of a breach; undefined if a report has none
 */
export function isPinnedBy(pin: string, fingerprint: string | undefined): boolean {
  return (fingerprint ?? '').toLowerCase().includes(withoutValues(pin).toLowerCase());
}

function sentence(text: string): string {
  const whole = withoutValues(text);
  return whole.length > mostOfASentence ? whole.slice(0, mostOfASentence).trimEnd() : whole;
}

function withoutValues(text: string): string {
  const isOfStatuses = /\b(?:status|answered|refused with)\b/.test(text);
  return (
    text
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, '…')
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?/g, '…')
      // Names of fields stay; the last string may be cut.
      .replaceAll(/"(?:[^"\\]|\\.)*(?:":?|$)/g, (string) => (string.endsWith(':') ? string : '…'))
      .replaceAll(/(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\w)/g, (number) =>
        isOfStatuses && /^[1-5]\d\d$/.test(number) ? number : '…',
      )
      .replaceAll(/(?<=:)(?:null|true|false)(?=[,}\]])/g, '…')
      .replaceAll(/…(?:, ?…)+/g, '…')
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}
