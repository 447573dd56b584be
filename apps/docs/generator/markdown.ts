/** Pieces of Markdown. */

/** A table; empty if it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A list; empty if there is nothing in it. */
export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`).join('\n');
}

/** Parts of a page, with an empty line between them; those that are empty are left out. */
export function parts(...all: readonly string[]): string {
  return all.filter((part) => part !== '').join('\n\n');
}

/** A section; empty if it has no text. */
export function section(title: string, ...text: readonly string[]): string {
  const body = parts(...text);
  return body === '' ? '' : `## ${title}\n\n${body}`;
}

/** Text that is no Markdown, such as a name or a placeholder: `<file>` would be HTML. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\<>[\]*_|]/g, String.raw`\$&`);
}

/** Text in which only what stands between backticks is Markdown. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : escaped(part)))
    .join('');
}

/** Code within a line. */
export function code(text: string): string {
  return `\`${text}\``;
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`;
}

function cell(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll(/(?<!\\)\|/g, String.raw`\|`);
}
