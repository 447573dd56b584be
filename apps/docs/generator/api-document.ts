/** The OpenAPI document, as far as the reference shows it. */
import openapi from '@outreach-api/types/openapi.json' with { type: 'json' };

/** A schema, or a reference to one. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly examples?: readonly unknown[];
}

/** A parameter, or a reference to one. */
export interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

/** What a body may be, by its media type. */
export type Content = Readonly<
  Record<
    string,
    { readonly schema?: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
  >
>;

/** A response, or a reference to one. */
export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

/** An operation. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

const methods = ['get', 'put', 'post', 'delete'] as const;

type PathItem = { readonly [Method in (typeof methods)[number]]?: Operation } & {
  readonly parameters?: readonly Parameter[];
};

interface Document {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: { readonly apiKey: { readonly description: string } };
  };
}

/** The document. */
export const apiDocument: Document = openapi;

/** An operation with the method and the path that it is called by. */
export interface Endpoint extends Operation {
  readonly method: string;
  readonly path: string;
}

/** All operations, in the order of the document. */
export const endpoints: readonly Endpoint[] = Object.entries(apiDocument.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method];
    if (operation === undefined) return [];
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    return [{ ...operation, parameters, method: method.toUpperCase(), path }];
  }),
);

/** The last part of a reference: the name of what it refers to. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
