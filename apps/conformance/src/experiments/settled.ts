import { setTimeout as wait } from 'node:timers/promises';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';

const patienceMs = 3000;
const patienceAfterDisappointmentsMs = 500;
const disappointmentsAllowed = 3;

const disappointments = new WeakMap<SessionState, number>();

/**
 * Looks until what is seen is `done`, for up to 3 s with growing pauses: for changes that were answered 202. Resolves
 * to the last look. On a target where several changes never came, it waits less from then on.
 */
export async function settled<Seen>(
  session: Session,
  look: () => Promise<Seen>,
  done: (seen: Seen) => boolean,
): Promise<Seen> {
  const before = disappointments.get(session.state) ?? 0;
  const until =
    performance.now() + (before < disappointmentsAllowed ? patienceMs : patienceAfterDisappointmentsMs);
  for (let pause = 40; ; pause = Math.min(500, pause * 1.6)) {
    const seen = await look();
    if (done(seen)) return seen;
    if (performance.now() > until) {
      disappointments.set(session.state, before + 1);
      return seen;
    }
    await wait(pause);
  }
}
