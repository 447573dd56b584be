import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import clientFile from '../clients/driver/client-file.schema.json' with { type: 'json' };
import knownDeviations from '../deviations/known-deviations.schema.json' with { type: 'json' };
import history from '../history/history.schema.json' with { type: 'json' };
import ledgerLine from '../ledger/ledger-line.schema.json' with { type: 'json' };
import report from '../report/report.schema.json' with { type: 'json' };
import { schemaValidator } from './schema-validator.ts';
import targetFile from './target-file.schema.json' with { type: 'json' };

describe('the schema of', () => {
  it.each<readonly [string, AnySchemaObject]>([
    ['a target file', targetFile],
    ['a client file', clientFile],
    ['known deviations', knownDeviations],
    ['a report', report],
    ['a history', history],
    ['a line of a ledger', ledgerLine],
  ])('%s is one, and makes the validator print no warning', async (_, schema) => {
    const ajv = new Ajv2020({ allowUnionTypes: true, discriminator: true, strictTypes: true });
    expect([await ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
    expect(() => ajv.compile(schema)).not.toThrow();
  });
});

describe('a validator', () => {
  const schema = { $id: 'https://example.com/s', type: 'object', $defs: { name: { type: 'string' } } };

  it('takes what the schema allows, and nothing else', () => {
    const validate = schemaValidator(schema, {})();
    expect([validate({}), validate('Ada')]).toEqual([true, false]);
  });

  it('is of a part where one is named', () => {
    const validate = schemaValidator(schema, {}, 'name')();
    expect([validate({}), validate('Ada')]).toEqual([false, true]);
  });
});
