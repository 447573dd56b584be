/** Puts the job of a GitHub workflow into an environment. */
const commentedOut = / {4}# environment:\n {4}# {3}name: staging\n {4}# {3}deployment: false\n/;

/**
 * The workflow with its job in an environment, so that it gets that environment's secrets and runs after deployments to
 * it.
 *
 * @param workflow - the example of the package
 */
export function inEnvironment(workflow: string, environment: string): string {
  const lines = ['environment:', `  name: ${JSON.stringify(environment)}`, '  deployment: false'];
  return workflow
    .replace(commentedOut, lines.map((line) => `    ${line}\n`).join(''))
    .replace("deployment.environment == 'staging'", `deployment.environment == '${environment}'`);
}
