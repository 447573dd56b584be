/** What is seen of full updates of one sender profile at the same time (Update a sender profile). */
import { textFields } from '@outreach-api/model/records/profile-fields';

/** Which value each of the three fields gets; 0 is its current one. */
export type Triple = readonly [first_name: number, last_name: number, label: number];

/** What a full update sends. */
export interface WholeFields {
  readonly first_name: string;
  readonly last_name: string;
  readonly label: string;
}

/** Updates sent at the same time, and the record once all were answered. */
export interface RaceSeen {
  readonly updates: readonly { readonly sent: WholeFields; readonly mayWin: boolean }[];
  /** Names and label of the final record. */
  readonly final: Readonly<Record<string, unknown>>;
}

/** As plain as text can be: how other text is handled is not tested here. */
const values = {
  first_name: ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus'],
  last_name: ['Okafor', 'Neill', 'Reyes', 'Miller', 'Garcia', 'Olsen', 'Simic'],
  label: ['Base', 'North', 'East', 'South', 'West', 'Middle', 'Border'],
} as const;

/** Names and label as they are when the updates are sent. */
export const beforeTheRace: WholeFields = fieldsOf([0, 0, 0]);

/** Whether names and label of the final record are those of one accepted update. */
export function isOneUpdate({ updates, final }: RaceSeen): boolean {
  return updates.some(
    ({ sent, mayWin }) => mayWin && textFields.every((field) => final[field] === sent[field]),
  );
}

export function fieldsOf([first, last, label]: Triple): WholeFields {
  return {
    first_name: values.first_name[first] ?? '',
    last_name: values.last_name[last] ?? '',
    label: values.label[label] ?? '',
  };
}
