/** Identifies records: a uuid is the same in each letter case (RFC 9562), whichever a server or a target file writes. */

const form = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a value is a UUID as text. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && form.test(value);
}

/** The form in which uuids are compared, kept and reported. What is sent keeps the spelling that it came in. */
export function canonicalUuid(uuid: string): string {
  return uuid.toLowerCase();
}

/** Whether a value is this uuid, in any letter case. */
export function isSameUuid(value: unknown, uuid: string): boolean {
  return typeof value === 'string' && canonicalUuid(value) === canonicalUuid(uuid);
}

/** Uuids, each once whatever its letter case; iterates over their canonical forms. */
export class UuidSet extends Set<string> {
  override add(uuid: string): this {
    return super.add(canonicalUuid(uuid));
  }

  override has(uuid: string): boolean {
    return super.has(canonicalUuid(uuid));
  }

  override delete(uuid: string): boolean {
    return super.delete(canonicalUuid(uuid));
  }
}

/** Values by uuid, whatever its letter case; its keys are the canonical forms. */
export class UuidMap<Value> extends Map<string, Value> {
  override set(uuid: string, value: Value): this {
    return super.set(canonicalUuid(uuid), value);
  }

  override get(uuid: string): Value | undefined {
    return super.get(canonicalUuid(uuid));
  }

  override has(uuid: string): boolean {
    return super.has(canonicalUuid(uuid));
  }

  override delete(uuid: string): boolean {
    return super.delete(canonicalUuid(uuid));
  }
}
