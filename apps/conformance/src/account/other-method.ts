/** Makes webhooks of another method than POST (Webhook). */
import { whereUnmet } from '@outreach-api/engine';

/**
 * One of the first method that is accepted; null if the owner's module or the platform accepts none.
 *
 * @param make - creates one of this method; null if it cannot
 */
export async function madeOfAnotherMethod(
  make: (request_method: string) => Promise<string | null>,
): Promise<string | null> {
  for (const method of ['PUT', 'GET', 'PATCH', 'DELETE']) {
    const uuid = await make(method).catch(whereUnmet(null));
    if (uuid !== null) return uuid;
  }
  return null;
}
