/** The version of this package; `pnpm version-packages` writes it. */
export const version = '0.0.0';
