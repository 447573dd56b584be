/** `outreach-conformance init`: writes a target file and the files that run the suite. */
import { Command, InvalidArgumentError, Option } from 'commander';
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
  readonly force?: true;
}

const about = `
What no option gives is in the target file as a comment, to be edited there. No credential is written: the file names the
environment variable OUTREACH_TOKEN.

Example:
  outreach-conformance init --url https://staging.example.com --ci github`;

/**
 * `outreach-conformance init`: writes a target file and the files that run the suite.
 *
 * @param finished - is passed the exit code
 */
export function initCommand(finished: (code: number) => void): Command {
  return new Command('init')
    .description('Write a commented target file and a workflow into this folder.')
    .option('--url <url>', 'address of the API (default: that of OUTREACH_BASE_URL)')
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
    .option('--force', 'replace files that are there already')
    .addHelpText('after', about)
    .action(async (options: InitOptions) => {
      finished(await runInit(options));
    });
}

async function runInit(options: InitOptions): Promise<number> {
  const setUp = setUpOf(options);
  if (setUp.environment !== null && setUp.place !== 'github')
    throw new ConfigurationError('init: --environment is for --ci github');
  const files = await filesOf(setUp);
  await writeFiles(process.cwd(), files, options.force === true);
  process.stdout.write(`${nextText(setUp, files)}\n`);
  return 0;
}

function setUpOf({ url, senderProfile, allowUpdates, allowKeys, ...options }: InitOptions): SetUp {
  return {
    baseUrl: addressIn(url, process.env),
    senderProfiles: senderProfile ?? [],
    updates: allowUpdates ?? false,
    createApiKeys: allowKeys ?? 0,
    maxPerSecond: options.maxPerSecond ?? null,
    place: options.ci ?? 'github',
    environment: options.environment ?? null,
  };
}

/** The address is not shown if it is wrong: it may contain a password. */
function addressIn(url: string | undefined, environment: NodeJS.ProcessEnv): string {
  const address = url ?? environment['OUTREACH_BASE_URL'] ?? '';
  if (address === '' && url === undefined)
    throw new ConfigurationError('init: no address was given; give --url URL');
  const fault = addressFault(address);
  if (fault !== null)
    throw new ConfigurationError(`init: ${url === undefined ? 'OUTREACH_BASE_URL' : '--url'}: ${fault}`);
  return address;
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
