/** Sends one request over a connection of its own, also after the run was stopped. */
import type { Target } from '../target/target.ts';
import type { Answer } from './exchange.ts';
import { Transport } from './transport.ts';

/**
 * Sends one request as the key of the target file over a connection of its own: it is sent also after the run was
 * stopped. Resolves to null where it is not answered.
 *
 * @param path - from the base address on
 */
export async function sendAlone(
  target: Target,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer | null> {
  const transport = new Transport(target, new AbortController().signal);
  try {
    const outcome = await transport.send({
      method,
      url: `${target.baseUrl}${path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${target.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return outcome.kind === 'answered' ? outcome.answer : null;
  } finally {
    await transport.close();
  }
}
