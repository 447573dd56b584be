/** The credentials in the environment of the process. */

const secretVariable = /^OUTREACH_.*(?:TOKEN|KEY|SECRET|PASSWORD)|(?:TOKEN|KEY|SECRET|PASSWORD|PASSWD)$/i;

/** The values of environment variables whose names say that they are credentials, each with its replacement. */
export function environmentSecrets(
  environment: Readonly<Record<string, string | undefined>>,
): readonly (readonly [secret: string, placeholder: string])[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    secretVariable.test(name) ? [[value, `$${name}`] as const] : [],
  );
}
