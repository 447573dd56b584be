/** Reads the target file, with clear errors. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { curlOptions } from './curl-options.ts';
import { explainSchemaErrors } from './explain-schema-errors.ts';
import { parseCommentedJson } from './parse-commented-json.ts';
import type { Provision } from './provision.ts';
import { checkHeaders } from './check-headers.ts';
import { checkTokens, tokenSources, trimmedTokens, type TokenSources } from './check-tokens.ts';
import { readTls, type TlsPaths } from './read-tls.ts';
import { readText } from './read-text.ts';
import { schemaValidator } from './schema-validator.ts';
import { completeTarget, type Target, type TargetInput } from './target.ts';
import schema from './target-file.schema.json' with { type: 'json' };

type Environment = Readonly<Record<string, string | undefined>>;

/** The target file as it is written: like {@link TargetInput}, but with paths of files in place of their contents. */
type TargetFile = Omit<TargetInput, 'provision' | 'curlOptions' | 'tls'> & {
  readonly provision?: string | null;
  readonly tls?: TlsPaths;
};

const options = { allErrors: true, allowUnionTypes: true, verbose: true };
const validator = schemaValidator<TargetFile>(schema, options);

/**
 * What a target file is read for. Only a run needs its credentials: otherwise the name of its variable replaces a
 * credential that is not set. For a plan, the files of `tls` are not read either.
 */
export type ReadFor = 'a run' | 'a check' | 'a plan';

/** The variable whose name stands for a credential that was not set; null if the credential is there. */
export function unsetVariable(credential: string): string | null {
  return /^\$([A-Za-z_]\w*)$/.exec(credential)?.[1] ?? null;
}

/**
 * Reads a target file.
 *
 * @throws ConfigurationError if the file cannot be read, is not JSON, has an unknown key or a wrong value, or names an
 *   environment variable that is not set
 */
export async function readTargetFile(
  file: string,
  environment: Environment,
  readFor: ReadFor = 'a run',
): Promise<Target> {
  const unexpanded = parseCommentedJson(file, await readText(file));
  const written: unknown = expand(unexpanded, { environment, file, readFor }, '');
  const validate = validator();
  if (!validate(written))
    throw new ConfigurationError(`${file}: ${explainSchemaErrors(validate.errors ?? [], 'a target file')}`);
  const { provision, tls, ...rest } = written;
  const input = {
    ...rest,
    tls: readFor === 'a plan' ? {} : await readTls(file, tls),
    curlOptions: curlOptions(file, unexpanded),
    provision: typeof provision === 'string' ? await loadProvision(file, provision) : null,
  };
  return checked(file, input, tokenSources(file, unexpanded));
}

/**
 * The target that `OUTREACH_BASE_URL` and `OUTREACH_TOKEN` name, or the given address with that token.
 *
 * @throws ConfigurationError if one of them is missing
 */
export function targetFromEnvironment(
  url: string | undefined,
  environment: Environment,
  readFor: ReadFor = 'a run',
): Target {
  const baseUrl = url ?? environment['OUTREACH_BASE_URL'];
  const named = readFor === 'a run' ? undefined : '$OUTREACH_TOKEN';
  const token = environment['OUTREACH_TOKEN']?.trim() || named;
  if (baseUrl === undefined || baseUrl === '') {
    throw new ConfigurationError(
      'no target: give --config FILE or --url URL, or set OUTREACH_BASE_URL and OUTREACH_TOKEN',
    );
  }
  if (token === undefined || token === '') {
    throw new ConfigurationError(
      'no credential: set OUTREACH_TOKEN to an API key of the account under test, or give --config FILE',
    );
  }
  const sources = { token: 'the environment variable OUTREACH_TOKEN' };
  return checked(url === undefined ? 'OUTREACH_BASE_URL' : '--url', { baseUrl, token }, sources);
}

/** The same target at another address. */
export function withBaseUrl(target: Target, url: string): Target {
  return checked('--url', { ...target, baseUrl: url }, {});
}

/** These may be missing unless the file is read for a run. */
const credentialFields = /^(?:token|otherAccountToken|expiredToken|headers\..+|tls\.passphrase)$/;

interface Reading {
  readonly environment: Environment;
  readonly file: string;
  readonly readFor: ReadFor;
}

function expand(value: unknown, reading: Reading, field: string): unknown {
  const { environment, file, readFor } = reading;
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
      const found = environment[name];
      if (found === undefined || found === '') {
        if (readFor !== 'a run' && credentialFields.test(field)) return `$${name}`;
        throw new ConfigurationError(
          `${file}: \`${field}\` names the environment variable ${name}, which is not set`,
        );
      }
      return found;
    });
  }
  if (Array.isArray(value)) return value.map((item, index) => expand(item, reading, `${field}[${index}]`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      expand(item, reading, field === '' ? key : `${field}.${key}`),
    ]),
  );
}

async function loadProvision(file: string, module: string): Promise<Provision> {
  const location = path.resolve(path.dirname(file), module);
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(pathToFileURL(location).href);
  } catch (error) {
    throw new ConfigurationError(
      `${file}: \`provision\` ${location} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (!isProvision(loaded.default)) {
    throw new ConfigurationError(`${file}: \`provision\` ${location} has no function as its default export`);
  }
  return loaded.default;
}

function isProvision(value: unknown): value is Provision {
  return typeof value === 'function';
}

function checked(where: string, input: TargetInput, sources: TokenSources): Target {
  const target = completeTarget({ tokenFrom: sources.token ?? null, ...trimmedTokens(input) });
  const url = URL.canParse(target.baseUrl) ? new URL(target.baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ConfigurationError(`${where}: \`baseUrl\` is not an http or https address`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new ConfigurationError(`${where}: \`baseUrl\` must have no query, fragment or user`);
  }
  checkHeaders(where, input.headers ?? {});
  checkTokens(target, sources);
  return target;
}
