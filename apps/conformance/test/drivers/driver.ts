/** The drivers that `pnpm clients` judges: real clients in the languages of their users. */
import path from 'node:path';
import type { Installed } from './install.ts';
import { driversFolder, toolchains, type Command, type Toolchain } from './toolchain.ts';

/** A driver of a real client. */
export interface Driver {
  readonly name: string;
  /** Null if it is run from this workspace. */
  readonly toolchain: Toolchain | null;
  /** The packages whose versions are reported. */
  readonly packages: readonly string[];
  /** The command that starts it, from the folder it was installed in. */
  start(folder: string): Command;
}

/** All drivers, in the order of the page. */
export const drivers: readonly Driver[] = [
  {
    name: 'outreach-client',
    toolchain: null,
    packages: [],
    start: () => [
      process.execPath,
      '--conditions=@outreach-api/source',
      path.join(driversFolder, 'outreach-client.mjs'),
    ],
  },
  inNode('openapi-fetch'),
  inNode('ky'),
  inNode('got'),
  inNode('axios-retry-exponential', 'axios', 'axios-retry'),
  inNode('axios-retry-default', 'axios', 'axios-retry'),
  inNode('undici-retry-agent', 'undici'),
  undeclared(inNode('undici-retry-agent', 'undici')),
  inNode('p-retry'),
  inNode('octokit-plugin-retry', '@octokit/core', '@octokit/plugin-retry'),
  inNode('fetch-retry'),
  inPython('urllib3-factor', 'requests_urllib3.py 0.2', 'requests', 'urllib3'),
  inPython('urllib3-default', 'requests_urllib3.py', 'requests', 'urllib3'),
  inPython('tenacity', 'httpx_tenacity.py', 'httpx', 'tenacity'),
  inPython('backoff', 'backoff_expo.py', 'requests', 'backoff'),
  {
    name: 'go-retryablehttp',
    toolchain: toolchains.go,
    packages: ['github.com/hashicorp/go-retryablehttp'],
    start: (folder) => [path.join(folder, 'driver')],
  },
  {
    name: 'resilience4j',
    toolchain: toolchains.java,
    packages: ['resilience4j-retry'],
    start: (folder) => [
      'java',
      // A short-lived process: most of its cost is the start.
      '-XX:TieredStopAtLevel=1',
      '-Xmx128m',
      '-cp',
      [path.join(folder, 'target', 'driver.jar'), path.join(folder, 'target', 'dependency', '*')].join(
        path.delimiter,
      ),
      'com.example.outreach.Resilience4jDriver',
    ],
  },
  {
    name: 'curl',
    toolchain: toolchains.shell,
    packages: ['curl'],
    start: (folder) => ['sh', path.join(folder, 'curl.sh')],
  },
];

/** The packages and versions of a driver, in words: `axios 1.21.1, axios-retry 4.5.0`. */
export function versionsOf({ packages }: Driver, { versionOf }: Pick<Installed, 'versionOf'>): string {
  return packages
    .map((name) => `${name.startsWith('@') ? name : path.posix.basename(name)} ${versionOf(name)}`)
    .join(', ');
}

/** The same driver without a declared policy. */
function undeclared(driver: Driver): Driver {
  return {
    ...driver,
    name: `${driver.name}-undeclared`,
    start: (folder) => [...driver.start(folder), 'undeclared'],
  };
}

function inNode(name: string, ...packages: readonly string[]): Driver {
  return {
    name,
    toolchain: toolchains.node,
    packages: packages.length === 0 ? [name] : packages,
    start: (folder) => [process.execPath, path.join(folder, `${name}.mjs`)],
  };
}

function inPython(name: string, script: string, ...packages: readonly string[]): Driver {
  const [file = '', ...args] = script.split(' ');
  return {
    name,
    toolchain: toolchains.python,
    packages,
    start: (folder) => [path.join(folder, '.venv', 'bin', 'python'), path.join(folder, file), ...args],
  };
}
