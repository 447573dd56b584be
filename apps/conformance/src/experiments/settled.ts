/** Waits until what was answered 202 is seen. */
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';

const patienceMs = 3000;
const patienceAfterDisappointmentsMs = 500;
const disappointmentsAllowed = 3;

const disappointments = new WeakMap<SessionState, Map<string, number>>();

/**
 * Looks until what is seen is `done`, for up to 3 s with growing pauses: for changes that were answered 202. Resolves
 * to the last look. On a target where several changes of a kind never came, it waits less for those from then on.
 *
 * @param kind - what is waited for: that one kind never comes says nothing of how long another takes
 */
export async function settled<Seen>(
  session: Session,
  look: () => Promise<Seen>,
  done: (seen: Seen) => boolean,
  kind = 'a change',
): Promise<Seen> {
  const counts = disappointments.get(session.state) ?? new Map<string, number>();
  disappointments.set(session.state, counts);
  const before = counts.get(kind) ?? 0;
  const until =
    session.clock.now() + (before < disappointmentsAllowed ? patienceMs : patienceAfterDisappointmentsMs);
  for (let pause = 40; ; pause = Math.min(500, pause * 1.6)) {
    const seen = await look();
    if (done(seen)) return seen;
    if (session.clock.now() > until) {
      counts.set(kind, before + 1);
      return seen;
    }
    await session.clock.wait(pause);
  }
}
