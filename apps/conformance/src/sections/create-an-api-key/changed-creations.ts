/** Turns observed creations into what a broken target would have shown. */
import { tokenClaims, type TokenPart } from '@outreach-api/model/records/created-key';
import { textOf } from '@outreach-api/model/texts/text-of';
import type { Creation } from '@outreach-api/model/records/key-creation';
import type { CreationsSeen } from './keys-seen.ts';

/** Changes one creation; undefined if the change does not apply to it. */
export type Change = (creation: Creation) => Creation | undefined;
type OnCreations = (seen: CreationsSeen) => CreationsSeen | undefined;

/** Says why no key that was created shows what a statement is about; null if one does, or none was created. */
export function ifNoneShows(shows: (creation: Creation) => boolean, why: string) {
  return ({ creations }: CreationsSeen): string | null => {
    const made = creations.filter(({ accepted }) => accepted);
    return made.length > 0 && !made.some(shows) ? why : null;
  };
}

/** Changes each key; one that the change does not apply to stays. */
export function each(change: Change): OnCreations {
  return (seen) => {
    const changed = seen.creations.map((one) => (one.accepted ? change(one) : undefined));
    if (changed.every((one) => one === undefined)) return undefined;
    return { ...seen, creations: seen.creations.map((one, index) => changed[index] ?? one) };
  };
}

/** Changes each key that a created key has created. */
export function eachByCreatedKey(change: Change): OnCreations {
  return each((one) => (one.by === 'created key' ? change(one) : undefined));
}

/** Changes the name of every key. */
export function eachName(change: (name: string) => string): OnCreations {
  return each(withField('name', (name) => change(textOf(name))));
}

/**
 * Changes keys whose body contained more than a name, or this field. Refused creations count too: they would have shown
 * the defect had they been accepted.
 */
export function onBodiesWithMore(change: Change, field?: string): OnCreations {
  return onTried(
    ({ furtherFields }) => (field === undefined ? furtherFields.length > 0 : furtherFields.includes(field)),
    change,
  );
}

/** Changes the key of an empty name. If that was refused, it would have shown the defect had it been accepted. */
export function onEmptyName(change: Change): OnCreations {
  return onTried(({ name }) => name === '', change);
}

function onTried(isMeant: (creation: Creation) => boolean, change: Change): OnCreations {
  return (seen) => {
    const tried = seen.creations.find(isMeant);
    const made = tried?.accepted === true ? tried : seen.creations.find(({ accepted }) => accepted);
    const other = tried === undefined || made === undefined ? undefined : change(made);
    return other === undefined ? undefined : { ...seen, creations: [...seen.creations, other] };
  };
}

/** Changes one field of the record, if present. */
export function withField(field: string, change: (value: unknown) => unknown): Change {
  return (one) =>
    one.record === undefined || !(field in one.record)
      ? undefined
      : { ...one, record: { ...one.record, [field]: change(one.record[field]) } };
}

/** Removes one field of the record. */
export function withoutField(field: string): Change {
  return (one) => {
    if (one.record === undefined) return undefined;
    const { [field]: _, ...record } = one.record;
    return { ...one, record };
  };
}

/** Changes the parts of the token. */
export function withParts(change: (parts: readonly TokenPart[]) => readonly TokenPart[]): Change {
  return (one) =>
    one.token === null ? undefined : { ...one, token: { ...one.token, parts: change(one.token.parts) } };
}

/** Changes one claim of the JWT, if present and not null. */
export function withClaim(claim: string, change: (value: unknown) => unknown): Change {
  return (one) => {
    const claims = tokenClaims(one.token);
    if ((claims[claim] ?? null) === null) return undefined;
    const object = { ...claims, [claim]: change(claims[claim]) };
    return withParts((parts) => parts.map((part, index) => (index === 1 ? { ...part, object } : part)))(one);
  };
}
