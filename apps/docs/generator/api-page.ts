/** The reference of the API, from its OpenAPI document. */
import {
  apiDocument,
  endpoints,
  nameIn,
  type Content,
  type Endpoint,
  type Parameter,
  type Response,
  type Schema,
} from './api-document.ts';
import { code, list, parts, prose, table } from './markdown.ts';
import { linkBetween, type Page } from './page.ts';
import { statementPath, statements, type Statement } from './statements.ts';

/** Where the reference is. */
export const apiPath = 'reference/api';

/** The reference of the API: its operations, then its schemas. */
export function apiPage(): Page {
  const { info, tags, components } = apiDocument;
  return {
    path: apiPath,
    title: 'The API',
    description:
      'The seven operations that the description specifies, with their parameters, bodies and responses.',
    body: parts(
      info.description,
      `It carries the version ${info.version}. Every request carries \`Authorization: Bearer KEY\`. ${components.securitySchemes.apiKey.description.trim()} The document itself is [openapi.json](../openapi.json) here, and \`@outreach-api/types/openapi.yaml\` on npm.`,
      `Statements on every operation: ${linksTo(statements.filter(isOnAll))}`,
      ...tags.map(({ name, description }) =>
        parts(
          `## ${name}`,
          description,
          ...endpoints.filter((endpoint) => endpoint.tags.includes(name)).map(operation),
        ),
      ),
      '## Schemas',
      ...Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema)),
    ),
  };
}

function operation(endpoint: Endpoint): string {
  const {
    operationId,
    summary,
    description,
    method,
    path,
    parameters = [],
    requestBody,
    responses,
  } = endpoint;
  const answers = Object.entries(responses)
    .map(([status, response]) => ({ status, ...resolved(response) }))
    .toSorted((one, other) => orderOf(one.status) - orderOf(other.status));
  return parts(
    `### ${operationId}`,
    `**${summary}.** ${description.trim()}`,
    `\`\`\`http\n${method} ${path}\n\`\`\``,
    table(['parameter', 'meaning'], parameters.map(parameterRow)),
    requestBody === undefined ? '' : `The request body is ${bodyOf(requestBody.content)}.`,
    requestBody === undefined ? '' : exampleOf(requestBody.content, 'request'),
    table(
      ['response', 'meaning'],
      answers.map(({ status, description: meaning = '', content }) => [
        code(status),
        `${meaning.trim()}${content === undefined ? '' : ` Body: ${bodyOf(content)}.`}`,
      ]),
    ),
    ...answers.map(({ content = {} }) => exampleOf(content, 'response')),
    `Statements: ${linksTo(statements.filter((one) => one.operations.includes(operationId) && !isOnAll(one)))}`,
  );
}

/** Successes come first, what is said of no status in particular last. */
function orderOf(status: string): number {
  return status === 'default' ? Number.POSITIVE_INFINITY : Number(status.replaceAll('X', '0'));
}

function parameterRow(parameter: Parameter): readonly string[] {
  const own =
    parameter.$ref === undefined
      ? parameter
      : (apiDocument.components.parameters[nameIn(parameter.$ref)] ?? {});
  const { name = '', in: place = '', required = false, description = '', schema = {} } = own;
  return [code(name), `${required ? 'Required. ' : ''}In the ${place}, ${typeOf(schema)}. ${description}`];
}

function resolved(response: Response): Response {
  return response.$ref === undefined
    ? response
    : (apiDocument.components.responses[nameIn(response.$ref)] ?? {});
}

function bodyOf(content: Content): string {
  return Object.values(content)
    .map(({ schema = {} }) => typeOf(schema))
    .join(' or ');
}

/** The first example of a body; empty if there is none. */
function exampleOf(content: Content, of: string): string {
  const [example] = Object.values(content).flatMap(({ examples = {} }) => Object.values(examples));
  return example === undefined
    ? ''
    : `A ${of}, for example:\n\n\`\`\`json\n${JSON.stringify(example.value, null, 2)}\n\`\`\``;
}

function isOnAll({ operations }: Statement): boolean {
  return operations.length === endpoints.length;
}

function linksTo(all: readonly Statement[]): string {
  return all.map(({ id }) => `[${id}](${linkBetween(apiPath, statementPath(id))})`).join(', ');
}

function schemaSection(name: string, schema: Schema): string {
  const { description = '', properties, required = [], enum: values, anyOf, examples = [] } = schema;
  const fields = Object.entries(properties ?? {}).map(([field, of]) => [
    code(field),
    `${required.includes(field) ? 'Always there. ' : ''}${capital(typeOf(of))}. ${of.description?.trim() ?? ''}${knownValues(of)} ${linksTo(statements.filter((one) => one.fields[name]?.includes(field) === true))}`,
  ]);
  return parts(
    `### ${name}`,
    description.trim(),
    properties === undefined ? `It is ${typeOf(schema)}.` : '',
    values === undefined ? '' : `Its values are ${values.map(code).join(', ')}.`,
    anyOf === undefined ? '' : list(anyOf.map(alternative)),
    table(['field', 'meaning'], fields),
    examples.length === 0
      ? ''
      : `\`\`\`json\n${examples.map((example) => JSON.stringify(example)).join('\n')}\n\`\`\``,
  );
}

function alternative(of: Schema): string {
  return of.description === undefined ? typeOf(of) : `${typeOf(of)}: ${of.description}`;
}

function knownValues({ 'x-extensible-enum': values }: Schema): string {
  return values === undefined ? '' : ` Known: ${values.map(code).join(', ')}.`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The type of a value in words. */
function typeOf(schema: Schema): string {
  const { $ref: reference, type, format, items, anyOf, additionalProperties } = schema;
  if (reference !== undefined) return `[${nameIn(reference)}](#${nameIn(reference).toLowerCase()})`;
  if (anyOf !== undefined) return 'one of these';
  if (items !== undefined) return `an array of ${typeOf(items)}`;
  if (typeof additionalProperties === 'object')
    return `an object whose values are ${typeOf(additionalProperties)}`;
  if (type === undefined) return 'not shown';
  const kinds = typeof type === 'string' ? [type] : type;
  const fallback = schema.default === undefined ? '' : `, by default ${code(JSON.stringify(schema.default))}`;
  return prose(`${kinds.join(' or ')}${format === undefined ? '' : ` (${format})`}`) + fallback;
}
