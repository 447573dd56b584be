/** How the rules on reading sender profiles find a statement broken. */

interface UnknownProfileAccepted {
  readonly uuid: string;
  readonly status: number;
  readonly body: unknown;
}

/** The codes of these breaches, and their values. */
export interface ProfileReadingBreaches {
  /** The uuid that was asked for. */
  readonly 'another-profile-shown': { readonly uuid: string };
  readonly 'unknown-profile-read': UnknownProfileAccepted;
  readonly 'unknown-profile-updated': UnknownProfileAccepted;
  readonly 'unknown-profile-read-after-update': UnknownProfileAccepted;
  readonly 'unknown-uuid-updates-another': { readonly uuid: string };
}
