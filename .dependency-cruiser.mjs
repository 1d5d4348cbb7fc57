/** The direction of dependencies: client → domain ← server. `npm run check` fails when one points elsewhere. */

const TESTS = '\\.test\\.tsx?$'
/** Packages that reach out of the process: to the database, the network, the disk, the screen. */
const OUTSIDE_WORLD =
  '(^|/)node_modules/(pg|pg-boss|drizzle-orm|fastify|@fastify|@aws-sdk|nodemailer|pino|react|react-dom|@tanstack|wouter)(/|$)'
const DATABASE = '^src/server/platform/db/|(^|/)node_modules/(pg|pg-boss|drizzle-orm)(/|$)'

/** The files that handle HTTP: whole modules, and the routes of the others. */
const EDGE = [
  '^src/server/(shared/http|features/site)/',
  '^src/server/app/(app|start)[.]ts$',
  '[/-](routes|target|complete-sign-in|browser-cookie)[.]ts$',
]

/** The parts of the wizard, from the top down. */
const WIZARD_PARTS = ['shell', 'review', 'steps', 'saving']

/** From the bottom up: a layer imports from itself and from those before it (docs/architecture.md). */
const LAYERS = {
  server: ['platform', 'shared', 'features', 'app'],
  client: ['ui', 'shared', 'features', 'app'],
}

const layerRules = Object.entries(LAYERS).flatMap(([side, layers]) =>
  layers.slice(0, -1).map((layer, index) => ({
    name: `${side}-${layer}-imports-no-higher-layer`,
    comment: `The layers of src/${side}, from the bottom up: ${layers.join(', ')}.`,
    severity: 'error',
    from: { path: `^src/${side}/${layer}/`, pathNot: TESTS },
    to: { path: `^src/${side}/(${layers.slice(index + 1).join('|')})/` },
  })),
)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: 'domain-knows-nothing-outside',
      comment: 'The domain is pure: it never imports client or server.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { path: '^src/(client|server)/' },
    },
    {
      name: 'domain-does-no-input-or-output',
      comment:
        'No Node built-ins, no React, no database in the domain: time and chance come in as arguments.',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'domain-has-no-framework',
      comment: 'The domain outlives the frameworks around it.',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: TESTS },
      to: { path: OUTSIDE_WORLD },
    },
    {
      name: 'client-never-imports-server',
      comment: 'Client and server meet in src/domain, above all in src/domain/api.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'server-never-imports-client',
      comment: 'Client and server meet in src/domain, above all in src/domain/api.',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: '^src/client/' },
    },
    {
      name: 'client-runs-in-a-browser',
      comment: 'Node built-ins are not there.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'routes-hold-no-sql',
      comment: 'Routes call commands and queries; they never reach the database themselves.',
      severity: 'error',
      from: { path: '^src/server/.*/routes\\.ts$' },
      to: { path: DATABASE, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-know-no-http',
      comment: 'Below the edge nothing knows of HTTP: who acts and when are arguments.',
      severity: 'error',
      from: { path: '^src/server/', pathNot: [...EDGE, TESTS] },
      to: {
        path: '^src/server/shared/http/|(^|/)node_modules/(fastify|@fastify)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'files-are-opened-in-their-own-process',
      comment:
        'What clients send is opened by inspection/inspector.ts, which start-inspector.ts starts: never here.',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: [
          '^src/server/features/documents/inspection/',
          '^src/server/features/signing/sealing/run-sealer',
          '^src/server/features/tables/(run-)?table-reader',
          TESTS,
        ],
      },
      to: {
        path: '^src/server/features/documents/inspection/(?!inspect-file|finding|run-drawer|run-logo-redrawer|drawing)|(^|/)node_modules/(sharp|libheif-js|file-type|pdfjs-dist)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'tables-are-read-in-their-own-process',
      comment:
        'Uploaded workbooks are read by tables/table-reader.ts, which run-table-reader.ts starts. Sanctions lists are streamed.',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: ['^src/server/features/(tables|screening/parse)/', TESTS],
      },
      to: {
        path: '^src/server/features/tables/(?!run-table-reader|table\\.ts)|(^|/)node_modules/(yauzl|saxes|csv-parse)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'seals-are-made-in-their-own-process',
      comment:
        'PDFs are sealed, and seals looked at, by signing/sealing/sealer.ts, which run-sealer.ts starts: never here.',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: [
          '^src/server/features/signing/sealing/(?!run-sealer)',
          // Opens and creates the operator's own certificate: no file from outside.
          '^src/server/platform/seal/(open-seal|create-certificate)',
          TESTS,
        ],
      },
      to: {
        path: '^src/server/features/signing/sealing/(?!run-sealer|task)|(^|/)node_modules/(pkijs|asn1js|@libpdf)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pdfs-are-laid-out-in-their-own-thread',
      comment:
        'PDFs are laid out by pdf/layout-worker.ts, which pdf/lay-out.ts starts: on the main thread every request would wait.',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: ['^src/server/platform/pdf/(?!lay-out)', '^src/server/features/signing/sealing/', TESTS],
      },
      to: { path: '^src/server/platform/pdf/(?!lay-out)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'inspection-itself-opens-nothing',
      comment: 'The side of the server sends files to the process, and knows none of its libraries.',
      severity: 'error',
      from: {
        path: '^src/server/features/documents/inspection/(inspect-file|run-drawer|process-pool|start-inspector)\\.ts$',
      },
      to: {
        path: '^src/server/features/documents/inspection/(?!inspect-file|run-drawer|process-pool|start-inspector|finding|drawing)|(^|/)node_modules/(sharp|libheif-js|file-type|pdfjs-dist|@cantoo)(/|$)',
      },
    },
    ...WIZARD_PARTS.map((part, index) => ({
      name: `wizard-${part}-imports-no-higher-part`,
      comment: `The parts of the wizard, each importing only from those after it: ${WIZARD_PARTS.join(', ')} (docs/decisions/0031).`,
      severity: 'error',
      from: { path: `^src/client/features/applications/wizard/${part}/` },
      to: {
        path: `^src/client/features/applications/wizard/(${WIZARD_PARTS.slice(0, index).join('|') || 'nowhere'})/`,
      },
    })),
    {
      name: 'only-tests-import-test-support',
      comment: 'Helpers for tests stay out of the product.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: '^test/' },
    },
    {
      name: 'no-test-is-imported',
      comment: 'What two tests share belongs in test/support.',
      severity: 'error',
      from: {},
      to: { path: TESTS },
    },
    {
      name: 'one-log',
      comment:
        'Everything that is logged passes src/server/platform/logging, which leaves out the values that errors carry.',
      severity: 'error',
      from: { pathNot: '^src/server/platform/logging/' },
      to: { path: '(^|/)node_modules/pino(/|$)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one subject, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.(css|svg|woff2)(\\?|$)' },
    },
    {
      name: 'product-needs-no-development-package',
      comment: 'What the server imports is installed in production too.',
      severity: 'error',
      from: { path: '^src/(server|domain)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
