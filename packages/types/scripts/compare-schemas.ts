/** Compares two versions of a JSON Schema, from the side of writers and of readers. */
import { isDeepStrictEqual } from 'node:util';

/** Consumers write requests: those may only become wider. They read responses: those may only become narrower. */
export type Side = 'request' | 'response';

/** A change that breaks consumers: of which field, and how. */
export interface BreakingChange {
  where: string;
  what: string;
}

/** The object, or an empty one if the value is none. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const texts = (value: unknown): string[] => list(value).map(String);

/** Says nothing that could break a consumer. */
const harmless = /^(description|title|summary|examples?|\$comment|deprecated|externalDocs|x-.*)$/;
/** Judged by their meaning; a keyword that is neither here nor harmless may not change at all. */
const judged =
  /^(\$ref|type|enum|const|format|properties|required|propertyNames|additionalProperties|items|anyOf|oneOf)$/;
const lowest = /^(minimum|exclusiveMinimum|minLength|minItems|minProperties)$/;
const highest = /^(maximum|exclusiveMaximum|maxLength|maxItems|maxProperties)$/;

/** Compares schemas of two documents; each named schema once for each side. */
export class SchemaComparison {
  readonly found: BreakingChange[] = [];
  readonly #compared = new Set<string>();
  readonly #before: Record<string, unknown>;
  readonly #after: Record<string, unknown>;

  constructor(before: Record<string, unknown>, after: Record<string, unknown>) {
    this.#before = before;
    this.#after = after;
  }

  /** Records a change. */
  note(where: string, what: string): void {
    this.found.push({ where, what });
  }

  /** Whether a schema of this name was compared. */
  met(name: string): boolean {
    return this.#compared.has(`request ${name}`) || this.#compared.has(`response ${name}`);
  }

  /** Records how the second schema breaks consumers of the first. */
  compare(side: Side, where: string, before: unknown, after: unknown): void {
    const { $ref } = record(before);
    const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : null;
    const place = name ?? where;
    if (name !== null) {
      if (this.#compared.has(`${side} ${name}`)) return;
      this.#compared.add(`${side} ${name}`);
    }
    const [a, b] = [resolve(this.#before, before), resolve(this.#after, after)];
    this.#types(side, place, a, b);
    this.#values(side, place, a, b);
    this.#format(side, place, a, b);
    this.#properties(side, place, a, b);
    this.#alternatives(side, place, a, b);
    this.#items(side, `${place}[]`, a['items'], b['items']);
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      this.#keyword(side, place, key, a[key], b[key]);
  }

  #note(side: Side, where: string, what: string): void {
    this.note(`${where}, in ${side}s`, what);
  }

  #items(side: Side, where: string, before: unknown, after: unknown): void {
    if (before !== undefined && after !== undefined) this.compare(side, where, before, after);
    else if (before !== after)
      this.#note(side, where, before === undefined ? 'is described only now' : 'is no longer described');
  }

  #types(side: Side, where: string, a: Record<string, unknown>, b: Record<string, unknown>): void {
    const [before, after] = [typesOf(a), typesOf(b)];
    const lost = before.filter((type) => !holds(after, type));
    const gained = after.filter((type) => !holds(before, type));
    if (side === 'request' && lost.length > 0)
      this.#note(side, where, `is no longer taken as ${lost.join(' or ')}`);
    if (side === 'response' && gained.length > 0)
      this.#note(side, where, `may now be ${gained.join(' or ')}`);
  }

