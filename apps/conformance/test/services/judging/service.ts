/** The services in other languages and stacks that were written only from the description, and their defects. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of all services. */
export const servicesFolder = fileURLToPath(new URL('..', import.meta.url));

/** A command with its arguments, run in the service's folder. */
export type Command = readonly [program: string, ...args: string[]];

/** A mistake that a service can be started with. */
export interface PlantedDefect {
  /** Its name in the variable `DEFECT`. */
  readonly name: string;
  /** The rule of the statement that it breaks. */
  readonly rule: string;
  /** Other rules whose statements its behaviour also breaks. */
  readonly alsoBreaks?: readonly string[];
}

/** A service to judge. */
export interface Service {
  readonly name: string;
  /** The commands that prepare it for its start, in order. */
  readonly build: readonly Command[];
  readonly start: Command;
  /** How it handles a label of null. */
  readonly nullLabel: 'leaves it' | 'clears it' | 'refuses it';
  readonly defects: readonly PlantedDefect[];
}

/** The folder of a service's sources. */
export function folderOf({ name }: Service): string {
  return path.join(servicesFolder, name);
}

const fastapi: Service = {
  name: 'fastapi',
  build: [
    ['python3', '-m', 'venv', '.venv'],
    ['.venv/bin/python', '-m', 'pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
  ],
  start: ['.venv/bin/python', '-m', 'outreach'],
  nullLabel: 'clears it',
  defects: [
    { name: 'default-limit-10', rule: 'PAGE-01', alsoBreaks: ['PAGE-08'] },
    { name: 'nulls-left-out', rule: 'PROF-01', alsoBreaks: ['PROF-04'] },
    { name: 'utcnow-as-text', rule: 'KEY-01' },
    { name: 'transactions-left-to-the-driver', rule: 'PROF-12' },
    { name: 'has-more-at-the-end', rule: 'PAGE-06', alsoBreaks: ['PAGE-10', 'FILT-08'] },
    { name: 'commit-forgotten', rule: 'PROF-05' },
    { name: 'count-without-filter', rule: 'FILT-08', alsoBreaks: ['PAGE-05'] },
    { name: 'null-test-as-text', rule: 'FILT-06' },
    { name: 'called-in-the-background', rule: 'TEST-04' },
    {
      name: 'delete-without-a-caller',
      rule: 'AUTH-01',
      alsoBreaks: ['TEAM-02', 'AUTH-02', 'AUTH-03', 'AUTH-04'],
    },
    { name: 'default-evaluated-once', rule: 'KEY-09' },
  ],
};

const go: Service = {
  name: 'go',
  build: [['go', 'build', '-o', 'bin/outreach', '.']],
  start: ['bin/outreach'],
  nullLabel: 'leaves it',
  defects: [
    { name: 'nil-slice', rule: 'PAGE-04' },
    { name: 'total-of-the-page', rule: 'PAGE-09', alsoBreaks: ['PAGE-07', 'PAGE-10', 'HOOK-02', 'DEL-01'] },
    { name: 'first-of-the-array', rule: 'FILT-02' },
    { name: 'always-post', rule: 'TEST-03' },
    { name: 'query-dropped', rule: 'TEST-02' },
    { name: 'signature-not-verified', rule: 'AUTH-03', alsoBreaks: ['AUTH-02', 'AUTH-04'] },
    { name: 'claims-not-validated', rule: 'AUTH-04' },
    { name: 'expires-in-3-months', rule: 'KEY-06' },
    { name: 'local-time-with-z', rule: 'KEY-09' },
    { name: 'delete-in-any-team', rule: 'TEAM-02' },
    { name: 'limit-per-key', rule: 'RATE-02' },
    { name: 'limit-answers-503', rule: 'RATE-01' },
  ],
};

const springBoot: Service = {
  name: 'spring-boot',
  build: [['mvn', '--quiet', '--batch-mode', 'package']],
  start: ['java', '-XX:TieredStopAtLevel=1', '-Xmx256m', '-jar', 'target/outreach.jar'],
  nullLabel: 'refuses it',
  defects: [
    { name: 'page-of-the-offset', rule: 'PAGE-05', alsoBreaks: ['PAGE-07', 'PAGE-10'] },
    { name: 'timestamps-as-numbers', rule: 'PROF-01', alsoBreaks: ['KEY-01'] },
    { name: 'cache-not-evicted', rule: 'PROF-09' },
    { name: 'test-permitted-to-all', rule: 'AUTH-01', alsoBreaks: ['AUTH-02'] },
    { name: 'found-by-uuid-alone', rule: 'TEAM-02' },
    { name: 'like-for-equals', rule: 'FILT-01' },
    { name: 'target-as-uri-template', rule: 'TEST-02' },
    { name: 'target-answer-not-read', rule: 'TEST-04' },
    { name: 'name-not-validated', rule: 'KEY-03' },
  ],
};

/** All services. */
export const services: readonly Service[] = [fastapi, go, springBoot];
