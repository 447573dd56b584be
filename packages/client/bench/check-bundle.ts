/** Fails if the built client exceeds its size limit: `pnpm --filter @outreach-api/client run check:size`. */
import { describeBundles } from './bundle.ts';

const { text, within } = await describeBundles();
process.stdout.write(text);
if (!within) {
  process.stderr.write(
    'createOutreachClient is above its bound: make it smaller, or move what few need to an export of its own\n',
  );
  process.exitCode = 1;
}
