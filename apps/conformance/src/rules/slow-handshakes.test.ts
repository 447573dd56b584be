/** Shows that requests meet, too, where connections are slow to open. */
import { describe, expect, it } from 'vitest';
import { judgeSandbox, type SandboxJudging } from '../proof/judge-sandbox.ts';
import { sharesAnswersUnderWay } from '../proof/shared-answers.ts';
import { rules } from './rules.ts';

describe('what goes wrong only where two requests meet, on a target whose connections are slow to open', () => {
  it.each<[id: string, defect: string, target: SandboxJudging]>([
    ['AUTH-01', 'answers under way are shared', { gateway: sharesAnswersUnderWay() }],
    ['TEAM-01', 'answers under way are shared', { gateway: sharesAnswersUnderWay() }],
    ['KEY-02', 'names are mixed up', { twin: 'key-names-are-mixed-up-at-the-same-time' }],
    ['KEY-07', '`jti` is shared', { twin: 'jti-is-shared-at-the-same-time' }],
    ['DEL-01', 'one of two stays', { twin: 'of-two-webhooks-deleted-at-the-same-time-one-stays' }],
    ['PROF-12', 'updates are torn', { twin: 'update-is-torn-before-the-label' }],
  ])('fails %s: %s', async (chosen, _, target) => {
    const { results } = await judgeSandbox({
      ...target,
      handshakeMs: 250,
      rules: rules.filter(({ id }) => id === chosen),
      allow: { createApiKeys: 3 },
    });
    expect(results.map(({ rule, verdict }) => [rule.id, verdict])).toEqual([[chosen, 'fail']]);
  });
});
