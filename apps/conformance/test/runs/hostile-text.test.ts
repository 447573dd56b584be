/**
 * 5,000 answers from a grammar of hostile text, in every form of report and on the terminal: no credential can be
 * decoded, and nothing becomes active. The output is read here with parsers and decoders that the suite does not use.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sample } from 'fast-check';
import MarkdownIt from 'markdown-it';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Recorder } from '@outreach-api/wire/recorder';
import { Secrets } from '@outreach-api/masking/secrets';
import { everyForm, type EveryForm } from '../every-form.ts';
import {
  credentials,
  hostileText,
  namedSecrets,
  unknownSecrets,
  valueWithNamedSecret,
} from '../services/hostile-text.ts';
import { partsOf, revealedIn } from '../revealed-in.ts';
import { runHolding, textsOfARun } from '../run-holding.ts';

const answers = 5_000;
const seed = 14;
/** This many characters of a credential reveal something. */
const revealing = 8;

const secretValues = [
  ...Object.values(credentials),
  ...Object.values(unknownSecrets).flatMap((value) => value.match(/[A-Z]\w{16,}/gi) ?? []),
  ...namedSecrets,
];
const parts = new Set(secretValues.flatMap((secret) => partsOf(secret, revealing)));
const checked = new Set<string>();
const revealed: string[] = [];

let folder: string;
let harmlessForms: EveryForm;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-hostile-'));
  harmlessForms = await formsOf(Array.from({ length: textsOfARun }, () => 'ordinary text'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function formsOf(texts: readonly string[]): Promise<EveryForm> {
  const secrets = new Secrets();
  secrets.add(credentials.opaque, '$OUTREACH_TOKEN');
  secrets.add(credentials.hexadecimal, '$OUTREACH_OTHER_ACCOUNT_TOKEN');
  secrets.add(credentials.jwt, '$OUTREACH_CREATED_KEY');
  const recorder = new Recorder();
  const headers = { 'content-type': 'text/html', ...unknownSecrets };
  const values = sample(valueWithNamedSecret, { numRuns: 50, seed: texts.join().length });
  const run = runHolding({ texts, values, headers, token: credentials.opaque, secrets, recorder });
  return everyForm(run, recorder, path.join(folder, 'forms'), texts.slice(0, 100));
}

/** Collects what can be decoded from texts, each only once: most appear in several forms. */
function read(form: string, texts: Iterable<string>): void {
  for (const text of texts) {
    if (checked.has(text)) continue;
    checked.add(text);
    const found = revealedIn(text, parts);
    if (found.length > 0) revealed.push(`${form}: ${found.join(' ')} in ${JSON.stringify(text)}`);
  }
}

/** Every string and number in a value, including field names. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...stringsIn(item)]);
}

interface Marked {
  /** The names of elements and their attributes, in order. */
  readonly elements: readonly string[];
  readonly texts: readonly string[];
}

function readXml(xml: string): Marked {
  const parser = new SaxesParser();
  const elements: string[] = [];
  const texts: string[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements.push(`${name} ${Object.keys(attributes).join(' ')}`);
    texts.push(...Object.values(attributes));
  });
  parser.on('text', (text) => texts.push(text));
  parser.write(xml).close();
  return { elements, texts };
}

function readHtml(html: string): Marked {
  const elements: string[] = [];
  const texts: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (node.nodeName === '#comment') elements.push('#comment');
    if ('value' in node) texts.push(node.value);
    if ('attrs' in node) {
      const links = node.attrs.filter(({ name }) => name === 'href' || name === 'src');
      const kept = links.map(({ name, value }) => `${name}=${value}`);
      elements.push(`${node.tagName} ${node.attrs.map(({ name }) => name).join(' ')} ${kept.join(' ')}`);
      texts.push(...node.attrs.map(({ value }) => value));
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html));
  return { elements, texts: texts.flatMap((text) => text.split('\n')) };
}

const actingRanges: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd8_00, 0xdf_ff],
  [0xfe_ff, 0xfe_ff],
  [0xff_fe, 0xff_ff],
  [0x0e_00_00, 0x0e_0f_ff],
];

function actingIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0x0a || (code > 0x1f && code < 0x7f)) continue;
    if (actingRanges.some(([from, to]) => code >= from && code <= to)) found.add(code.toString(16));
  }
  return [...found];
}

const own = /\u001B\[(?:1|2|22|31|32|33|39)m/g; // oxlint-disable-line no-control-regex
const markdown = new MarkdownIt({ html: true, linkify: true });

function expectNothingActs(forms: EveryForm): void {
  for (const [form, text] of Object.entries(forms)) {
    const shown: string = form === 'terminal' ? text.replaceAll(own, '') : text;
    expect(actingIn(shown), `in ${form}`).toEqual([]);
    expect(shown.match(/##(?:vso|teamcity)?\[.{0,20}/g), `in ${form}`).toBeNull();
    if (form !== 'annotations') expect(shown.match(/^\s*::.{0,20}/gm), `in ${form}`).toBeNull();
  }
  for (const line of forms.annotations.trimEnd().split('\n'))
    expect(line).toMatch(/^::error title=[^:,]*::[^\r\n]*$/);
  expect(readXml(forms.junit).elements).toEqual(readXml(harmlessForms.junit).elements);
  expect(readXml(forms.badge).elements).toEqual(readXml(harmlessForms.badge).elements);
}

it('answers of every kind: no credential can be decoded from any form, and nothing becomes active', async () => {
  const all = sample(hostileText, { numRuns: answers, seed });
  for (let from = 0; from < all.length; from += textsOfARun) {
    const forms = await formsOf(all.slice(from, from + textsOfARun));
    expectNothingActs(forms);
    const page = readHtml(forms.html);
    const summary = readHtml(markdown.render(forms.summary));
    expect(new Set(page.elements)).toEqual(new Set(readHtml(harmlessForms.html).elements));
    expect(new Set(summary.elements)).toEqual(
      new Set(readHtml(markdown.render(harmlessForms.summary)).elements),
    );
    read('json', stringsIn(JSON.parse(forms.json)));
    read('har', stringsIn(JSON.parse(forms.har)));
    for (const form of ['ledger', 'history'] as const)
      read(
        form,
        forms[form]
          .trim()
          .split('\n')
          .flatMap((line) => stringsIn(JSON.parse(line))),
      );
    read(
      'junit',
      readXml(forms.junit).texts.flatMap((text) => text.split('\n')),
    );
    read('html', page.texts);
    read('summary', summary.texts);
    read('annotations', forms.annotations.split('\n'));
    read('log', forms.log.split('\n'));
    read('terminal', forms.terminal.split('\n'));
  }
  expect(revealed).toEqual([]);
});

it('the decoder reveals each credential if nothing is masked', () => {
  const found = new Set(
    sample(hostileText, { numRuns: 300, seed }).flatMap((text) => revealedIn(text, parts)),
  );
  for (const secret of Object.values(credentials))
    expect(partsOf(secret, revealing).filter((part) => found.has(part)).length).toBeGreaterThan(10);
});
