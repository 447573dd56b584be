/** How the rules on sender profiles and their updates find a statement broken. */
import type { KnownProfile } from '@outreach-api/model/records/profile-history';
import type { ProfileFields } from '@outreach-api/model/records/profile-fields';
import type { FieldFault } from '@outreach-api/model/records/shape';
import type { JsonObject } from '@outreach-api/model/records/is-record';

/** A profile that was left alone. */
interface Untouched {
  readonly uuid: string;
  readonly left: 'not updated' | 'not deleted' | 'only read';
}

interface OfField {
  readonly field: string;
}

/** The codes of these breaches, and their values. */
export interface SenderProfileBreaches {
  readonly 'known-profile-refused': {
    readonly uuid: string;
    readonly known: KnownProfile;
    readonly status: number;
  };
  readonly 'profile-fields': { readonly uuid: string; readonly faults: readonly FieldFault[] };
  readonly 'updated-before-created': { readonly updated_at: unknown; readonly created_at: unknown };
  readonly 'updated-at-goes-back': { readonly updated_at: unknown; readonly previous: unknown };
  readonly 'updated-at-read-earlier': { readonly updated_at: unknown; readonly previous: unknown };
  readonly 'profile-left-alone-is-gone': Untouched & { readonly status: number; readonly body: unknown };
  readonly 'profile-left-alone-is-changed': Untouched & {
    readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
  };
  readonly 'update-answered-otherwise': OfField;
  readonly 'update-not-shown-later': OfField;
  readonly 'update-answer-unlike-reads': OfField;
  readonly 'left-out-field-changed': OfField & {
    readonly before: unknown;
    readonly shown: unknown;
    /** Whether an earlier update sent what is shown; otherwise it was sent for another field. */
    readonly isOfEarlierUpdate: boolean;
  };
  readonly 'update-answer-fields': { readonly uuid: string; readonly faults: readonly FieldFault[] };
  readonly 'update-changes-identity': OfField;
  readonly 'update-refused': { readonly sent: ProfileFields; readonly status: number };
  /** The body is undefined if it is not JSON. */
  readonly 'update-answer-is-no-record': {
    readonly uuid: string;
    readonly status: number;
    readonly body: unknown;
  };
  readonly 'updated-profile-refused': { readonly status: number };
  readonly 'update-of-another-shown': { readonly uuid: string; readonly body: unknown };
  /** The updates that may win, and the final record. */
  readonly 'updates-mixed': { readonly updates: readonly ProfileFields[]; readonly final: JsonObject };
}
