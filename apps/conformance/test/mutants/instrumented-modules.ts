/** Loaded first in a process that tries mutants: serves the instrumented sources instead of the originals. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isRecord } from '@outreach-api/model/records/is-record';
import { switches } from './switches.ts';

/** The environment variable that names the file with the instrumented sources, by the URL of the module. */
const file = process.env['INSTRUMENTED_SOURCES'] ?? '';
const sources: unknown = JSON.parse(readFileSync(file, 'utf8'));

Reflect.set(globalThis, '__stryker__', switches);
registerHooks({
  load: (url, context, next) => {
    const source = isRecord(sources) ? sources[url] : undefined;
    return typeof source === 'string'
      ? { format: 'module-typescript', source, shortCircuit: true }
      : next(url, context);
  },
});
