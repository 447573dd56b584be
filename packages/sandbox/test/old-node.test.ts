/** A Node.js that is too old, which the command and the library name instead of what it lacks. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { leastNode, nodeFault } from '../src/node-fault.ts';

/** Arguments for Node.js to take itself for another version, without the modules that are new since. */
function as(version: string): string[] {
  const code = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    if (${version.startsWith('20')}) process.getBuiltinModule = () => undefined;`;
  return [
    '--conditions=@outreach-api/source',
    '--import',
    `data:text/javascript,${encodeURIComponent(code)}`,
  ];
}

/** The path of a source file. */
const source = (name: string): string => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

async function run(...args: string[]): Promise<{ code: unknown; stderr: string }> {
  return promisify(execFile)(process.execPath, args).then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error: { code: unknown; stderr: string }) => ({ code: error.code, stderr: error.stderr }),
  );
}

test('the command ends with 2 and one line', async () => {
  const { code, stderr } = await run(...as('20.20.2'), source('command.ts'), '--help');
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^outreach-sandbox: @outreach-api\/sandbox needs Node\.js 22\.19 or newer, and this is 20\.20\.2 \(.+\)\n$/,
  );
});

test.each(['index.ts', 'mock/mock-fetch.ts', 'mock/mock-nock.ts'])('%s throws on import', async (entry) => {
  const program = `import(${JSON.stringify(source(entry))}).catch(({ message }) => console.error(message))`;
  const { stderr } = await run(...as('20.20.2'), '--eval', program);
  expect(stderr).toMatch(/^@outreach-api\/sandbox needs Node\.js 22\.19 or newer, and this is 20\.20\.2/);
  expect(await run(...as('22.19.0'), '--eval', program)).toEqual({ code: 0, stderr: '' });
});

test.each([
  ['20.20.2', false],
  ['22.18.0', false],
  ['22.19.0', true],
  ['24.0.0', true],
  ['26.1.0-nightly', true],
])('%s is new enough: %s', (running, isEnough) => {
  expect(nodeFault(running) === null).toBe(isEnough);
});

test('the least version is that of the package', async () => {
  const { engines } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  expect(engines.node).toBe(`>=${leastNode.join('.')}`);
});
