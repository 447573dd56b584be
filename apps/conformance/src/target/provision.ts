/** The owner's own way to make disposable records. */
/** What the owner's module can make on the target; each part may be missing. */
export interface Provisioner {
  /** Makes a webhook in the account under test and resolves to its uuid. */
  createWebhook?(webhook: { event: string; request_method: string; target_url: string }): Promise<string>;
  /** Makes a sender profile in the account under test and resolves to its uuid. */
  createSenderProfile?(profile: {
    first_name: string;
    last_name: string;
    label: string | null;
  }): Promise<string>;
  /** Called once, when the run is over. */
  close?(): Promise<void> | void;
}

/**
 * The default export of a provision module: the owner's own way to make disposable records, since the
 * description has no operation for it.
 */
export type Provision = (target: {
  baseUrl: string;
  token: string;
  env: Readonly<Record<string, string | undefined>>;
}) => Promise<Provisioner> | Provisioner;
