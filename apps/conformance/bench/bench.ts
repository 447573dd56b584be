/** Measures whole runs of the suite, and says which figures miss their targets. */
import { curveFigures } from './curve-figures.ts';
import { lineOf } from './figure.ts';
import { requestsFigures } from './requests-figures.ts';
import { servedFigures } from './served-figures.ts';
import { simulatedFigures } from './simulated-figures.ts';

for (const figures of [servedFigures, simulatedFigures, requestsFigures, curveFigures])
  for (const figure of await figures()) process.stdout.write(lineOf(figure));
