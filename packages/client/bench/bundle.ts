/** Bundles what a consumer imports from the built package, and measures it by file. */
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** The size limit of `createOutreachClient` with everything that it needs, in bytes, minified and gzipped. */
export const mostBytes = 7500;

/** A bundle: bytes minified, bytes minified and gzipped, and the minified bytes of each file. */
export interface Bundle {
  minified: number;
  gzipped: number;
  files: [file: string, minified: number][];
}

/** Bundles and minifies a module for browsers as consumers do; the packages come from their `dist` folders. */
export async function bundle(code: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const [output] = outputFiles;
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  return {
    minified: output?.contents.length ?? 0,
    gzipped: output === undefined ? 0 : gzipSync(output.contents, { level: 9 }).length,
    files: files
      .map(([file, { bytesInOutput }]): [string, number] => [
        file.replace(/^.*node_modules\//, ''),
        bytesInOutput,
      ])
      .filter(([, bytes]) => bytes > 0)
      .toSorted(([, a], [, b]) => b - a),
  };
}

const imports = {
  createOutreachClient: `export { createOutreachClient } from '@outreach-api/client'`,
  'with filters in the query': `export { createOutreachClient, queryJson } from '@outreach-api/client'`,
  'the whole package': `export * from '@outreach-api/client'`,
};

/** Describes the size of the client, and says whether it is within the limit. */
export async function describeBundles(): Promise<{ text: string; within: boolean }> {
  const lines: string[] = [];
  for (const [name, code] of Object.entries(imports)) {
    const { minified, gzipped } = await bundle(code);
    lines.push(`${name.padEnd(26)} ${minified} bytes minified, ${gzipped} gzipped`);
  }
  const { files, gzipped } = await bundle(imports.createOutreachClient);
  lines.push(`at most ${mostBytes} gzipped for createOutreachClient; minified bytes of its files:`);
  for (const [file, bytes] of files) lines.push(`${String(bytes).padStart(7)}  ${file}`);
  return { text: `${lines.join('\n')}\n`, within: gzipped > 0 && gzipped <= mostBytes };
}
