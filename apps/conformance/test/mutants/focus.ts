/** Which rules are likely to notice a mutant, given what the script noticed: they are tried first. */

/** The groups of rules that cover a request of the script; none if unknown. */
export function groupsLookingAt(asked: string): readonly string[] {
  if (/\/webhooks\/test|^calls (?:for|by)/.test(asked)) return ['TEST'];
  if (/ DELETE .*\/webhooks\//.test(asked)) return ['DEL'];
  if (/ GET .*\/webhooks\?.*filter/.test(asked)) return ['FILT'];
  if (/ GET .*\/webhooks/.test(asked)) return ['PAGE', 'HOOK'];
  if (/create-api-key|^keys made/.test(asked)) return ['KEY'];
  if (asked.includes('/sender-profiles/')) return ['PROF'];
  return [];
}
