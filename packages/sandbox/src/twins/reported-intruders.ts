/** Twins from public bug reports: who gets past a check of credentials (Authentication). */
import type { Call } from '../call.ts';
import { operationOf } from '../http/routes.ts';
import { perform } from '../operations/perform.ts';
import { alsoLetsIn } from './authentication.ts';
import { alsoRecognises, byClaim } from './authentication-of-keys.ts';
import { carelessCaller, jwtPart } from './careless-caller.ts';
import { defineTwins, type TwinDefinition } from './twin.ts';

const authorizationOf = ({ headers }: Call): string => headers.get('authorization') ?? '';

/**
 * Answers anyone who writes a path in a way that the check does not know, but the router does.
 *
 * @param meant - the path to the router; the same if it is written as described
 */
function anyoneMayAskBy(meant: (path: string) => string): TwinDefinition['twist'] {
  return (right, world) => ({
    ...right,
    answer: async (answer, call) => {
      const routed = call.operation === 'unknown' ? callOf(call, meant(call.path)) : null;
      const caller = routed === null ? null : carelessCaller(routed, world);
      return right.answer(
        routed === null || caller === null ? answer : await perform(right, { ...routed, caller }, world),
        call,
      );
    },
  });
}

/** The call as one of another path; null if it is none of the API. */
function callOf(call: Call, path: string): Call | null {
  const operation = operationOf(call.method, `http://router${path}`);
  if (operation === null || operation === 'unknown') return null;
  const uuid = /[^/]+$/.exec(path.toLowerCase())?.[0] ?? null;
  return { ...call, path, operation, uuid };
}

const whoeverAsks = { breaks: 'AUTH-01', also: ['AUTH-02', 'AUTH-03', 'AUTH-04'] } as const;

export const reportedIntrudersTwins = defineTwins({
  'anyone-may-ask-with-two-slashes': {
    ...whoeverAsks,
    report: 'oscarotero/psr7-middlewares#70',
    twist: anyoneMayAskBy((path) => path.replace(/^\/+/, '/')),
  },
  'anyone-may-ask-with-a-slash-at-the-end': {
    ...whoeverAsks,
    report: 'shuaicj/zuul-auth-example#7',
    twist: anyoneMayAskBy((path) => path.replace(/\/$/, '')),
  },
  'anyone-may-ask-by-a-path-in-capitals': {
    ...whoeverAsks,
    report: 'Drakon-Systems-Ltd/ShieldCortex#474',
    twist: anyoneMayAskBy((path) => path.toLowerCase()),
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
