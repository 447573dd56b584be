/** Text that is shown as it is, to be read or pasted. */
import { markup, nothing, type Markup } from '../markup.ts';

/**
 * Text in a fixed width, as it is. It can be reached by keyboard, since it may scroll.
 *
 * @param label - what it is, in words
 * @param copied - whether there is a button that copies it
 */
export function codeBlock(label: string, text: string, copied = false): Markup {
  const button = copied
    ? markup`<button type="button" class="copy" data-copy hidden aria-label="Copy: ${label}">Copy</button>`
    : nothing;
  return markup`<div class="code">${button}<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre></div>`;
}

/** A body as it is best read: JSON with its structure shown, all else as it came. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
