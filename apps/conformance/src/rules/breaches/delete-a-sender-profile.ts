/** How the rules on deleting sender profiles find a statement broken. */

/** The codes of these breaches, and their values. */
export interface ProfileDeletionBreaches {
  readonly 'profile-deletion-refused': { readonly uuid: string; readonly status: number };
  readonly 'deleted-profile-there': {
    readonly request: 'read' | 'update';
    readonly uuid: string;
    readonly status: number;
    readonly body: unknown;
  };
}
