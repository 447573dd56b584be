/** What experiments do, in the words of the comments above their definitions. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const sections = path.resolve(import.meta.dirname, '../../conformance/src/sections');
/** A documented constant whose definition begins with a call that names an experiment. */
const definition =
  /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(?:export )?const \w+(?:(?!\/\*\*|;\n|= \[)[^]){0,400}?(?:\(\s*|name: )'([a-z]+(?:-[a-z]+)+)'/g;

const again = '-with-a-new-key';

/** What an experiment does, in sentences; null if it has no comment of its own, since a function makes it. */
export function experimentComment(name: string): string | null {
  const own = comments.get(name);
  if (own !== undefined || !name.endsWith(again)) return own ?? null;
  const first = comments.get(name.slice(0, -again.length));
  return first === undefined ? null : `${first} Here with a key that was just created.`;
}

const comments: ReadonlyMap<string, string> = readComments();

function readComments(): ReadonlyMap<string, string> {
  const files = globSync('**/*.ts', { cwd: sections }).filter((file) => !file.endsWith('.test.ts'));
  const found = files.flatMap((file) => [
    ...readFileSync(path.join(sections, file), 'utf8').matchAll(definition),
  ]);
  return new Map(
    found.flatMap(([, comment = '', name = '']) => {
      const text = sentencesOf(comment);
      // What refers to the definition above it says nothing by itself.
      return text === '' || /^the same\b/i.test(text) ? [] : [[name, text] as const];
    }),
  );
}

/** The first paragraph, without what refers to code. */
function sentencesOf(comment: string): string {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*?\s?/, '').trim());
  const text =
    lines
      .join(' ')
      .trim()
      .split(/ @| {2}/, 1)[0] ?? '';
  return text.replaceAll(/\{@link (\w+)\}/g, '`$1`');
}
