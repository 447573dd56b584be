/** `outreach-conformance init`: writes a target file and the files that run the suite. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { askSetUp, type KnownSetUp } from '../init/ask-set-up.ts';
import { fileNames, type Place, type SetUp } from '../init/set-up.ts';
import { addressFault, countFault, environmentFault, uuidsFault, uuidsIn } from '../init/set-up-faults.ts';
import { filesOf, writeFiles, type WrittenFile } from '../init/written-files.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { suiteCommand } from '../installation/suite-command.ts';

interface InitOptions {
  readonly url?: string;
  readonly senderProfile?: readonly string[];
  readonly allowUpdates?: true;
  readonly allowKeys?: number;
  readonly maxPerSecond?: number;
  readonly ci?: Place;
  readonly environment?: string;
  readonly yes?: true;
  readonly force?: true;
}

const about = `
It asks for what is not given, unless there is no terminal or --yes is given. No credential is asked for or written: the
target file names the environment variable OUTREACH_TOKEN.

Example:
  outreach-conformance init --url https://staging.example.com --ci github --yes`;

/**
 * `outreach-conformance init`: writes a target file and the files that run the suite.
 *
 * @param finished - is passed the exit code
 */
export function initCommand(finished: (code: number) => void): Command {
  return new Command('init')
    .description(
      'Write a commented target file and a workflow into this folder; asks for what no option gives.',
    )
    .option('--url <url>', 'address of the API')
    .option('--sender-profile <uuid>', 'a profile that may be read; may be given several times', moreUuids)
    .option('--allow-updates', 'those profiles may be updated, and are restored')
    .option('--allow-keys <n>', 'how many API keys may be created (default: 0)', count)
    .option('--max-per-second <n>', 'the maximum number of requests per second (default: no limit)', count)
    .addOption(
      new Option('--ci <place>', 'what runs it every night (default: github)').choices([
        'github',
        'gitlab',
        'shell',
        'none',
      ]),
    )
    .option('--environment <name>', 'environment of GitHub whose secrets the workflow gets', environmentName)
    .option('--yes', 'ask nothing')
    .option('--force', 'replace files that are there already')
    .addHelpText('after', about)
    .action(async (options: InitOptions) => {
      finished(await runInit(options));
    });
}

async function runInit(options: InitOptions): Promise<number> {
  const known = knownOf(options);
  const asks = options.yes !== true && process.stdin.isTTY;
  const setUp = asks ? await askSetUp(known) : withDefaults(known);
  if (setUp === null) {
    process.stderr.write('outreach-conformance: init was cancelled; nothing was written\n');
    return 130;
  }
  if (setUp.environment !== null && setUp.place !== 'github')
    throw new ConfigurationError('init: --environment is for --ci github');
  const files = await filesOf(setUp);
  await writeFiles(process.cwd(), files, options.force === true);
  process.stdout.write(`${nextText(setUp, files)}\n`);
  return 0;
}

function knownOf(options: InitOptions): KnownSetUp {
  const { url, senderProfile, allowUpdates, allowKeys, maxPerSecond, ci } = options;
  return {
    baseUrl: addressIn(url, process.env),
    senderProfiles: senderProfile,
    updates: allowUpdates,
    createApiKeys: allowKeys,
    maxPerSecond,
    place: ci,
    environment: options.environment,
  };
}

/** The address is not shown if it is wrong: it may contain a password. */
function addressIn(url: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  const address = url ?? environment['OUTREACH_BASE_URL'];
  if (address === undefined || (url === undefined && address === '')) return undefined;
  const fault = addressFault(address);
  if (fault !== null)
    throw new ConfigurationError(`init: ${url === undefined ? 'OUTREACH_BASE_URL' : '--url'}: ${fault}`);
  return address;
}

function withDefaults({ baseUrl, ...known }: KnownSetUp): SetUp {
  if (baseUrl === undefined)
    throw new ConfigurationError(
      'init: no address was given, and there is no terminal to ask on; give --url URL',
    );
  return {
    baseUrl,
    senderProfiles: known.senderProfiles ?? [],
    updates: known.updates ?? false,
    createApiKeys: known.createApiKeys ?? 0,
    maxPerSecond: known.maxPerSecond ?? null,
    place: known.place ?? 'github',
    environment: known.environment ?? null,
  };
}

const placeSteps: Readonly<Record<Place, string>> = {
  github: `Add the secret OUTREACH_TOKEN to the repository and commit ${fileNames.github}.`,
  gitlab: `Add the masked variable OUTREACH_TOKEN, include ${fileNames.gitlab} in .gitlab-ci.yml, and schedule a pipeline.`,
  shell: `Call ./${fileNames.shell} from your job runner, with OUTREACH_TOKEN set.`,
  none: 'Have your CI run the command of step 4.',
};

function nextText({ place, environment }: SetUp, files: readonly WrittenFile[]): string {
  const command = `${suiteCommand} server --config ${fileNames.target}`;
  const steps = [
    'Keep the suite with your tools: npm install --save-dev @outreach-api/conformance',
    `Check what works in ${fileNames.target}, and what can be decided with it: OUTREACH_TOKEN=… ${suiteCommand} doctor --config ${fileNames.target}`,
    `See what a run may do (nothing is sent): OUTREACH_TOKEN=… ${command} --plan`,
    `Judge the target: OUTREACH_TOKEN=… ${command} --known-deviations ${fileNames.knownDeviations} --fail-on inconclusive`,
    `For each rule that stays undecided, allow or provide what it lacks in ${fileNames.target}, or paste the entry that the run prints into ${fileNames.knownDeviations}: until then the run ends with 3.`,
    environment === null
      ? placeSteps[place]
      : placeSteps[place].replace('the repository', `the environment ${environment}`),
  ];
  return [
    'Written:',
    ...files.map(({ name }) => `  ${name}`),
    '',
    'Next:',
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
  ].join('\n');
}

function moreUuids(value: string, before: readonly string[] = []): readonly string[] {
  return [...new Set([...before, ...uuidsIn(checked(value, uuidsFault(value)))])];
}

function environmentName(value: string): string {
  return checked(value, environmentFault(value));
}

function count(value: string): number {
  return Number(checked(value, countFault(value)));
}

function checked(value: string, fault: string | null): string {
  if (fault !== null) throw new InvalidArgumentError(fault);
  return value;
}
