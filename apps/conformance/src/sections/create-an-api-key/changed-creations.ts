import { tokenClaims, type TokenPart } from '../../records/created-key.ts';
import { textOf } from '../../texts/text-of.ts';
import type { Creation } from '../../records/key-creation.ts';
import type { CreationsSeen } from './keys-seen.ts';

/** Says why no key that was created shows what a statement is about; null if one does, or none was created. */
export function ifNoneShows(
  { creations }: CreationsSeen,
  shows: (creation: Creation) => boolean,
  why: string,
): string | null {
  const made = creations.filter(({ accepted }) => accepted);
  return made.length > 0 && !made.some(shows) ? why : null;
}

/**
 * Turns observed creations into what a broken target would have shown; a creation the change does not apply to
 * stays.
 */
export function onCreations(
  seen: CreationsSeen,
  change: (creation: Creation) => Creation | undefined,
): CreationsSeen | undefined {
  let changed = 0;
  const creations = seen.creations.map((creation) => {
    const other = creation.accepted ? change(creation) : undefined;
    if (other !== undefined) changed += 1;
    return other ?? creation;
  });
  return changed === 0 ? undefined : { ...seen, creations };
}

/**
 * Changes keys whose body contained more than a name, or one of these fields. Refused creations count too: they
 * would have shown the defect had they been accepted.
 */
export function onBodiesWithMore(
  seen: CreationsSeen,
  change: (creation: Creation) => Creation | undefined,
  field?: string,
): CreationsSeen | undefined {
  const hasMore = ({ besides }: Creation): boolean =>
    besides !== null && (field === undefined || besides.fields.includes(field));
  return onTried(seen, hasMore, change);
}

/** Changes the key of an empty name. If that was refused, it would have shown the defect had it been accepted. */
export function onEmptyName(
  seen: CreationsSeen,
  change: (creation: Creation) => Creation | undefined,
): CreationsSeen | undefined {
  return onTried(seen, ({ name }) => name === '', change);
}

function onTried(
  seen: CreationsSeen,
  isMeant: (creation: Creation) => boolean,
  change: (creation: Creation) => Creation | undefined,
): CreationsSeen | undefined {
  const { creations } = seen;
  const tried = creations.find(isMeant);
  const made = tried?.accepted === true ? tried : creations.find(({ accepted }) => accepted);
  const other = tried === undefined || made === undefined ? undefined : change(made);
  return other === undefined ? undefined : { ...seen, creations: [...creations, other] };
}

/** Changes the parts of every token. */
export function onTokens(
  seen: CreationsSeen,
  change: (parts: readonly TokenPart[]) => readonly TokenPart[],
): CreationsSeen | undefined {
  return onCreations(seen, (one) =>
    one.token === null ? undefined : { ...one, token: { ...one.token, parts: change(one.token.parts) } },
  );
}

/** A creation with one field of its record changed, if present. */
export function withField(
  field: string,
  change: (value: unknown) => unknown,
): (one: Creation) => Creation | undefined {
  return (one) => {
    if (one.record === undefined || !(field in one.record)) return undefined;
    return { ...one, record: { ...one.record, [field]: change(one.record[field]) } };
  };
}

/** A creation with one field of its record removed. */
export function withoutField(field: string): (one: Creation) => Creation | undefined {
  return (one) => {
    if (one.record === undefined) return undefined;
    return {
      ...one,
      record: Object.fromEntries(Object.entries(one.record).filter(([name]) => name !== field)),
    };
  };
}

/** A creation with one claim of its JWT changed, if present and not null. */
export function withClaim(
  claim: string,
  change: (value: unknown) => unknown,
): (one: Creation) => Creation | undefined {
  return (one) => {
    const claims = tokenClaims(one.token);
    const payload = one.token?.parts[1];
    if (one.token === null || payload === undefined || (claims[claim] ?? null) === null) return undefined;
    const changed = { ...payload, object: { ...claims, [claim]: change(claims[claim]) } };
    return { ...one, token: { ...one.token, parts: one.token.parts.with(1, changed) } };
  };
}

/** Changes the name of every key. */
export function withName(change: (name: string) => string) {
  return (seen: CreationsSeen): CreationsSeen | undefined =>
    onCreations(
      seen,
      withField('name', (name) => change(textOf(name))),
    );
}
