/** Numbers of things. */

const rules = new Intl.PluralRules('en');

/**
 * A number with what it counts: `1 record`, `3 records`.
 *
 * @param many - the plural, if it is not the singular with an s
 */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${rules.select(number) === 'one' ? one : many}`;
}
