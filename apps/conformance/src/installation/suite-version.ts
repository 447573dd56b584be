/** The version of this package, as reports name it. */
import { readFileSync } from 'node:fs';
import { isRecord } from '@outreach-api/model/records/is-record';
import { packageFolder } from './package-folder.ts';

const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8'));

/** The version of this package, as reports name it. */
export const suiteVersion: string = isRecord(manifest) ? String(manifest['version']) : 'unknown';
