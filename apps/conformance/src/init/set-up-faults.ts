/** Says what is wrong with what the options give. */
import { isUuid } from '@outreach-api/model/records/uuid';

/** What is wrong with an address; null if it is valid. */
export function addressFault(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return 'It must be an http or https address, e.g. https://staging.example.com.';
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'It must have no user, password, query or fragment: credentials come from the environment.';
  return null;
}

/** The words of a text, which are uuids if {@link uuidsFault} finds nothing. */
export function uuidsIn(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))];
}

/** What is wrong with uuids, separated by commas or spaces; null if they are valid. */
export function uuidsFault(text: string): string | null {
  const wrong = uuidsIn(text).find((word) => !isUuid(word));
  return wrong === undefined ? null : 'Each must be a UUID, separated by commas.';
}

/** What is wrong with the name of an environment; null if it is valid. */
export function environmentFault(text: string): string | null {
  return /^[\w./-][\w ./-]{0,254}$/.test(text)
    ? null
    : 'It may contain only letters, digits, spaces, dots, slashes and dashes.';
}

/** What is wrong with a count; null if it is valid. */
export function countFault(text: string): string | null {
  return /^\d{1,4}$/.test(text) ? null : 'It must be a whole number.';
}
