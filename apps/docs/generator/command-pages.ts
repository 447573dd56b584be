/** A page for each command, from its own definition. */
import type { Argument, Command, Option } from 'commander';
import { commands } from '../../conformance/src/commands/main.ts';
import { command as sandboxCommand } from '../../../packages/sandbox/src/main.ts';
import { code, parts, prose, section, table } from './markdown.ts';
import { linkBetween, type Page } from './page.ts';

const path = 'reference/commands';

/** The pages of all commands, and one that lists them. */
export async function commandPages(): Promise<readonly Page[]> {
  const suite = await Promise.all(
    Object.values(commands).map(async (load) => {
      const make = await load();
      return commandPage(
        make(() => undefined),
        'outreach-conformance',
      );
    }),
  );
  const all = [...suite, commandPage(sandboxCommand, null)];
  const rows = all.map((page) => [
    `[${code(page.title)}](${linkBetween(path, page.path)})`,
    prose(page.description),
  ]);
  return [
    {
      path,
      title: 'Commands',
      label: 'All commands',
      description: 'The commands of the suite and of the sandbox, with all their options.',
      body: parts(
        '`outreach-conformance` comes with `@outreach-api/conformance`, `outreach-sandbox` with `@outreach-api/sandbox`. These pages are made from the definitions of the commands, as is `--help`.',
        table(['command', 'what it does'], rows),
      ),
    },
    ...all,
  ];
}

function commandPage(command: Command, program: string | null): Page {
  const name = program === null ? command.name() : `${program} ${command.name()}`;
  return {
    path: `${path}/${command.name()}`,
    title: name,
    label: command.name(),
    description: command.description(),
    body: parts(
      prose(command.description()),
      `\`\`\`sh\nnpx ${program === null ? '@outreach-api/sandbox' : name} ${command.usage()}\n\`\`\``,
      section('Arguments', table(['argument', 'meaning'], command.registeredArguments.map(argumentRow))),
      section(
        'Options',
        table(['option', 'meaning'], command.options.filter(({ hidden }) => !hidden).map(optionRow)),
      ),
      textAfterHelp(command),
    ),
  };
}

function argumentRow(argument: Argument): readonly string[] {
  return [
    code(argument.variadic ? `${argument.name()}…` : argument.name()) +
      (argument.required ? ', required' : ''),
    prose(argument.description),
  ];
}

function optionRow({
  flags,
  description,
  mandatory,
  envVar,
  argChoices,
  defaultValue,
  defaultValueDescription,
}: Option): readonly string[] {
  const choices = argChoices === undefined ? '' : `: ${argChoices.map(code).join(', ')}`;
  const value = defaultValueDescription ?? (isShown(defaultValue) ? code(String(defaultValue)) : null);
  const fallback = value === null ? '' : `; by default ${value}`;
  const variable = envVar === undefined ? '' : `; also by the variable ${code(envVar)}`;
  return [code(flags) + (mandatory ? ', required' : ''), prose(description) + choices + fallback + variable];
}

function isShown(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** What the command's help says after its options, as it is. */
function textAfterHelp(command: Command): string {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  const after = help.slice(command.helpInformation().length).trim();
  return after === '' ? '' : `\`\`\`text\n${after}\n\`\`\``;
}
