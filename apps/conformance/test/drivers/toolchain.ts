/** What the drivers of a language need on a machine, and how they are installed. */
import { fileURLToPath } from 'node:url';

/** The folder of all drivers. */
export const driversFolder = fileURLToPath(new URL('../../examples/drivers', import.meta.url));

/** A command with its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** How the drivers of a language are installed; they share its folder. */
export interface Toolchain {
  readonly folder: string;
  /** Programs that must be on the machine, each with the command that prints its version. */
  readonly tools: readonly Command[];
  /** Run in a copy of the folder, in this order. */
  readonly install: readonly Command[];
  /** The file that pins versions; null if the machine's own are used. */
  readonly manifest: string | null;
}

/** By the name of their folder. */
export const toolchains = {
  node: {
    folder: 'node',
    tools: [['npm', '--version']],
    install: [['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']],
    manifest: 'package.json',
  },
  python: {
    folder: 'python',
    tools: [['python3', '--version']],
    install: [
      ['python3', '-m', 'venv', '.venv'],
      ['.venv/bin/python', '-m', 'pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
    ],
    manifest: 'requirements.txt',
  },
  go: {
    folder: 'go',
    tools: [['go', 'version']],
    install: [['go', 'build', '-o', 'driver', '.']],
    manifest: 'go.mod',
  },
  java: {
    folder: 'java',
    tools: [
      ['java', '-version'],
      ['mvn', '--version'],
    ],
    install: [['mvn', '--quiet', '--batch-mode', 'package']],
    manifest: 'pom.xml',
  },
  shell: {
    folder: 'shell',
    tools: [
      ['curl', '--version'],
      ['jq', '--version'],
    ],
    install: [],
    manifest: null,
  },
} as const satisfies Readonly<Record<string, Toolchain>>;
