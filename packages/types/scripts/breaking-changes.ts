/** Finds what a changed OpenAPI document breaks for consumers of the released one. */
import { isDeepStrictEqual } from 'node:util';
import { record, SchemaComparison } from './compare-schemas.ts';
import type { BreakingChange } from './compare-schemas.ts';
import { compareServers } from './compare-servers.ts';

type Json = Record<string, unknown>;

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/**
 * Compares two OpenAPI documents. New and optional parts break nobody; removed parts, new requirements on requests, and
 * weaker guarantees about responses do. A keyword unknown to this comparison may not change at all.
 */
export function breakingChanges(before: Json, after: Json): BreakingChange[] {
  const comparison = new DocumentComparison(before, after);
  comparison.run();
  const texts = new Set<string>();
  return comparison.schemas.found.filter(
    ({ where, what }) => !texts.has(`${where} ${what}`) && texts.add(`${where} ${what}`),
  );
}

class DocumentComparison {
  readonly schemas: SchemaComparison;
  readonly #before: Json;
  readonly #after: Json;

  constructor(before: Json, after: Json) {
    this.schemas = new SchemaComparison(before, after);
    this.#before = before;
    this.#after = after;
  }

  run(): void {
    compareServers(this.#before['servers'], this.#after['servers'], (where, what) => {
      this.schemas.note(where, what);
    });
    for (const [path, item] of Object.entries(record(this.#before['paths']))) {
      for (const method of methods.filter((one) => one in record(item)))
        this.#operation(`${method.toUpperCase()} ${path}`, path, method);
    }
    const [had, has] = [componentsOf(this.#before), componentsOf(this.#after)];
    for (const [name, schema] of Object.entries(record(had['schemas']))) {
      if (!(name in record(has['schemas']))) this.schemas.note(`the schema ${name}`, 'is removed');
      // A schema that no operation references is there for consumers to use, such as a filter.
      else if (!this.schemas.met(name))
        this.schemas.compare('request', name, schema, record(has['schemas'])[name]);
    }
    for (const [name, scheme] of Object.entries(record(had['securitySchemes']))) {
      const [was, is] = [scheme, record(has['securitySchemes'])[name]].map(withoutDescription);
      if (!isDeepStrictEqual(was, is)) this.schemas.note(`the security scheme ${name}`, 'is changed');
    }
  }

  #operation(where: string, path: string, method: string): void {
    const [was, is] = [this.#find(this.#before, path, method), this.#find(this.#after, path, method)];
    if (is === null || was === null) {
      this.schemas.note(where, 'is removed');
      return;
    }
    if (was['operationId'] !== is['operationId'])
      this.schemas.note(
        where,
        `is named ${String(is['operationId'])} in place of ${String(was['operationId'])}`,
      );
    if (!isDeepStrictEqual(securityOf(was, this.#before), securityOf(is, this.#after)))
      this.schemas.note(where, 'takes another credential');
    // Servers of the operation, or of its path, override the document's.
    if ('servers' in was || 'servers' in is)
      compareServers(
        was['servers'] ?? this.#before['servers'],
        is['servers'] ?? this.#after['servers'],
        (server, what) => {
          this.schemas.note(`${where}: ${server}`, what);
        },
      );
    this.#parameters(where, was, is);
    this.#requestBody(
      where,
      this.#resolve(this.#before, was['requestBody']),
      this.#resolve(this.#after, is['requestBody']),
    );
    this.#responses(where, record(was['responses']), record(is['responses']));
  }

  /** An operation with the parameters of its path; null if there is none. */
  #find(document: Json, path: string, method: string): Json | null {
    const item = record(record(document['paths'])[path]);
    if (!(method in item)) return null;
    const operation = record(item[method]);
    const parameters = [item['parameters'], operation['parameters']]
      .flat()
      .map((one) => this.#resolve(document, one));
    const servers = 'servers' in item ? { servers: item['servers'] } : {};
    return { ...servers, ...operation, parameters };
  }

  #resolve(document: Json, value: unknown): Json {
    const { $ref } = record(value);
    if (typeof $ref !== 'string') return record(value);
    const steps = $ref.replace('#/', '').split('/');
    return record(steps.reduce<unknown>((at, step) => record(at)[step], document));
  }

  #parameters(where: string, was: Json, is: Json): void {
    const [before, after] = [parametersOf(was), parametersOf(is)];
    for (const [name, parameter] of before) {
      const kept = after.get(name);
      if (kept === undefined) this.schemas.note(`${where}: ${name}`, 'is removed');
      else this.#parameter(`${where}: ${name}`, parameter, kept);
    }
    for (const [name, { required }] of after) {
      if (required === true && before.get(name)?.['required'] !== true)
        this.schemas.note(`${where}: ${name}`, 'is newly required');
    }
  }

  #parameter(where: string, before: Json, after: Json): void {
    this.schemas.compare('request', where, before['schema'], after['schema']);
    for (const key of ['style', 'explode', 'allowReserved', 'content', 'allowEmptyValue']) {
      if (!isDeepStrictEqual(before[key], after[key])) this.schemas.note(where, `has another ${key}`);
    }
  }

  #requestBody(where: string, before: Json, after: Json): void {
    if (after['required'] === true && before['required'] !== true)
      this.schemas.note(`${where}: the body`, 'is newly required');
    this.#contents('request', `${where}: the body`, before, after);
  }

  #responses(where: string, before: Json, after: Json): void {
    for (const [status, response] of Object.entries(before)) {
      const place = `${where}: the answer ${status}`;
      if (!(status in after)) this.schemas.note(place, 'is removed');
      else
        this.#contents(
          'response',
          place,
          this.#resolve(this.#before, response),
          this.#resolve(this.#after, after[status]),
        );
    }
  }

  #contents(side: 'request' | 'response', where: string, before: Json, after: Json): void {
    const kept = record(after['content']);
    for (const [type, content] of Object.entries(record(before['content']))) {
      if (!(type in kept)) this.schemas.note(where, `is no longer ${type}`);
      else this.schemas.compare(side, where, record(content)['schema'], record(kept[type])['schema']);
    }
    for (const [name, header] of Object.entries(record(before['headers']))) {
      if (!isDeepStrictEqual(header, record(after['headers'])[name]))
        this.schemas.note(`${where}: the header ${name}`, 'is changed');
    }
  }
}

function securityOf(operation: Json, document: Json): unknown {
  return operation['security'] ?? document['security'];
}

function componentsOf(document: Json): Json {
  return record(document['components']);
}

function parametersOf(operation: Json): Map<string, Json> {
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'].map(record) : [];
  return new Map(
    parameters
      .filter((parameter) => 'name' in parameter)
      .map((parameter) => [
        `the ${String(parameter['in'])} parameter ${String(parameter['name'])}`,
        parameter,
      ]),
  );
}

function withoutDescription(scheme: unknown): Json {
  const { description: _, ...rest } = record(scheme);
  return rest;
}
