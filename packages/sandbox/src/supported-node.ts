/** Throws on import where Node.js is too old; the first import of each entry, before modules that need a new one. */
import { nodeFault } from './node-fault.ts';

const fault = nodeFault(process.versions.node);
if (fault !== null) throw new Error(fault);
