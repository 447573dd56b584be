/** One self-contained HTML page. */
import { markup, nothing, type Markup } from '../markup.ts';
import type { Asset } from './page-assets.ts';

/** What a page consists of. */
export interface PageParts {
  readonly title: string;
  readonly style: Asset;
  /** None if not set. */
  readonly script?: Asset;
  readonly body: Markup;
}

/** One HTML page: no network, light and dark; its security policy lets only its own style and script take effect. */
export function htmlPage({ title, style, script, body }: PageParts): string {
  const scripts = script === undefined ? '' : `script-src ${script.hash}; `;
  const policy = `default-src 'none'; style-src ${style.hash}; ${scripts}base-uri 'none'; form-action 'none'`;
  const module =
    script === undefined ? nothing : markup`<script type="module">${{ markup: script.text }}</script>\n`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${{ markup: style.text }}</style>
</head>
<body>
${body}
${module}</body>
</html>
`.markup;
}
