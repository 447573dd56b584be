/** Create an API key: POST /id/api/jwt-tokens/create-api-key. */
import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import type { World } from '../world.ts';
import { orRefuse } from './or-refuse.ts';
import { readJson } from './read-json.ts';

/** Creates a key for the caller's team, and answers with its record and its token. */
export function createApiKey(behaviour: Behaviour, call: AdmittedCall, world: World): Promise<Answer> {
  return orRefuse(behaviour, call, readJson(call, world.dialect.contentTypeCheck), (body) =>
    orRefuse(behaviour, call, behaviour.keyName(body), async (name) => {
      const key = await behaviour.newKey(name, call);
      const issued = { key, token: await behaviour.sign(key) };
      behaviour.keepKey(issued, call);
      return behaviour.success(behaviour.keyRecord(issued), call);
    }),
  );
}
