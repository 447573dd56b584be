/** Turns the OpenAPI document into the text of `src/generated/openapi.ts`. */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const banner = `/** The whole API as TypeScript types, generated from spec/openapi.yaml; do not edit. */

`;

/** The same document always gives the same text. Throws where the document is no OpenAPI 3 document. */
export async function renderTypes(document: OpenAPI3): Promise<string> {
  const ast = await openapiTS(document, {
    // A field with a default is still optional for the one who sends it.
    defaultNonNullable: false,
    silent: true,
  });
  return banner + astToString(ast);
}
