/** Writes `.github/MAP.md`, one line for each source file from its first comment; with `--check` only compares. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const map = path.join(root, '.github', 'MAP.md');
const left = /(\.test(-d)?\.ts|\.config\.ts|\/generated\/)/;

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.mjs'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && !left.test(file) && existsSync(path.join(root, file)))
  .toSorted();

const documents = [
  '- `spec/openapi.yaml`: The OpenAPI document, authored by hand.',
  '- `spec/statements.yaml`: The numbered statements, and for each open one the admissible readings.',
  '- `strangers/fastapi`: The API in Python, as a stranger would write it.',
  '- `strangers/go`: The API in Go, as a stranger would write it.',
  '- `strangers/spring-boot`: The API in Java, as a stranger would write it.',
];
const lines = [
  ...documents,
  ...files.map((file) => `- \`${file}\`: ${purposeOf(readFileSync(path.join(root, file), 'utf8'))}`),
];
const silent = lines.filter((line) => line.endsWith(': '));
if (silent.length > 0)
  fail(`these files begin with no comment that says what they are for:\n${silent.join('\n')}`);

const text = `# Map\n\nEach source file in a line, from its own first comment (\`pnpm map\` writes this page).\n\n${lines.join('\n')}\n`;
if (!process.argv.includes('--check')) writeFileSync(map, text);
else if (!existsSync(map) || readFileSync(map, 'utf8') !== text)
  fail('.github/MAP.md is stale: run `pnpm map`');

/** The first sentence of the first comment. */
function purposeOf(source: string): string {
  const block = /\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? '';
  const prose = block.replaceAll(/^\s*[*#]+ ?/gm, '').split(/\n\s*\n|@\w+ /)[0] ?? '';
  const flat = prose
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^(?:\([^)]*\)|.)*?[.:;](?=\s|$)/.exec(flat)?.[0].replace(/[.:;]$/, '.') ?? flat;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
