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
import { statementPath, statements } from './statements.ts';

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

function operation({
  operationId,
  summary,
  description,
  method,
  path,
  parameters = [],
  requestBody,
  responses,
}: Endpoint): string {
  return parts(
    `### ${operationId}`,
    `**${summary}.** ${description.trim()}`,
    `\`\`\`http\n${method} ${path}\n\`\`\``,
    table(['parameter', 'in', 'type', 'meaning'], parameters.map(parameterRow)),
    requestBody === undefined ? '' : `The request body is ${bodyOf(requestBody.content)}.`,
    requestBody === undefined ? '' : exampleOf(requestBody.content),
    table(['response', 'body', 'meaning'], Object.entries(responses).map(responseRow)),
    ...Object.values(responses).map((response) => exampleOf(resolved(response).content ?? {})),
    statementsOn(operationId),
  );
}

function parameterRow(parameter: Parameter): readonly string[] {
  const own =
    parameter.$ref === undefined
      ? parameter
      : (apiDocument.components.parameters[nameIn(parameter.$ref)] ?? {});
  const { name = '', in: place = '', required = false, description = '', schema = {} } = own;
  return [code(name) + (required ? ', required' : ''), place, typeOf(schema), description];
}

function responseRow([status, response]: readonly [string, Response]): readonly string[] {
  const { description = '', content } = resolved(response);
  return [code(status), content === undefined ? 'none is described' : bodyOf(content), description.trim()];
}

function resolved(response: Response): Response {
  return response.$ref === undefined
    ? response
    : (apiDocument.components.responses[nameIn(response.$ref)] ?? {});
}

function bodyOf(content: Content): string {
  const bodies = Object.values(content).map(({ schema = {} }) => typeOf(schema));
  return bodies.join(' or ');
}

/** The first example of a body; empty if there is none. */
function exampleOf(content: Content): string {
  const [example] = Object.values(content).flatMap(({ examples = {} }) => Object.values(examples));
  return example === undefined ? '' : `\`\`\`json\n${JSON.stringify(example.value, null, 2)}\n\`\`\``;
}

function statementsOn(operationId: string): string {
  const own = statements.filter(({ operations }) => operations.includes(operationId));
  return `Statements: ${own.map(({ id }) => `[${id}](${linkBetween(apiPath, statementPath(id))})`).join(', ')}`;
}

function schemaSection(name: string, schema: Schema): string {
  const { description = '', properties, required = [], enum: values, anyOf, examples = [] } = schema;
  const fields = Object.entries(properties ?? {}).map(([field, of]) => [
    code(field) + (required.includes(field) ? ', always' : ''),
    typeOf(of),
    parts(of.description?.trim() ?? '', knownValues(of)),
    statementsOnField(name, field),
  ]);
  return parts(
    `### ${name}`,
    description.trim(),
    properties === undefined ? `It is ${typeOf(schema)}.` : '',
    values === undefined ? '' : `Its values are ${values.map(code).join(', ')}.`,
    anyOf === undefined
      ? ''
      : list(anyOf.map((of) => `${typeOf(of)}${of.description === undefined ? '' : `: ${of.description}`}`)),
    table(['field', 'type', 'meaning', 'statements'], fields),
    examples.length === 0
      ? ''
      : `\`\`\`json\n${examples.map((example) => JSON.stringify(example)).join('\n')}\n\`\`\``,
  );
}

function knownValues({ 'x-extensible-enum': values }: Schema): string {
  return values === undefined ? '' : `Known: ${values.map(code).join(', ')}.`;
}

function statementsOnField(schema: string, field: string): string {
  return statements
    .filter(({ fields }) => fields[schema]?.includes(field) === true)
    .map(({ id }) => `[${id}](${linkBetween(apiPath, statementPath(id))})`)
    .join(', ');
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
