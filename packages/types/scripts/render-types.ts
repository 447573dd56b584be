/** Turns the OpenAPI document into the text of `src/generated/openapi.ts`. */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const banner = `/** The whole API as TypeScript types, generated from spec/openapi.yaml; do not edit. */

`;

/** The same document always gives the same text. Throws if it is not an OpenAPI 3 document. */
export async function renderTypes(document: OpenAPI3): Promise<string> {
  const ast = await openapiTS(document, {
    // A field with a default is still optional for the sender.
    defaultNonNullable: false,
    silent: true,
    transform: (schema) =>
      'x-extensible-enum' in schema && Array.isArray(schema['x-extensible-enum'])
        ? knownOrOther(schema['x-extensible-enum'].map(String))
        : undefined,
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