  #values(side: Side, where: string, a: Record<string, unknown>, b: Record<string, unknown>): void {
    const [before, after] = [valuesOf(a), valuesOf(b)];
    if (before === null && after !== null && side === 'request')
      this.#note(side, where, `takes only ${after.join(', ')}`);
    if (before !== null && after === null && side === 'response')
      this.#note(side, where, `is no longer one of ${before.join(', ')}`);
    if (before === null || after === null) return;
    const lost = before.filter((value) => !after.includes(value));
    const gained = after.filter((value) => !before.includes(value));
    if (lost.length > 0) this.#note(side, where, `lost the value ${lost.join(', ')}`);
    if (gained.length > 0 && side === 'response') this.#note(side, where, `may now be ${gained.join(', ')}`);
  }

  #format(
    side: Side,
    where: string,
    { format: before }: Record<string, unknown>,
    { format: after }: Record<string, unknown>,
  ): void {
    const narrows = side === 'request' ? after : before;
    if (before !== after && narrows !== undefined)
      this.#note(
        side,
        where,
        `has the format ${JSON.stringify(after) ?? 'none'} in place of ${JSON.stringify(before) ?? 'none'}`,
      );
  }

  #properties(side: Side, where: string, a: Record<string, unknown>, b: Record<string, unknown>): void {
    const [before, after] = [record(a['properties']), record(b['properties'])];
    for (const [name, schema] of Object.entries(before)) {
      const place = `${where}.${name}`;
      if (name in after) this.compare(side, place, schema, after[name]);
      else this.#note(side, place, 'is removed');
    }
    const [had, has] = [texts(a['required']), texts(b['required'])];
    for (const name of side === 'request' ? has.filter((one) => !had.includes(one)) : [])
      this.#note(side, `${where}.${name}`, 'is newly required');
    for (const name of side === 'response' ? had.filter((one) => !has.includes(one) && one in after) : [])
      this.#note(side, `${where}.${name}`, 'may now be missing');
    this.#further(side, where, a['additionalProperties'] ?? true, b['additionalProperties'] ?? true);
    if ('propertyNames' in a || 'propertyNames' in b)
      this.compare(side, `the names in ${where}`, a['propertyNames'], b['propertyNames']);
  }

  #further(side: Side, where: string, before: unknown, after: unknown): void {
    if (typeof before === 'object' && typeof after === 'object')
      this.compare(side, `${where}.*`, before, after);
    else if (typeof before !== typeof after) this.#note(side, `${where}.*`, 'are typed in another way');
    else if (before === true && after === false && side === 'request')
      this.#note(side, `${where}.*`, 'are no longer taken');
  }

  /** Alternatives are matched by content, not by order. */
  #alternatives(side: Side, where: string, a: Record<string, unknown>, b: Record<string, unknown>): void {
    for (const key of ['anyOf', 'oneOf']) {
      const [before, after] = [list(a[key]), list(b[key])];
      const same = (one: unknown) => (other: unknown) => isDeepStrictEqual(bare(one), bare(other));
      const lost = before.filter((one) => !after.some(same(one)));
      const gained = after.filter((one) => !before.some(same(one)));
      for (const one of before.filter((kept) => !lost.includes(kept)))
        this.compare(side, `${where} (${shown(one)})`, one, after.find(same(one)));
      if (lost.length === 1 && gained.length === 1)
        this.compare(side, `${where} (${shown(lost[0])})`, lost[0], gained[0]);
      else if (side === 'request' && (lost.length > 0 || (before.length === 0) !== (after.length === 0)))
        this.#note(side, where, `is no longer taken as ${lost.map(shown).join(' or ') || 'anything'}`);
      else if (side === 'response' && gained.length > 0)
        this.#note(side, where, `may now be ${gained.map(shown).join(' or ')}`);
    }
  }

  #keyword(side: Side, where: string, key: string, before: unknown, after: unknown): void {
    if (harmless.test(key) || judged.test(key) || isDeepStrictEqual(before, after)) return;
    const [low, high] = [lowest.test(key), highest.test(key)];
    // A missing bound is one that lets everything through.
    const open = low ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const rise = Number(after ?? open) > Number(before ?? open);
    if ((low || high) && (low === rise) !== (side === 'request')) return;
    this.#note(
      side,
      where,
      `has ${key} ${JSON.stringify(after) ?? 'no more'} in place of ${JSON.stringify(before) ?? 'none'}`,
    );
  }
}

/** Follows `$ref`; its sibling keywords take precedence. */
function resolve(document: Record<string, unknown>, schema: unknown): Record<string, unknown> {
  const { $ref, ...own } = record(schema);
  if (typeof $ref !== 'string') return own;
  const steps = $ref.replace('#/', '').split('/');
  const target = steps.reduce<unknown>((at, step) => record(at)[step], document);
  return { ...resolve(document, target), ...own };
}

function typesOf({ type }: Record<string, unknown>): string[] {
  if (type === undefined) return ['anything'];
  return texts([type].flat());
}

function holds(types: readonly string[], type: string): boolean {
  return (
    types.includes(type) || types.includes('anything') || (type === 'integer' && types.includes('number'))
  );
}

function valuesOf(schema: Record<string, unknown>): string[] | null {
  if ('const' in schema) return [JSON.stringify(schema['const'])];
  return Array.isArray(schema['enum']) ? schema['enum'].map((value) => JSON.stringify(value)) : null;
}

/** A schema without the harmless keywords. */
function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !harmless.test(key))
      .map(([key, value]) => [key, key === 'properties' ? bareEach(record(value)) : bare(value)]),
  );
}

function bareEach(schemas: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, bare(schema)]));
}

function shown(schema: unknown): string {
  const { $ref } = record(schema);
  return typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? $ref) : JSON.stringify(bare(schema));
}
