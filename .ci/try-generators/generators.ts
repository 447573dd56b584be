/** The generators that are tried, each with what it needs on the machine and the commands that try it. */

/** A command with its arguments, run in the folder of the generator. */
export type Command = readonly [program: string, ...args: string[]];

/** A generator, and a program that makes a call with what it generates: the folder of its name in `calls`. */
export interface Generator {
  readonly name: string;
  /** Generates a client into `generated`. */
  readonly generate: Needing;
  /** Compiles the client with the program, and runs it; the last command makes the call. */
  readonly call: Needing;
}

/** Commands, and the programs that must be on the machine, each with arguments that do no more than prove it. */
interface Needing {
  readonly needs: readonly Command[];
  readonly run: readonly Command[];
}

const java: readonly Command[] = [
  ['java', '-version'],
  ['mvn', '--version'],
];
const node: readonly Command[] = [['npm', '--version']];
const python: readonly Command[] = [['python3', '--version']];
const go: readonly Command[] = [['go', 'version']];
const dotnet: readonly Command[] = [['dotnet', '--version']];

const version = {
  openapiGenerator: '7.18.0',
  openapiPythonClient: '0.29.1',
  oapiCodegen: 'v2.8.2',
  oapiRuntime: 'v1.8.0',
  heyApi: '0.99.0',
  orval: '8.38.0',
  typescript: '5.9.3',
  nodeTypes: '24.19.2',
} as const;

function npmInstall(...specs: string[]): Command {
  const compiler = [`typescript@${version.typescript}`, `@types/node@${version.nodeTypes}`];
  return [
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
    ...compiler,
    ...specs,
  ];
}

/** Strict, as a CommonJS program: some generators write imports without file extensions. */
const compileAndRun: readonly Command[] = [
  [
    'npx',
    'tsc',
    '--strict',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom,dom.iterable',
    '--module',
    'nodenext',
    '--outDir',
    'built',
    'call.ts',
  ],
  ['node', 'built/call.js'],
];

function openapiGenerator(generator: string, ...properties: string[]): Command[] {
  const artifact = `org.openapitools:openapi-generator-cli:${version.openapiGenerator}`;
  const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
  const jar = `openapi-generator-cli-${version.openapiGenerator}.jar`;
  return [
    ['mvn', '--quiet', '--batch-mode', `${plugin}:copy`, `-Dartifact=${artifact}`, '-DoutputDirectory=.'],
    [
      'java',
      '-jar',
      jar,
      'generate',
      '-i',
      'openapi.yaml',
      '-g',
      generator,
      '-o',
      'generated',
      ...properties.map((one) => `--additional-properties=${one}`),
    ],
  ];
}

/** All of them; `openapi.yaml` in the folder of each is the document as it is shipped. */
export const generators: readonly Generator[] = [
  {
    name: 'typescript-fetch',
    generate: { needs: java, run: openapiGenerator('typescript-fetch') },
    call: { needs: node, run: [npmInstall(), ...compileAndRun] },
  },
  {
    name: 'go',
    generate: {
      needs: java,
      // By default its clients refuse further fields, which any record may have.
      run: openapiGenerator(
        'go',
        'packageName=generated',
        'withGoMod=false',
        'disallowAdditionalPropertiesIfNotPresent=false',
      ),
    },
    call: {
      needs: go,
      run: [
        ['go', 'vet', '.', './generated'],
        ['go', 'run', '.'],
      ],
    },
  },
  {
    name: 'csharp',
    generate: {
      needs: java,
      run: openapiGenerator('csharp', 'library=httpclient', 'targetFramework=net8.0'),
    },
    call: { needs: dotnet, run: [['dotnet', 'run', '--project', 'Call.csproj']] },
  },
  {
    name: 'openapi-python-client',
    generate: {
      needs: python,
      run: [
        ['python3', '-m', 'venv', '.venv'],
        ['.venv/bin/pip', 'install', '--quiet', `openapi-python-client==${version.openapiPythonClient}`],
        [
          '.venv/bin/openapi-python-client',
          'generate',
          '--path',
          'openapi.yaml',
          '--config',
          'config.yaml',
          '--meta',
          'none',
          '--output-path',
          'generated',
          '--fail-on-warning',
        ],
      ],
    },
    call: {
      needs: python,
      run: [
        ['.venv/bin/python', '-m', 'compileall', '-q', 'generated'],
        ['.venv/bin/python', 'call.py'],
      ],
    },
  },
  {
    name: 'oapi-codegen',
    generate: {
      needs: go,
      run: [
        [
          'go',
          'run',
          `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${version.oapiCodegen}`,
          '-generate',
          'types,client',
          '-package',
          'generated',
          '-o',
          'generated/client.go',
          'openapi.yaml',
        ],
      ],
    },
    call: {
      needs: go,
      run: [
        ['go', 'get', `github.com/oapi-codegen/runtime@${version.oapiRuntime}`],
        ['go', 'mod', 'tidy'],
        ['go', 'vet', './...'],
        ['go', 'run', '.'],
      ],
    },
  },
  {
    name: 'hey-api',
    generate: {
      needs: node,
      run: [
        npmInstall(`@hey-api/openapi-ts@${version.heyApi}`),
        ['npx', 'openapi-ts', '-i', 'openapi.yaml', '-o', 'generated', '-c', '@hey-api/client-fetch'],
      ],
    },
    call: { needs: node, run: compileAndRun },
  },
  {
    name: 'orval',
    generate: {
      needs: node,
      run: [npmInstall(`orval@${version.orval}`), ['npx', 'orval', '--config', 'orval.config.mjs']],
    },
    call: { needs: node, run: compileAndRun },
  },
];
