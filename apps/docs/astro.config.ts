/** The site. `OUTREACH_DOCS_URL` is the address at which it will be, if that is known. */
import { readFileSync } from 'node:fs';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';

const address = process.env['OUTREACH_DOCS_URL'] ?? '';
const { origin, pathname } = new URL(address === '' ? 'http://localhost/' : address);

/** Most statements are further down in the sidebar than a screen shows. */
const showCurrentInSidebar =
  'addEventListener("DOMContentLoaded", () => document.querySelector("#starlight__sidebar [aria-current=page]")?.scrollIntoView({ block: "center" }));';

export default defineConfig({
  ...(address === '' ? {} : { site: origin }),
  base: pathname,
  // Nothing is cached outside of the site's own folder, and no image is resized.
  cacheDir: './node_modules/.astro',
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: 'Outreach API',
      head: [{ tag: 'script', content: showCurrentInSidebar }],
      customCss: ['./src/styles/site.css'],
      sidebar: JSON.parse(readFileSync(new URL('src/content/sidebar.json', import.meta.url), 'utf8')),
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      expressiveCode: { defaultProps: { frame: 'none', wrap: true } },
    }),
  ],
});
