/** Twins from public bug reports: who gets past a check of credentials (Authentication). */
import type { Call } from '../call.ts';
import { operationOf } from '../http/routes.ts';
import { perform } from '../operations/perform.ts';
import { alsoLetsIn } from './authentication.ts';
import { alsoRecognises, byClaim } from './authentication-of-keys.ts';
import { carelessCaller, jwtPart } from './careless-caller.ts';
import { defineTwins } from './twin.ts';

const authorizationOf = ({ headers }: Call): string => headers.get('authorization') ?? '';

/** What a path means to a router that takes several slashes for one; null if it is written with single ones. */
function routed(call: Call): Call | null {
  if (!call.path.startsWith('//')) return null;
  const path = call.path.replace(/^\/+/, '/');
  const operation = operationOf(call.method, `http://router${path}`);
  if (operation === null || operation === 'unknown') return null;
  const uuid = /[^/]+$/.exec(path.toLowerCase())?.[0] ?? null;
  return { ...call, path, operation, uuid };
}

export const reportedIntrudersTwins = defineTwins({
  'anyone-may-ask-with-two-slashes': {
    breaks: 'AUTH-01',
    also: ['AUTH-02', 'AUTH-03', 'AUTH-04'],
    report: 'oscarotero/psr7-middlewares#70',
    twist: (right, world) => ({
      ...right,
      answer: async (answer, call) => {
        const meant = call.operation === 'unknown' ? routed(call) : null;
        const caller = meant === null ? null : carelessCaller(meant, world);
        return right.answer(
          meant === null || caller === null ? answer : await perform(right, { ...meant, caller }, world),
          call,
        );
      },
    }),
  },
  'whoever-says-to-be-local-needs-no-key': {
    breaks: 'AUTH-01',
    report: 'SeemSeam/claude_codex_bridge#171',
    twist: (right, world) =>
      alsoLetsIn(
        right,
        world,
        ({ headers }, token) =>
          token === null && /^(127\.0\.0\.1|::1|localhost)\b/.test(headers.get('x-forwarded-for') ?? ''),
      ),
  },
  'authorization-of-one-word-is-the-first-key': {
    breaks: 'AUTH-02',
    report: 'typeorm/typeorm#9316',
    twist: (right, { store }) => ({
      ...right,
      identify: async (token, call) => {
        const caller = await right.identify(token, call);
        return caller ?? (/^\S+$/.test(authorizationOf(call)) ? (store.keys.all()[0] ?? null) : null);
      },
    }),
  },
  'token-whose-payload-cannot-be-read-is-let-in': {
    breaks: 'AUTH-02',
    also: ['AUTH-03'],
    report: 'orcasound/orcahello#557',
    twist: (right, world) =>
      alsoLetsIn(
        right,
        world,
        (_, token) => token !== null && token.split('.').length === 3 && jwtPart(token, 1) === null,
      ),
  },
  'scheme-that-nobody-knows-is-let-through': {
    breaks: 'AUTH-02',
    report: 'owncloud/ocis#4374',
    twist: (right, world) =>
      alsoLetsIn(right, world, (call) => /^(?!bearer\b|basic\b)\S+ +\S/i.test(authorizationOf(call))),
  },
  'webhook-tests-only-decode-keys': {
    breaks: 'AUTH-03',
    also: ['AUTH-02', 'AUTH-04'],
    report: 'bluewave-labs/Checkmate#269',
    needs: ['deliveries'],
    twist: (right, world) =>
      alsoRecognises(right, world, (token, call) =>
        call.operation === 'webhooks.test' && token.split('.').length === 3 ? byClaim(token, world) : null,
      ),
  },
  'expired-key-may-make-keys': {
    breaks: 'AUTH-04',
    report: 'outmoded/oz#31',
    needs: ['createApiKeys', 'expiredToken'],
    twist: (right, { store }) => ({
      ...right,
      identify: async (token, call) => {
        const caller = await right.identify(token, call);
        return caller ?? (call.operation === 'apiKeys.create' ? store.keys.byToken(token) : null);
      },
    }),
  },
});
