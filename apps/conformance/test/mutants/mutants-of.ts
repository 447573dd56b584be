/** Instruments the services: all mutants in one build, switched by a global. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** A mutant: one small change to a source file. */
export interface Mutant {
  /** The id that switches it on. */
  readonly id: string;
  /** Relative to the root of the workspace, with `/`. */
  readonly file: string;
  /** Starting at 1. */
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** The source line in which it begins, trimmed. */
  readonly within: string;
}

/** Identifies a mutant, whatever changes elsewhere; equal mutants on one line share the name. */
export function nameOf({ file, within, mutator, original, replacement }: Mutant): string {
  return JSON.stringify([file, within, mutator, original, replacement]);
}

/** The services with all their mutants. */
export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** By the URL of the module. */
  readonly sources: Readonly<Record<string, string>>;
}

const root = path.join(import.meta.dirname, '../../../..');

const services = [
  'packages/sandbox/src/**/*.ts',
  'apps/conformance/test/services/other-service*.ts',
  'apps/conformance/test/services/small-webhook-service.ts',
];

/**
 * Files that are not part of a service as API clients see it: the twins, the command, mocks for tests, the programming
 * interface of the sandbox, and tables that only name and describe readings. The initial data of a service, and what
 * its owner's module creates, are not behaviour either.
 */
const left = [
  /\/sandbox\/src\/(?:twins|mock)\//,
  /\/sandbox\/src\/(?:command|check-options|given-fields|next-answers|serve-sandbox|snapshot|start-text|started-values|random|record-makers)\.ts$/,
  /\/http\/(?:control-routes|cross-origin)\.ts$/,
  /\/starting-data\/starting-data\.ts$/,
  /\/services\/.*-start\.ts$/,
  /\/dialect\//,
];

const silent = { isEnabled: () => false, log: () => undefined };
const logger = {
  isTraceEnabled: silent.isEnabled,
  isDebugEnabled: silent.isEnabled,
  isInfoEnabled: silent.isEnabled,
  isWarnEnabled: silent.isEnabled,
  isErrorEnabled: silent.isEnabled,
  isFatalEnabled: silent.isEnabled,
  trace: silent.log,
  debug: silent.log,
  info: silent.log,
  warn: silent.log,
  error: silent.log,
  fatal: silent.log,
};

/** Instruments all services. */
export async function instrumented(): Promise<Instrumented> {
  const names = services
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !left.some((pattern) => pattern.test(file)))
    .toSorted();
  const texts = new Map(names.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]));
  const files = [...texts].map(([name, content]) => ({ name, content, mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const result = await new Instrumenter(logger).instrument(files, options);
  return {
    mutants: result.mutants.map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => {
      const lines = (texts.get(fileName) ?? '').split('\n');
      const original = textBetween(lines, start, end);
      return {
        id,
        file: fileName,
        line: start.line + 1,
        column: start.column + 1,
        mutator: mutatorName,
        original,
        replacement,
        within: (lines[start.line] ?? '').trim(),
      };
    }),
    sources: Object.fromEntries(
      result.files.map(({ name, content }) => [String(pathToFileURL(path.join(root, name))), content]),
    ),
  };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function textBetween(lines: readonly string[], start: Position, end: Position): string {
  const taken = lines.slice(start.line, end.line + 1);
  const last = taken.length - 1;
  return taken
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join('\n');
}
