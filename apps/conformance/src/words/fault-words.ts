/** What is wrong with the fields of a record. */
import type { FieldFault } from '@outreach-api/model/records/shape';

/** What is wrong with a record, in words. */
export function faultWords(faults: readonly FieldFault[]): string {
  return faults.map(oneFault).join(', ');
}

function oneFault(fault: FieldFault): string {
  if (fault.field === null) return `${fault.kind} is not a JSON object`;
  if (fault.is === 'of another type')
    return `\`${fault.field}\` is ${fault.type}, not ${fault.types.join(' or ')}`;
  return `\`${fault.field}\` is ${fault.is}`;
}
