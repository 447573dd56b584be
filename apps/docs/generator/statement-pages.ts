/** A page for each numbered statement, from what the suite knows about it. */
import {
  describedRules,
  type DescribedExperiment,
  type DescribedRule,
} from '../../conformance/src/catalogue/described-rule.ts';
import { openQuestions } from '../../conformance/src/catalogue/open-questions.ts';
import { statementsWithoutARule } from '../../conformance/src/catalogue/statements-without-a-rule.ts';
import { apiPath } from './api-page.ts';
import { code, list, parts, prose, section, table } from './markdown.ts';
import { linkBetween, type Page } from './page.ts';
import { proofSection } from './proofs.ts';
import {
  groups,
  statementPath,
  statements,
  unmentioned,
  type Reading,
  type Statement,
} from './statements.ts';

const rules = new Map<string, DescribedRule>(describedRules().map((rule) => [rule.id, rule]));
const unmentionedPath = 'statements/unmentioned';
const reasons = new Map(Object.entries(statementsWithoutARule));
const levels: Readonly<Record<string, string>> = {
  stated: 'The description says it: whatever breaks it does not conform.',
  implied: 'Nothing else can follow from what the description says: whatever breaks it does not conform.',
  open: 'The description does not say it: nothing that is done here is a breach.',
};

/** The pages of all statements, and one that lists them. */
export function statementPages(): readonly Page[] {
  return [overview(), ...statements.map(statementPage), unmentionedPage()];
}

function overview(): Page {
  const path = 'statements';
  const sections = groups.map((group) =>
    section(
      group,
      table(
        ['statement', 'says'],
        statements
          .filter((one) => one.group === group)
          .map(({ id, level, says }) => [
            `[${id}](${linkBetween(path, statementPath(id))})`,
            `${prose(says)} *${level}*`,
          ]),
      ),
    ),
  );
  return {
    path,
    title: 'Statements',
    label: 'All statements',
    description:
      'Every sentence of the API description that a server or a client can keep or break, numbered.',
    body: parts(
      'Every sentence of the API description that a server or a client can keep or break, numbered. Each rule of the suite judges one of them.',
      table(
        ['level', 'meaning'],
        Object.entries(levels).map(([level, meaning]) => [level, meaning]),
      ),
      ...sections,
    ),
  };
}

function unmentionedPage(): Page {
  return {
    path: unmentionedPath,
    title: 'What no statement mentions',
    label: 'Unmentioned',
    description:
      'Questions that the description leaves open and no statement mentions, with answers that conform.',
    body: parts(
      'The description leaves these questions open, and no statement mentions them. What a service does here is never a breach.',
      readingsText(unmentioned),
    ),
  };
}

function statementPage(statement: Statement): Page {
  const { id, says, level, section: where, quote } = statement;
  const rule = rules.get(id);
  return {
    path: statementPath(id),
    title: id,
    description: says,
    body: parts(
      `<div class="statement">\n\n${prose(says)}\n\n</div>`,
      `**${level}** · ${where} · ${levels[level] ?? ''}`,
      quote === null ? '' : `The description: “${prose(quote)}”`,
      rule === undefined ? withoutRule(id) : judged(rule),
      proofSection(id),
      openSection(statement),
      whereSection(statement),
    ),
  };
}

function withoutRule(id: string): string {
  return section('How it is judged', `It has no rule: ${reasons.get(id) ?? 'no reason is written down'}.`);
}

function judged({
  id,
  judges,
  needs,
  needsForAll,
  catches,
  experiments,
  takesEvidence,
}: DescribedRule): string {
  const others =
    'Every other exchange of the run is evidence, too: it can show a breach, and never makes the rule pass.';
  const command =
    judges === 'servers' ? `server --config FILE --rule ${id}` : `client --rule ${id} -- COMMAND…`;
  return parts(
    section(
      'How it is judged',
      `It needs ${listed(needs, judges === 'servers' ? 'nothing but a key' : 'a driver of the client')}${needsForAll.length === 0 ? '' : `; for a complete verdict also ${listed(needsForAll)}`}. ${judges === 'servers' ? 'These experiments look at the target:' : 'These scenarios show what the client does:'}`,
      list([...experiments.map(experimentLine), ...(takesEvidence ? [others] : [])]),
      `To judge this alone:\n\n\`\`\`sh\nnpx outreach-conformance ${command}\n\`\`\``,
    ),
    section(
      'What a pass excludes',
      'The rule passes only if it would have caught each of these in what was seen. Otherwise it is inconclusive, and names those that it could not have seen.',
      list(catches.map(prose)),
    ),
  );
}

function experimentLine({ name, does, spends }: DescribedExperiment): string {
  const costs = Object.entries(spends).map(([what, count]) => `${count} of \`allow.${what}\``);
  const spending = costs.length === 0 ? '' : ` Each input spends ${costs.join(' and ')}.`;
  return `${code(name)}: ${prose(does)}.${spending}`;
}

function listed(all: readonly string[], none = ''): string {
  return all.length === 0 ? none : all.map(prose).join(', ');
}

/** What the description leaves open around a statement, or, for one that is open, with what answers conform. */
function openSection({ id, group, level, readings }: Statement): string {
  const link = (to: string, text: string): string => `[${text}](${linkBetween(statementPath(id), to)})`;
  if (level !== 'open') {
    const open = statements.filter((one) => one.group === group && one.level === 'open');
    const ofClients = rules.get(id)?.judges === 'clients';
    return section(
      'What is left open',
      `A ${ofClients ? 'client may do' : 'service may answer'} these as it likes:`,
      list([
        ...open.map((one) => `${link(statementPath(one.id), one.id)}: ${prose(one.says)}`),
        ...(ofClients ? [] : [link(unmentionedPath, 'What no statement mentions')]),
      ]),
    );
  }
  const asked = openQuestions.filter((question) => question.id === id).map(({ question }) => prose(question));
  return parts(
    section('Answers that conform', readingsText(readings)),
    section(
      'What a run observes',
      asked.length === 0 ? '' : 'A report says what the target does here, so that two runs can be compared:',
      list(asked),
    ),
  );
}

function readingsText(readings: readonly Reading[]): string {
  if (readings.length === 0) return '';
  const questions = readings.map(({ name, asks, admissible }) => {
    const rows = Object.entries(admissible).map(([reading, means]) => [code(reading), prose(means)]);
    return `### ${prose(asks)}\n\n${table([code(name), 'the service'], rows)}`;
  });
  return parts(
    'These are examples: others conform, too. The sandbox can give each of them (its *dialect*).',
    ...questions,
  );
}

function whereSection({ id, operations, fields }: Statement): string {
  const to = (name: string): string =>
    `[${code(name)}](${linkBetween(statementPath(id), apiPath, name.toLowerCase())})`;
  return section(
    'Where it applies',
    list([
      ...(operations.length === 0 ? [] : [`Operations: ${operations.map(to).join(', ')}`]),
      ...Object.entries(fields).map(
        ([schema, names]) => `Fields of ${to(schema)}: ${names.map(code).join(', ')}`,
      ),
    ]),
  );
}
