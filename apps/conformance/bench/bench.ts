/** Measures whole runs of the suite, and says which figures miss their targets. */
import { lineOf } from './figure.ts';
import { servedFigures } from './served-figures.ts';
import { simulatedFigures } from './simulated-figures.ts';

for (const figures of [servedFigures, simulatedFigures])
  for (const figure of await figures()) process.stdout.write(lineOf(figure));
