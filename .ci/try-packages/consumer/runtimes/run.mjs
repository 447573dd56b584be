/** For runtimes with a command line; it prints `done`. */
import process from 'node:process';
import { exercise } from './exercise.mjs';

console.log(await exercise(JSON.parse(process.env['SANDBOX'] ?? '')));
