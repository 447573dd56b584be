/**
 * Writes the pages of the site as Markdown, from which Starlight makes it (`pnpm build`). With `--with-reports` the site
 * has the pages that `test:proof` and `clients` have written on this machine, too.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiPage } from './api-page.ts';
import { clientsPage } from './clients-page.ts';
import { commandPages } from './command-pages.ts';
import { pageFile, type Page } from './page.ts';
import { proofPage } from './proof-page.ts';
import { sidebarOf } from './sidebar.ts';
import { statementPages } from './statement-pages.ts';
import { twinsPage } from './twins-page.ts';
import { schemas, writtenPages } from './written-pages.ts';

const app = path.resolve(import.meta.dirname, '..');
const root = path.resolve(app, '../..');
const content = path.join(app, 'src/content');
const publicFolder = path.join(app, 'public');

/** Copies a file to where the site has it. */
function copy(file: string, to: string): void {
  const target = path.join(publicFolder, to);
  mkdirSync(path.dirname(target), { recursive: true });
  copyFileSync(path.join(root, file), target);
}

/** Copies a report if reports are wanted and it was written; false if not. */
function copiedReport(file: string, to: string): boolean {
  if (!process.argv.includes('--with-reports') || !existsSync(path.join(root, file))) return false;
  copy(file, to);
  return true;
}

rmSync(content, { recursive: true, force: true });
for (const folder of ['reference', 'proof', 'schemas'])
  rmSync(path.join(publicFolder, folder), { recursive: true, force: true });
copy('packages/types/generated/openapi.json', 'reference/openapi.json');
for (const [file, to] of schemas) copy(file, to);
const pages: readonly Page[] = [
  ...writtenPages(),
  ...statementPages(),
  apiPage(),
  ...(await commandPages()),
  proofPage(copiedReport('apps/conformance/proof-report/matrix.html', 'proof/matrix.html')),
  twinsPage(),
  clientsPage(copiedReport('apps/conformance/clients-report/clients.html', 'proof/clients/clients.html')),
];
for (const page of pages) {
  const file = path.join(content, 'docs', page.path === '' ? 'index.md' : `${page.path}.md`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, pageFile(page));
}
writeFileSync(path.join(content, 'sidebar.json'), JSON.stringify(sidebarOf(pages)));
