/** Which way imports may go: `pnpm dependencies` checks it. */
const suite = '^apps/conformance/src';
const tests = '\\.test\\.ts$';
/** What lets a process act outside itself: dependency-cruiser leaves out `node:`. */
const outside = '^(?:fs|net|https?|child_process)(?:/|$)';
const engine = '^packages/engine/src/';
const masking = '^packages/masking/src/';
const model = '^packages/model/src';
const report = '^packages/report/';
const wire = '^packages/wire/src/';
/** What came over it, as plain data. */
const whatCame = '^packages/wire/src/(?:exchange|received-call|own-copy)\\.ts$';
/** Those of the private packages keep to their rules, too. */
const testsElsewhere = `^(?!packages/(?:engine|masking|model|report|wire)/).*${tests}`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Two folders that import each other are one folder.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-are-declared',
      comment: 'What is not in package.json is found by nobody, so that no rule on arrows would see it.',
      severity: 'error',
      from: {},
      to: { path: '^@outreach-api/', couldNotResolve: true },
    },
    {
      name: 'engine-knows-no-api',
      comment:
        'The engine knows rules, experiments and verdicts: nothing of HTTP or of this API. So do its tests.',
      severity: 'error',
      from: { path: engine },
      to: { path: '^(apps|packages|spec)/', pathNot: engine },
    },
    {
      name: 'masking-knows-nothing',
      comment: 'Whoever writes anything masks it.',
      severity: 'error',
      from: { path: masking },
      to: { path: '^(apps|packages|spec)/', pathNot: masking },
    },
    {
      name: 'wire-knows-no-api',
      comment: 'It waits through the clock of the engine and backs off as the client does.',
      severity: 'error',
      from: { path: wire },
      to: { path: '^(apps|packages|spec)/', pathNot: `${wire}|${engine}|^packages/client/` },
    },
    {
      name: 'report-knows-masking-and-the-model',
      comment: 'It shows a report as data, whoever made it; of the engine it knows the verdicts.',
      severity: 'error',
      from: { path: report },
      to: {
        path: '^(apps|packages|spec)/',
        pathNot: `${report}|${masking}|${model}|^packages/engine/src/index`,
      },
    },
    {
      name: 'model-knows-statements-and-premises',
      comment:
        'The words of the API are known to all: they know the types, the statements, what came over the wire, and how the engine names an unmet premise.',
      severity: 'error',
      from: { path: model },
      to: { path: '^(apps|packages|spec)/', pathNot: `${model}|${engine}|${whatCame}|^packages/types/` },
    },
    {
      name: 'rules-know-no-reports',
      comment: 'What judges knows nothing of the command line, of vitest or of reports.',
      severity: 'error',
      from: {
        path: `${engine}|${model}|${wire}|${suite}/(rules|ledger|session|account|sections|observations|clients)/`,
        pathNot: tests,
      },
      to: {
        path: `${report}|${suite}/(commands|report|words|deviations|doctor|init|catalogue)/|/vitest/`,
      },
    },
    {
      name: 'rules-on-servers-only-judge',
      comment:
        'They reach neither what talks to the target nor what is made of verdicts, nor the breaches of all sections: whatever they need to know was seen.',
      severity: 'error',
      from: { path: `${suite}/sections/[^/]+/[^/]+\\.rules\\.ts$` },
      to: {
        path: `${suite}/(target|ledger|session|account|history|report|words|commands)/|${wire}(?!(?:exchange|received-call|own-copy)\\.ts$)|${suite}/rules/breaches/breach-values\\.ts$|${outside}`,
        reachable: true,
      },
    },
    {
      name: 'laws-know-records-and-texts',
      comment:
        'What a service may answer follows from what was asked: neither from how it was sent nor from a rule.',
      severity: 'error',
      from: { path: `${model}/laws/` },
      to: { path: '^(apps|packages|spec)/', pathNot: `${model}/` },
    },
    {
      name: 'rules-on-servers-are-in-files-of-rules',
      comment: 'What is not in such a file could reach anything.',
      severity: 'error',
      from: { path: `${suite}/sections/`, pathNot: '\\.rules\\.ts$' },
      to: { path: `${suite}/rules/rule\\.ts$` },
    },
    {
      name: 'rules-on-clients-know-no-wire',
      comment: 'They judge what was seen: neither the service that saw it nor the driver that was asked.',
      severity: 'error',
      from: { path: `${suite}/clients/rules/`, pathNot: tests },
      to: {
        path: `${suite}/session/|${wire}|${suite}/clients/(service|driver)/|${outside}`,
      },
    },
    {
      name: 'parts-depend-one-way',
      comment:
        'spec <- types <- client and sandbox <- conformance; engine <- wire <- model <- report <- conformance; masking <- report and conformance',
      severity: 'error',
      from: { path: '^(spec|packages)/', pathNot: tests },
      to: { path: '^apps/' },
    },
    {
      name: 'nothing-needs-the-site',
      comment: 'It shows what the others hold.',
      severity: 'error',
      from: { path: '^(spec|packages|apps)/', pathNot: '^apps/docs/' },
      to: { path: '^apps/docs/' },
    },
    {
      name: 'client-and-sandbox-are-apart',
      comment: 'Each is of use without the other.',
      severity: 'error',
      from: { path: '^packages/(client|types)/src/', pathNot: tests },
      to: { path: '^packages/sandbox/' },
    },
    {
      name: 'sources-know-no-tests',
      comment: 'What is published stands without what tests it.',
      severity: 'error',
      from: { path: '/src/', pathNot: tests },
      to: { path: `${tests}|^apps/conformance/test/` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: testsElsewhere },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['@outreach-api/source', 'import', 'types'],
      exportsFields: ['exports'],
    },
  },
};
