/** The exit of a run that was ended before its end. */
import type { Exit } from '../report/exit-code.ts';
import type { CutShort } from '../session/session-state.ts';

/**
 * The exit of a run that was ended before its end: a breach counts; a target that no longer answers is an unreachable
 * one (2); time that was up is no breach, and says why some rules are undecided.
 */
export function exitWhenCut(cut: CutShort | null, exit: Exit): Exit {
  if (cut === null || exit.code === 130) return exit;
  const why = exit.why === null ? cut.text : `${cut.text}; ${exit.why}`;
  return { code: cut.why === 'silence' && exit.code !== 1 ? 2 : exit.code, why };
}
