import { dialectTable } from '@outreach-api/sandbox';
import statementsDocument from '@outreach-api/types/statements.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { statements } from '@outreach-api/model/generated/statements';
import { rules } from './rules.ts';
import { clientRules } from '../clients/rules/client-rules.ts';
import { statementsWithoutARule } from './statements-without-a-rule.ts';

describe('rules and statements', () => {
  it('every statement has one rule, or a written reason why it has none', () => {
    const judged = [
      ...[...rules, ...clientRules].map(({ id }) => id),
      ...Object.keys(statementsWithoutARule),
    ];
    expect(judged.toSorted()).toEqual(Object.keys(statements).toSorted());
  });

  it('rules are listed in the order of the statements', () => {
    const ids = Object.keys(statements);
    const order = rules.map(({ id }) => ids.indexOf(id));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('no rule is without a named breach: it could not fail', () => {
    expect(rules.filter(({ breachNames }) => breachNames.length === 0).map(({ id }) => id)).toEqual([]);
  });

  it('no two experiments share a name: replays and seeds go by it', () => {
    const phases = new Map<string, Set<string>>();
    const ofRules = new Set<string>(['forgedCredentials', 'expiredToken', 'otherAccountToken', 'updates']);
    for (const { experiment, phase, needs } of rules.flatMap(({ trials }) => trials)) {
      const described = phases.get(experiment) ?? new Set<string>();
      // Rules share experiments, some with a need of their own, such as a credential.
      const own = needs.filter((need) => !ofRules.has(need));
      phases.set(experiment, described.add(JSON.stringify({ phase, needs: own })));
    }
    expect([...phases].filter(([, described]) => described.size > 1)).toEqual([]);
  });
});

describe('what is open and the dialects of the sandbox', () => {
  interface Written {
    readonly asks: string;
    readonly admissible: Readonly<Record<string, string>>;
  }
  const rows: readonly { readonly level: string; readonly readings?: Readonly<Record<string, Written>> }[] =
    Object.values(statementsDocument.statements);
  const written = new Map<string, Written>(
    [statementsDocument.unmentioned, ...rows.map(({ readings }) => readings ?? {})].flatMap(
      Object.entries<Written>,
    ),
  );

  it.each(Object.entries(dialectTable))(
    '%s is an open question of the statements, with all its readings',
    (name, { readings }) => {
      expect([...written.keys()]).toContain(name);
      expect(Object.keys(written.get(name)?.admissible ?? {})).toEqual(
        expect.arrayContaining(Object.keys(readings)),
      );
    },
  );
});
