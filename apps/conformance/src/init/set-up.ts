/** A new user's answers about the target and about where it is judged. */
/** Where the suite runs every night. */
export type Place = 'github' | 'gitlab' | 'shell' | 'none';

/** The places, each with what is written for it. */
export const places: Readonly<Record<Place, string>> = {
  github: 'a GitHub workflow',
  gitlab: 'a GitLab job',
  shell: 'a shell script',
  none: 'nothing, only the target file',
};

/** A new user's answers about the target and about where it is judged. */
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
