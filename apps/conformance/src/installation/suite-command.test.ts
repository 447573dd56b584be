import { expect, it } from 'vitest';
import { suiteCommand, suiteCommandOf } from './suite-command.ts';

it.for([
  [
    'the workspace',
    '/home/ada/outreach/apps/conformance/src/installation/suite-command.ts',
    'npx -y pnpm@12 conformance',
  ],
  [
    'a project',
    '/home/ada/app/node_modules/@outreach-api/conformance/dist/http/suite-command.js',
    'npx --no -- outreach-conformance',
  ],
  [
    'a project of pnpm',
    '/srv/app/node_modules/.pnpm/@outreach-api+conformance@1.0.0/node_modules/@outreach-api/conformance/dist/a.js',
    'npx --no -- outreach-conformance',
  ],
  [
    'a project on Windows',
    String.raw`C:\app\node_modules\@outreach-api\conformance\dist\a.js`,
    'npx --no -- outreach-conformance',
  ],
  [
    'the cache of npx',
    '/home/ada/.npm/_npx/7a31f/node_modules/@outreach-api/conformance/dist/a.js',
    'npx @outreach-api/conformance',
  ],
] as const)('names the command as it is called in %s', ([, file, command]) => {
  expect(suiteCommandOf(file)).toBe(command);
});

it('is a script of the workspace here', () => {
  expect(suiteCommand).toBe('npx -y pnpm@12 conformance');
});
