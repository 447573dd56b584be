/** Names each generated file of this package with the text that the documents in `spec` give it now. */
import { readFile } from 'node:fs/promises';
import type { OpenAPI3 } from 'openapi-typescript';
import { parse } from 'yaml';
import { renderTypes } from './render-types.ts';

const specification = new URL('../../../spec/', import.meta.url);
const packageFolder = new URL('../', import.meta.url);

/** A file and what it must hold. */
export interface GeneratedFile {
  readonly at: URL;
  readonly text: string;
}

/** Reads `spec` and renders in memory; writes nothing. Throws where a document is missing or no YAML. */
export async function generatedFiles(): Promise<readonly GeneratedFile[]> {
  const openapiYaml = await readFile(new URL('openapi.yaml', specification), 'utf8');
  const openapi: OpenAPI3 = parse(openapiYaml);
  const statements: unknown = parse(await readFile(new URL('statements.yaml', specification), 'utf8'));
  return [
    { at: new URL('src/generated/openapi.ts', packageFolder), text: await renderTypes(openapi) },
    { at: new URL('generated/openapi.yaml', packageFolder), text: openapiYaml },
    { at: new URL('generated/openapi.json', packageFolder), text: asJson(openapi) },
    { at: new URL('generated/statements.json', packageFolder), text: asJson(statements) },
  ];
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
