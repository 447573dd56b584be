/** Type-checks consumers: TypeScript 7 and 5.9, each module resolution, with `skipLibCheck` and without. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError, run } from './run-jobs.ts';
import type { Job } from './run-jobs.ts';
import type { ScratchProject } from './scratch-project.ts';

const compilers = { '7': 'typescript/bin/tsc', '5.9': 'typescript-5/bin/tsc' };
const resolutions = {
  node16: { module: 'node16', moduleResolution: 'node16' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};

interface Check {
  readonly name: string;
  readonly compiler: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

/** A job for each combination, and one that shows that lost types would be seen. */
export function typeJobs(project: ScratchProject): Job[] {
  return [...checks(project).map((check) => job(project, check)), lostTypesAreSeen(project)];
}

function checks({ installed }: ScratchProject): Check[] {
  return Object.entries(compilers).flatMap(([version, compiler]) =>
    Object.entries(resolutions).flatMap(([resolution, modules]) =>
      [true, false].flatMap((skipLibCheck) => {
        const name = `TypeScript ${version}, ${resolution}, skipLibCheck ${skipLibCheck}`;
        const common = { ...modules, skipLibCheck };
        return [
          {
            name: `${name}, Node.js`,
            compiler: installed(compiler),
            options: { ...common, types: ['node', 'jest'], checkJs: true },
            include: [
              '*.ts',
              '*.cts',
              '*.mjs',
              '*/*.test.*',
              ...(resolution === 'nodenext' ? ['*.cjs'] : []),
            ],
            // node16 knows neither to `require` ES modules nor imports of JSON with an attribute.
            exclude: resolution === 'node16' ? ['document.ts'] : [],
          },
          {
            name: `${name}, browser`,
            compiler: installed(compiler),
            options: { ...common, lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
            include: ['browser/*.ts'],
          },
        ];
      }),
    ),
  );
}

function job(project: ScratchProject, check: Check): Job {
  return {
    name: check.name,
    run: async () => {
      await run(project.node('24'), [check.compiler, '-p', written(project, check)], { cwd: project.folder });
    },
  };
}

/** Without the package of the generated types, `skipLibCheck` makes nothing of them that a compiler complains of. */
function lostTypesAreSeen(project: ScratchProject): Job {
  const name = 'TypeScript 7, the types lost under skipLibCheck: must be red';
  writeFileSync(path.join(project.folder, 'lost.d.mts'), 'export {};\n');
  const check: Check = {
    name,
    compiler: project.installed(compilers['7']),
    options: {
      ...resolutions.nodenext,
      skipLibCheck: true,
      types: ['node'],
      paths: { '@outreach-api/types': ['./lost.d.mts'] },
    },
    include: ['client-types.ts'],
  };
  return {
    name,
    run: async () => {
      const output = await job(project, check)
        .run()
        .then(
          () => '',
          (error: unknown) => String(error),
        );
      const unseen = output.match(/client-types\.ts\(\d+,\d+\): error TS2578/g)?.length ?? 0;
      if (unseen < 5) throw new CommandError(`lost types hardly show (${unseen} mistakes unseen): ${output}`);
      return `${unseen} mistakes are no longer seen, as it must be`;
    },
  };
}

/** Writes the check's tsconfig; its path. */
function written({ folder }: ScratchProject, { name, options, include, exclude = [] }: Check): string {
  const file = path.join(folder, `tsconfig.${name.replaceAll(/[^\w.]+/g, '-')}.json`);
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2022',
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
  };
  writeFileSync(file, JSON.stringify({ compilerOptions: { ...strict, ...options }, include, exclude }));
  return file;
}
