/** Sends conditions on one field and records the answers. */
import { allInBatches, Disturbed, Unmet } from '@outreach-api/engine';
import type { Session } from '../../session/session.ts';
import type { Condition } from './condition.ts';
import { readFiltered } from './filtered-listing.ts';
import type { Asked, FilterField, FilterSeen } from './filter-seen.ts';
import { fieldOn, filterGround, type FieldChoice, type FilterGround } from './filterable-fields.ts';
import { operandOn, type Operand, type OperandChoice } from './operand.ts';
import { checkUndisturbed } from '../../account/unfiltered-list.ts';

/** A condition, and whether each of its operands is a value of some record. */
export interface KnownCondition {
  readonly condition: Condition;
  readonly known: boolean;
}

/**
 * Sends each condition on a field. If the result is broken, the unfiltered list is read again.
 *
 * @param operands - what the conditions are made of
 * @param conditions - builds them from the field's actual operands
 * @throws Unmet if filters, the field or an operand are unavailable
 */
export async function observeFilter(
  session: Session,
  choice: FieldChoice,
  operands: readonly OperandChoice[],
  conditions: (
    operands: readonly Operand[],
    field: FilterField,
    ground: FilterGround,
  ) => readonly KnownCondition[] | Promise<readonly KnownCondition[]>,
): Promise<FilterSeen> {
  const ground = await filterGround(session);
  const field = await fieldOn(ground, choice, session);
  const resolved = operands.map((operand) => operandOn(field, operand, ground.placement));
  const asked = await allInBatches(await conditions(resolved, field, ground), async (one) =>
    ask(session, ground, field, one),
  );
  if (asked.length === 0) throw new Unmet('nothing was requested');
  const seen = { field, asked };
  session.ifBroken(async (isBroken) => {
    await checkUndisturbed(session, ground.list);
    const known = new Set(field.values.map(({ id }) => id));
    if (!isBroken(onlyOf(known, seen))) await checkUnknownRecordsStay(session, ground, known, seen);
  });
  return seen;
}

/** What was seen of these records only. */
function onlyOf(known: ReadonlySet<string>, { field, asked }: FilterSeen): FilterSeen {
  return {
    field,
    asked: asked.map(({ listing, ...one }) => ({
      ...one,
      listing: { ...listing, ids: listing.ids.filter((id) => known.has(id)) },
    })),
  };
}

/**
 * Requests again if records came that the unfiltered list does not have: another client may have created a webhook and
 * deleted it right after; a defect shows again.
 *
 * @throws Disturbed if a record does not come again
 */
async function checkUnknownRecordsStay(
  session: Session,
  ground: FilterGround,
  known: ReadonlySet<string>,
  { field, asked }: FilterSeen,
): Promise<void> {
  for (const { condition, listing } of asked) {
    const unknown = listing.ids.filter((id) => !known.has(id));
    if (unknown.length === 0) continue;
    const { ids } = await readFiltered(session, ground.placement, field.name, condition, ground.list, true);
    if (!unknown.every((id) => ids.includes(id)))
      throw new Disturbed('another client created and deleted a webhook');
  }
}

async function ask(
  session: Session,
  { placement, list }: FilterGround,
  field: FilterField,
  { condition, known }: KnownCondition,
): Promise<Asked> {
  const listing = await readFiltered(session, placement, field.name, condition, list);
  return { condition, refusable: !known || !field.certain, listing };
}
