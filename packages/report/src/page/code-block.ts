/** Verbatim text, to be read or pasted. */
import { markup, nothing, type Markup } from '../markup.ts';

/**
 * Verbatim text in a fixed width. It is reachable by keyboard, since it may scroll.
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

/** A body in its most readable form: JSON with its structure shown, anything else as it came. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
