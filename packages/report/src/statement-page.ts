/** Where the site explains a statement. */

/**
 * The address of a statement's page, as reports have it; nothing if the address of the site is not known.
 *
 * @param site - the address of the site (`--docs-url`), with or without a slash at its end; empty where a variable is
 * @param id - e.g. `PAGE-06`
 */
export function statementPage(site: string | undefined, id: string): { readonly docs?: string } {
  if (site === undefined || site === '') return {};
  return { docs: `${site.replace(/\/$/, '')}/statements/${id.toLowerCase()}/` };
}
