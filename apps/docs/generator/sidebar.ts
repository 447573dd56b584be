/** The sidebar of the site. */
import type { Page } from './page.ts';
import { groups, statementPath, statements } from './statements.ts';

/** An entry of the sidebar, as Starlight takes it. */
export type Entry =
  | string
  | { readonly label: string; readonly collapsed?: boolean; readonly items: readonly Entry[] };

const guides: Readonly<Record<string, readonly string[]>> = {
  Judge: [
    'guides/judge-staging',
    'guides/read-a-red-build',
    'guides/judge-a-client',
    'guides/judge-a-recording',
    'guides/target-file',
    'guides/safety',
    'guides/known-deviations',
    'guides/compare-runs',
    'guides/reports',
    'guides/judge-from-code',
  ],
  'Build on the API': [
    'guides/use-the-types',
    'guides/use-the-client',
    'guides/mock-in-tests',
    'guides/run-the-sandbox',
  ],
  'Extend the suite': ['guides/write-a-rule', 'guides/use-the-engine', 'contributing'],
};

/**
 * The sidebar, with each page once.
 *
 * @throws {Error} if it would leave out a page, or name one that does not exist
 */
export function sidebarOf(pages: readonly Page[]): readonly Entry[] {
  const paths = pages.map(({ path }) => path);
  const below = (folder: string): readonly string[] => paths.filter((path) => path.startsWith(`${folder}/`));
  const sidebar: readonly Entry[] = [
    ...Object.entries(guides).map(([label, items]) => ({ label, items })),
    {
      label: 'Statements',
      collapsed: true,
      items: [
        'statements',
        ...groups.map((group) => ({
          label: group,
          items: statements.filter((one) => one.group === group).map(({ id }) => statementPath(id)),
        })),
        'statements/unmentioned',
      ],
    },
    {
      label: 'Reference',
      items: [
        'reference/api',
        { label: 'Commands', collapsed: true, items: ['reference/commands', ...below('reference/commands')] },
      ],
    },
    {
      label: 'Proof',
      collapsed: true,
      items: ['proof', 'proof/twins', 'proof/clients', 'proof/drivers', 'proof/public-reports'],
    },
    { label: 'Decisions', collapsed: true, items: ['decisions', ...below('decisions')] },
  ];
  const listed = new Set(sidebar.flatMap(pathsIn));
  const wrong = [
    ...paths.filter((path) => path !== '' && !listed.has(path)),
    ...[...listed].filter((path) => !paths.includes(path)),
  ];
  if (wrong.length > 0)
    throw new Error(`in the sidebar or among the pages, but not in both: ${wrong.join(', ')}`);
  return sidebar;
}

function pathsIn(entry: Entry): readonly string[] {
  return typeof entry === 'string' ? [entry] : entry.items.flatMap(pathsIn);
}
