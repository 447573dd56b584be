/** Archives whose bodies are in files of their own: in one zip with the archive, or beside it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../../../test/real-command.ts';
import { readReport } from '../../report/read-report.ts';
import { readArchive } from './archive.ts';
import { exchangesIn } from './har-exchanges.ts';

const run = promisify(execFile);
const page = '{"data":[],"limit":10,"offset":0,"total":0,"has_more":false}';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-archive-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function bodyOf(file: string): Promise<unknown> {
  const archive = await readArchive(path.join(folder, file));
  return exchangesIn(archive, 'https://api.example.com').exchanges[0]?.answer?.body;
}

/** As Playwright writes with `content: 'attach'`. */
async function write(bodyFile: string): Promise<void> {
  const content = { size: page.length, mimeType: 'application/json', _file: bodyFile };
  const headers = [{ name: 'Authorization', value: 'Bearer abcdefgh1' }];
  const entry = {
    startedDateTime: '2026-11-20T12:00:00Z',
    request: {
      method: 'GET',
      url: 'https://api.example.com/integrations/api/webhooks',
      headers,
      bodySize: 0,
    },
    response: { status: 200, headers: [], content },
  };
  const log = { version: '1.2', creator: { name: 'Playwright', version: '1.56' }, entries: [entry] };
  await writeFile(path.join(folder, 'har.har'), JSON.stringify({ log }));
  await writeFile(path.join(folder, 'body.json'), page);
}

async function zip(...files: readonly string[]): Promise<void> {
  await run('python3', ['-m', 'zipfile', '-c', 'page.har.zip', ...files], { cwd: folder });
}

it('reads a zip of an archive and its bodies, and judges it', async () => {
  await write('body.json');
  await zip('body.json', 'har.har');
  expect(await bodyOf('page.har.zip')).toEqual({ kind: 'text', text: page });
  const { code, stdout } = await runCommand(['judge', '--har', 'page.har.zip', '--json', 'page.json'], {
    cwd: folder,
  });
  expect(stdout).toContain('BREACH PAGE-01');
  expect((await readReport(path.join(folder, 'page.json'))).recording?.judged).toBe(1);
  expect(code).toBe(1);
});

it('reads bodies beside an archive', async () => {
  await write('body.json');
  expect(await bodyOf('har.har')).toEqual({ kind: 'text', text: page });
});

it.each(['absent.json', '../body.json', ''])('leaves a body out that is not there: %j', async (name) => {
  await write(name);
  await zip('body.json', 'har.har');
  for (const file of ['har.har', 'page.har.zip'])
    expect(await bodyOf(file)).toEqual({ kind: 'unknown', why: 'the archive leaves the body out' });
});

it.each([
  ['a zip without an archive', 'it is a zip without an HTTP archive: no file in it ends in .har'],
  ['a zip that was cut', 'it cannot be read'],
  ['no file', 'there is no such file'],
  ['a folder', 'it cannot be read (EISDIR)'],
])('says what is wrong with %s', async (what, why) => {
  await write('body.json');
  const file = path.join(folder, what === 'no file' ? 'none.har' : what === 'a folder' ? '' : 'page.har.zip');
  if (what === 'a zip that was cut') await writeFile(file, 'PK\u0003\u0004 and no more');
  if (what === 'a zip without an archive') await zip('body.json');
  await expect(readArchive(file)).rejects.toThrow(why);
});
