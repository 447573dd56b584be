/** Says which parts of an observation's answer differ. */
/**
 * The parts of an answer that differ, in words: `404 → 204, application/problem+json → no body`. Answers with a
 * different structure are given whole.
 */
export function changedParts(before: string, after: string): string {
  const [ones, others] = [partsOf(before), partsOf(after)];
  if (ones.length !== others.length) return `${before} → ${after}`;
  return ones
    .flatMap((part, index) => {
      const other = others[index] ?? '';
      return part === other ? [] : [`${part} → ${other}`];
    })
    .join(', ');
}

function partsOf(answer: string): readonly string[] {
  return answer.split(/[,;] /);
}
