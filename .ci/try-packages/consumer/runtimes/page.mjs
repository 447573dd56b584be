/** For a browser: a page's script. */
import { exercise } from './exercise.mjs';

Object.assign(globalThis, { exercise });
