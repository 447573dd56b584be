/** Compares where two versions of an OpenAPI document say that requests go. */
import { record } from './compare-schemas.ts';

type Variables = Record<string, unknown>;

/** An OpenAPI document without servers has this one. */
const none = [{ url: '/' }];

/**
 * Records what breaks consumers of the first list of servers: a removed server, a new first one (the default), and
 * variables with another default or without values that were accepted.
 *
 * @param note - receives the server, and what about it
 */
export function compareServers(
  before: unknown,
  after: unknown,
  note: (where: string, what: string) => void,
): void {
  const [had, has] = [serversIn(before), serversIn(after)];
  for (const [url, variables] of had) {
    const kept = has.get(url);
    if (kept === undefined) note(`the server ${url}`, 'is removed');
    else compareVariables(`the server ${url}`, variables, kept, note);
  }
  const [[first] = [], [firstNow] = []] = [had, has].map((servers) => [...servers.keys()]);
  if (first !== firstNow && first !== undefined && has.has(first))
    note(`the server ${firstNow}`, `is the default in place of ${first}`);
}

function compareVariables(
  server: string,
  before: Variables,
  after: Variables,
  note: (where: string, what: string) => void,
): void {
  for (const name of Object.keys(before)) {
    const [had, has] = [record(before[name]), record(after[name])];
    const where = `${server}: the variable ${name}`;
    if (had['default'] !== has['default'])
      note(where, `has the default ${String(has['default'])} in place of ${String(had['default'])}`);
    const [values, valuesNow] = [valuesOf(had), valuesOf(has)];
    const lost = values?.filter((value) => valuesNow !== null && !valuesNow.includes(value)) ?? [];
    if (values === null && valuesNow !== null) note(where, `takes only ${valuesNow.join(', ')}`);
    else if (lost.length > 0) note(where, `no longer takes ${lost.join(', ')}`);
  }
}

function serversIn(value: unknown): Map<string, Variables> {
  const servers = Array.isArray(value) && value.length > 0 ? value : none;
  return new Map(servers.map(record).map((server) => [String(server['url']), record(server['variables'])]));
}

/** The values that a variable accepts; null if it accepts any. */
function valuesOf(variable: Variables): string[] | null {
  return Array.isArray(variable['enum']) ? variable['enum'].map(String) : null;
}
