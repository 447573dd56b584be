/** All broken twins, by the section of the description that they break. */
import { authenticationTwins } from './authentication.ts';
import { filteringTwins } from './filtering.ts';
import { limitsTwins } from './limits.ts';
import { paginationTwins } from './pagination.ts';
import { testAWebhookTwins } from './test-a-webhook.ts';
import type { TwinDefinition } from './twin.ts';
import { updateASenderProfileTwins } from './update-a-sender-profile.ts';

const definitions = {
  ...authenticationTwins,
  ...paginationTwins,
  ...filteringTwins,
  ...testAWebhookTwins,
  ...updateASenderProfileTwins,
  ...limitsTwins,
};

/** The name of a twin: its defect in kebab-case. */
export type TwinName = keyof typeof definitions;

/** A twin with everything that its definition may leave out. */
export interface Twin extends Required<TwinDefinition> {
  readonly name: TwinName;
}

/** Every twin. */
export const twins: readonly Twin[] = Object.keys(definitions)
  .filter((name) => isTwinName(name))
  .map((name) => ({ also: [], needs: [], under: {}, ...definitions[name], name }));

/** Whether there is a twin of this name. */
export function isTwinName(name: string): name is TwinName {
  return Object.hasOwn(definitions, name);
}

/** A name that no twin has. */
export class UnknownTwinError extends Error {
  override readonly name = 'UnknownTwinError';
}

/**
 * The twin of this name.
 *
 * @throws {UnknownTwinError} where there is none
 */
export function findTwin(name: string): Twin {
  const twin = twins.find((one) => one.name === name);
  if (twin === undefined) throw new UnknownTwinError(`there is no twin "${name}"; --list-twins lists them`);
  return twin;
}
