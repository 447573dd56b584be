/** The style and the script of the page. They are separate files in the folder `browser` beside this
 * module, where the build of the command copies them, too. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A text that is put into the page, and its name in the page's security policy. */
export interface Asset {
  readonly text: string;
  /** As a source expression of a content security policy. */
  readonly hash: string;
}

/** The parts of the style, in the order in which they apply. */
const styles = ['base', 'verdict', 'contents', 'toolbar', 'rules', 'breaches', 'tables', 'sizes'];

/** Reads the style and the script of the page. */
export function pageAssets(): { readonly style: Asset; readonly script: Asset } {
  return { style: styleOf(styles), script: asset(['page.js']) };
}

/** Reads the style of a page of these parts, in the order in which they apply. */
export function styleOf(names: readonly string[]): Asset {
  return asset(names.map((name) => `${name}.css`));
}

function asset(names: readonly string[]): Asset {
  const texts = names.map((name) => readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8'));
  const text = `\n${texts.join('\n')}`;
  return { text, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}
