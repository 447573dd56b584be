/** The retries of a client, drawn in a report. */
import type { JsonReport } from '../json-report.ts';
import { type Markup, markup, nothing } from '../markup.ts';
import { drawnWaits } from './drawn-waits.ts';

/** The retries of a client, drawn next to what it declares; empty for a server, or if there were none. */
export function retryDrawing({ retries }: JsonReport): Markup {
  if (retries === undefined) return nothing;
  const drawing = drawnWaits({ ...retries, broken: null, id: 'retries' });
  if (drawing.markup === '') return nothing;
  return markup`<section aria-labelledby="retries-seen">
<h2 id="retries-seen">Waits before retries</h2>
<p class="lead">Each line is one call that was answered 429. On this axis exponential growth is a straight line.</p>
${drawing}
</section>`;
}
