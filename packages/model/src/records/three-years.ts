const day = 86_400_000;

/**
 * When 3 years after a moment are over, all in milliseconds since the epoch: as 3 calendar years, or as 1,095 to 1,096
 * days (Limits).
 */
export function threeYearsAfter(moment: number): { readonly earliest: number; readonly latest: number } {
  const calendar = new Date(moment);
  calendar.setUTCFullYear(calendar.getUTCFullYear() + 3);
  return {
    earliest: Math.min(calendar.getTime(), moment + 1095 * day),
    latest: Math.max(calendar.getTime(), moment + 1096 * day),
  };
}
