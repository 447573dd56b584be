/** A program that reads the OpenAPI document and the statements from the types package; it prints `done`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import document from '@outreach-api/types/openapi.json' with { type: 'json' };
import statements from '@outreach-api/types/statements.json' with { type: 'json' };

// @ts-expect-error `openapi` is a string
document.openapi satisfies number;
assert.match(document.openapi, /^3\.1\./);
assert.ok(Object.keys(document.paths).length > 0);
assert.ok(JSON.stringify(statements).includes('PAGE-06'));
const yaml = readFileSync(new URL(import.meta.resolve('@outreach-api/types/openapi.yaml')), 'utf8');
assert.match(yaml, /^openapi: 3\.1\./m);
process.stdout.write('done\n');
