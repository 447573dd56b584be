/**
 * Type-checks consumers: each TypeScript and module resolution, with `skipLibCheck` and without. Without `--all` the
 * newest TypeScript with each resolution, as node16 differs from nodenext in what it refuses, and the oldest with nodenext
 * for a browser, as it is slow. CommonJS only with the newest, and with the first and the last `module`.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError, run } from './run-jobs.ts';
import type { Job } from './run-jobs.ts';
import { developed } from './scratch-project.ts';
import type { ScratchProject } from './scratch-project.ts';

const compilers = {
  '7': 'typescript/bin/tsc',
  '5.9': 'typescript-5/bin/tsc',
  '6': 'typescript-6/bin/tsc',
};
const resolutions = {
  node16: { module: 'node16', moduleResolution: 'node16' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};

/** Whether TypeScript lets a file in CommonJS import values of ES modules. */
const takesRequire = { node16: false, node18: false, node20: true, nodenext: true };

interface Check {
  readonly name: string;
  readonly onlyWithAll?: boolean;
  readonly compiler: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

/** A job for each combination, and one that shows that lost types would be noticed. */
export function typeJobs(project: ScratchProject): Job[] {
  return [
    ...checks(project).map((check) => job(project, check)),
    ...commonJsJobs(project),
    oldCommonJs(project),
    lostTypesAreSeen(project),
  ];
}

/** Files in CommonJS find the types under each `module`, and the values only where the README says so. */
function commonJsJobs(project: ScratchProject): Job[] {
  return Object.entries(compilers).flatMap(([version, compiler]) =>
    Object.entries(takesRequire).flatMap(([module, accepted]) => {
      const name = `TypeScript ${version}, ${module}, CommonJS`;
      const check = {
        onlyWithAll: version !== '7' || module === 'node18' || module === 'node20',
        compiler: project.installed(compiler),
        options: { module, moduleResolution: module.replace(/node18|node20/, 'node16'), types: ['node'] },
      };
      const types = job(project, { ...check, name: `${name}, types`, include: ['commonjs/types.cts'] });
      const values = job(project, { ...check, name: `${name}, values`, include: ['commonjs/imports.cts'] });
      return [types, accepted ? values : red(values, /error TS1479/g, 4)];
    }),
  );
}

/** The default of ts-jest, and of many projects: it knows nothing of `exports`, and TypeScript 7 no longer has it. */
function oldCommonJs(project: ScratchProject): Job {
  return job(project, {
    name: 'TypeScript 5.9, commonjs, values and types',
    compiler: project.installed(compilers['5.9']),
    options: { module: 'commonjs', moduleResolution: 'node10', skipLibCheck: true, types: ['node'] },
    include: ['commonjs/*.cts'],
  });
}

function checks({ installed }: ScratchProject): Check[] {
  return Object.entries(compilers).flatMap(([version, compiler]) =>
    Object.entries(resolutions).flatMap(([resolution, modules]) =>
      [true, false].flatMap((skipLibCheck): Check[] => {
        const name = `TypeScript ${version}, ${resolution}, skipLibCheck ${skipLibCheck}`;
        const common = { ...modules, skipLibCheck };
        const isRepetition = skipLibCheck !== (resolution === 'node16');
        return [
          {
            name: `${name}, Node.js`,
            onlyWithAll: isRepetition || version !== '7',
            compiler: installed(compiler),
            options: { ...common, types: ['node', 'jest'], checkJs: true },
            include: [
              '*.ts',
              '*.cts',
              '*.mjs',
              '*/*.test.*',
              ...(resolution === 'nodenext' ? ['*.cjs'] : []),
            ],
            // node16 supports neither `require` of ES modules nor imports of JSON with an attribute.
            exclude: resolution === 'node16' ? ['document.ts', '*/*.test.cjs'] : [],
          },
          {
            name: `${name}, browser`,
            onlyWithAll: isRepetition || version === '6' || (version === '5.9' && resolution !== 'nodenext'),
            compiler: installed(compiler),
            options: { ...common, lib: ['es2022', 'dom', 'dom.iterable'], types: [], checkJs: true },
            include: ['browser/*.ts', 'runtimes/exercise.mjs'],
          },
        ];
      }),
    ),
  );
}

function job(project: ScratchProject, check: Check): Job {
  return {
    name: check.name,
    onlyWithAll: check.onlyWithAll ?? false,
    run: async () => {
      await run(project.node(developed), [check.compiler, '-p', written(project, check)], {
        cwd: project.folder,
      });
    },
  };
}

/** Without the package of the generated types, `skipLibCheck` turns them into something that a compiler accepts. */
function lostTypesAreSeen(project: ScratchProject): Job {
  const name = 'TypeScript 7, the types lost under skipLibCheck';
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
  return red(job(project, check), /client-types\.ts\(\d+,\d+\): error TS2578/g, 5);
}

/** A job that succeeds if another fails, with at least this many errors. */
function red(tried: Job, errors: RegExp, atLeast: number): Job {
  return {
    name: `${tried.name}: must be red`,
    onlyWithAll: tried.onlyWithAll ?? false,
    run: async () => {
      const output = await tried.run().then(
        () => '',
        (error: unknown) => String(error),
      );
      const count = output.match(errors)?.length ?? 0;
      if (count < atLeast)
        throw new CommandError(`${count} errors like ${errors} in place of ${atLeast}: ${output}`);
      return `${count} errors, as it must be`;
    },
  };
}

/** Writes the check's tsconfig; returns its path. */
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
