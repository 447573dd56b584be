/** Which rules are likely to notice a mutant, by what the script noticed: they are tried before all others. */

/** The groups of rules that look at what a line of the script asks; none where that is not known. */
export function groupsLookingAt(asked: string): readonly string[] {
  if (/\/webhooks\/test|^calls for/.test(asked)) return ['TEST'];
  if (/ DELETE .*\/webhooks\//.test(asked)) return ['DEL'];
  if (/ GET .*\/webhooks\?.*filter/.test(asked)) return ['FILT'];
  if (/ GET .*\/webhooks/.test(asked)) return ['PAGE', 'HOOK'];
  if (/create-api-key|^keys made/.test(asked)) return ['KEY'];
  if (asked.includes('/sender-profiles/')) return ['PROF'];
  return [];
}
