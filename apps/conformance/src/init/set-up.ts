/** What is known of the target, and of where it is judged, before its file is edited. */

/** Where the suite runs every night. */
export type Place = 'github' | 'gitlab' | 'shell' | 'none';

/** What the options say of the target, and of where it is judged. */
export interface SetUp {
  readonly baseUrl: string;
  /** Profiles that may be read, and updated if `updates` says so. */
  readonly senderProfiles: readonly string[];
  readonly updates: boolean;
  readonly createApiKeys: number;
  readonly maxPerSecond: number | null;
  readonly place: Place;
  /** The GitHub environment whose secrets the workflow gets; null: those of the repository. */
  readonly environment: string | null;
}

/** The names of the files that are written. */
export const fileNames = {
  target: 'outreach-conformance.jsonc',
  knownDeviations: 'outreach-known-deviations.jsonc',
  github: '.github/workflows/outreach-conformance.yml',
  gitlab: '.gitlab/outreach-conformance.yml',
  shell: 'outreach-conformance.sh',
} as const;
