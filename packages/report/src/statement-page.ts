/** Where the site explains a statement. */

/**
 * The address of a statement's page.
 *
 * @param site - the address of the site (`--docs-url`), with or without a slash at its end
 * @param id - e.g. `PAGE-06`
 */
export function statementPage(site: string, id: string): string {
  return `${site.replace(/\/$/, '')}/statements/${id.toLowerCase()}/`;
}
