/** Who may call, and how often (sections Authentication, Errors, Limits). */
import { compactVerify } from 'jose';
import type { AccessBehaviour } from '../behaviour.ts';
import type { AdmittedCall, Call } from '../call.ts';
import { rateGate, type Admission } from '../rate-limit.ts';
import type { StoredKey } from '../records.ts';
import type { World } from '../world.ts';

// A valid signature stays valid: checking it again costs a trip to another thread. Whether the key is known and has
// not expired is checked for each request.
const provedBound = 1000;

/** Access as described; `refusal` gives the answer to callers that are not admitted. */
export function describedAccess(world: World, refusal: AccessBehaviour['notAdmitted']): AccessBehaviour {
  const admits = admissions(world);
  const proved = new Set<string>();
  return {
    credential: (call) => bearer(call),
    identify: (token) => identified(token, world, proved),
    notAdmitted: refusal,
    // Not the sandbox's clock: a test may stop that, and the limit would never lift.
    admit: (call) => admits(call, performance.now()),
    limited: async (waitMs, call) => {
      const answer = await refusal(
        { ok: false, reason: 'limited', detail: 'too many requests; slow down' },
        call,
      );
      return { ...answer, headers: { ...answer.headers, ...retryHeaders(waitMs, world) } };
    },
  };
}

/** Counts the requests of each account, as the dialect specifies. */
function admissions({ dialect, rateLimit, store }: World): (call: AdmittedCall, at: number) => Admission {
  if (rateLimit === null) return () => ({ admitted: true });
  const gate = rateGate(rateLimit, dialect.rateLimitWindow);
  const lower = { ...rateLimit, requests: Math.ceil(rateLimit.requests / 10) };
  const lowerGate = rateGate(lower, dialect.rateLimitWindow);
  return ({ caller: { accountId }, operation }, at) => {
    const name = dialect.rateLimitScope === 'all' ? accountId : `${accountId} ${operation}`;
    const isFirst = store.accounts()[0]?.id === accountId;
    return dialect.rateLimitOfOthers === 'same' || isFirst ? gate(name, at) : lowerGate(name, at);
  };
}

/** What follows `Bearer` in the header Authorization, or null. */
function bearer(call: Call): string | null {
  const header = call.headers.get('authorization');
  if (header === null) return null;
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? '';
}

/** The key with this token, if its signature is ours, it is known and not past its 3 years. */
async function identified(token: string, world: World, proved: Set<string>): Promise<StoredKey | null> {
  if (!proved.has(token)) {
    if (!(await isSignedByUs(token, world))) return null;
    if (proved.size >= provedBound) proved.clear();
    proved.add(token);
  }
  const key = world.store.keys.byToken(token);
  return key === null || key.expiresAt <= world.now() ? null : key;
}

// Does not check the claims' times: the row of the key says when it expires, and a test may set the clock.
async function isSignedByUs(token: string, { key }: World): Promise<boolean> {
  try {
    await compactVerify(token, key.verify, { algorithms: [key.algorithm] });
    return true;
  } catch {
    return false;
  }
}

function retryHeaders(waitMs: number, world: World): Record<string, string> {
  const seconds = Math.ceil(waitMs / 1000);
  switch (world.dialect.rateLimitHeaders) {
    case 'none':
      return {};
    case 'seconds':
      return { 'retry-after': String(seconds) };
    case 'date':
      return { 'retry-after': new Date(world.now() + seconds * 1000).toUTCString() };
    case 'draft':
    default:
      return { 'ratelimit-policy': '"account";q=1', ratelimit: `"account";r=0;t=${seconds}` };
  }
}
