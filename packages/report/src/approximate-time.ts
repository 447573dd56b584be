/** A duration as people say it. */

/** A duration in whole seconds or, from a minute and a half on, in minutes: `~40 s`, `~3 min`. */
export function approximateTime(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return whole < 90 ? `~${whole} s` : `~${Math.round(whole / 60)} min`;
}
