/** What a new user says of the target and of the place where it is judged. */
/** Where the suite is run every night. */
export type Place = 'github' | 'gitlab' | 'shell' | 'none';

/** The places, each with what is written for it. */
export const places: Readonly<Record<Place, string>> = {
  github: 'a GitHub workflow',
  gitlab: 'a GitLab job',
  shell: 'a shell script',
  none: 'nothing, only the target file',
};

/** What a new user says of the target and of the place where it is judged. */
export interface SetUp {
  readonly baseUrl: string;
  /** Profiles that may be read, and where `updates` says so updated. */
  readonly senderProfiles: readonly string[];
  readonly updates: boolean;
  readonly createApiKeys: number;
  readonly maxPerSecond: number | null;
  readonly place: Place;
  /** The environment of GitHub whose secrets the workflow gets; null: those of the repository. */
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
