/** Turns the OpenAPI document into the text of `src/generated/openapi.ts`. */
import openapiTS, { astToString, oapiRef, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const banner = `/** The whole API as TypeScript types, generated from spec/openapi.yaml; do not edit. */

`;

/** The same document always gives the same text. Throws if it is not an OpenAPI 3 document. */
export async function renderTypes(document: OpenAPI3): Promise<string> {
  const ast = await openapiTS(document, {
    // A field with a default is still optional for the sender.
    defaultNonNullable: false,
    silent: true,
    transform: (schema) => {
      if ('x-extensible-enum' in schema && Array.isArray(schema['x-extensible-enum']))
        return knownOrOther(schema['x-extensible-enum'].map(String));
      const [names, values] = [
        referenceIn(schema, 'propertyNames'),
        referenceIn(schema, 'additionalProperties'),
      ];
      return names !== undefined && values !== undefined ? eachOptional(names, values) : undefined;
    },
  });
  return banner + astToString(ast);
}

/** These texts, which editors suggest, or any other: a plain `string` would swallow them. */
function knownOrOther(known: readonly string[]): ts.TypeNode {
  const { factory, SyntaxKind } = ts;
  const other = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  const texts = known.map((text) => factory.createLiteralTypeNode(factory.createStringLiteral(text)));
  return factory.createUnionTypeNode([...texts, factory.createParenthesizedType(other)]);
}

function referenceIn(schema: object, keyword: string): ts.TypeNode | undefined {
  const found: unknown = Object.entries(schema).find(([key]) => key === keyword)?.[1];
  return typeof found === 'object' && found !== null && '$ref' in found && typeof found.$ref === 'string'
    ? oapiRef(found.$ref)
    : undefined;
}

/** `{ [Name in names]?: values }`: openapi-typescript itself takes no notice of `propertyNames`. */
function eachOptional(names: ts.TypeNode, values: ts.TypeNode): ts.TypeNode {
  const { factory, SyntaxKind } = ts;
  return factory.createMappedTypeNode(
    undefined,
    factory.createTypeParameterDeclaration(undefined, 'Name', names),
    undefined,
    factory.createToken(SyntaxKind.QuestionToken),
    values,
    undefined,
  );
}
