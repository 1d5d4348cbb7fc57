import { BANDS } from './src/features/bands.mjs'

/** Which module may import which: `npm run check` fails at every other import (docs/architecture.md). */

const TESTS = '\\.test\\.tsx?$'
/** Packages that reach out of the process: to the database, the network, the disk, the screen. */
const OUTSIDE_WORLD =
  '(^|/)node_modules/(pg|pg-boss|drizzle-orm|fastify|@fastify|@aws-sdk|nodemailer|pino|react|react-dom|@tanstack|wouter)(/|$)'
const DATABASE = '^src/base/server/db/|(^|/)node_modules/(pg|pg-boss|drizzle-orm)(/|$)'

const PURE = '^src/(base/rules|features/[^/]+/(rules|api))[/.]'
const CLIENT = '^src/(base|app|features/[^/]+)/client/'
const SERVER = '^src/((base|app|features/[^/]+)/(server|schema)|app/(commands|demo))[/.]'

/** The files that handle HTTP: whole modules, and the routes of the others. */
const EDGE = [
  '^src/(base|features/access)/server/http/',
  '^src/app/server/(site/|(app|start)[.]ts$)',
  '[/-](routes|target|complete-sign-in|browser-cookie|answer-with-page)[.]ts$',
]

/** The parts of the wizard, from the top down. */
const WIZARD_PARTS = ['shell', 'review', 'steps', 'saving']

const subjects = Object.values(BANDS).flat()

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'base-knows-no-subject',
      comment: 'src/base has nothing of the product: what a subject decides comes in as an argument.',
      severity: 'error',
      from: { path: '^src/base/', pathNot: TESTS },
      to: { path: '^src/(features|app)/' },
    },
    {
      name: 'no-subject-knows-the-app',
      comment: 'src/app puts the subjects together; none of them asks for it.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: TESTS },
      to: { path: '^src/app/' },
    },
    ...subjects.slice(0, -1).map((subject, index) => ({
      name: 'subjects-know-earlier-ones-only',
      comment: 'A subject imports from those before it in src/features/bands.mjs.',
      severity: 'error',
      from: { path: `^src/features/${subject}/`, pathNot: TESTS },
      to: { path: `^src/features/(${subjects.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'rules-and-contract-are-pure',
      comment: 'Rules and calls are used by server and client, and outlive the frameworks around them.',
      severity: 'error',
      from: { path: PURE, pathNot: TESTS },
      to: { path: `${CLIENT}|${SERVER}|${OUTSIDE_WORLD}` },
    },
    {
      name: 'rules-do-no-input-or-output',
      comment: 'No Node built-ins in rules: time and chance come in as arguments.',
      severity: 'error',
      from: { path: PURE, pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'client-never-imports-server',
      comment: 'Client and server meet in the rules and the calls of a subject.',
      severity: 'error',
      from: { path: CLIENT, pathNot: TESTS },
      to: { path: SERVER },
    },
    {
      name: 'server-never-imports-client',
      comment: 'Client and server meet in the rules and the calls of a subject.',
      severity: 'error',
      from: { path: SERVER, pathNot: TESTS },
      to: { path: CLIENT },
    },
    {
      name: 'client-runs-in-a-browser',
      comment: 'Node built-ins are not there.',
      severity: 'error',
      from: { path: CLIENT, pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'routes-hold-no-sql',
      comment: 'Routes call commands and queries; they never reach the database themselves.',
      severity: 'error',
      from: { path: '^src/.*/server/.*routes\\.ts$' },
      to: { path: DATABASE, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-know-no-http',
      comment: 'Below the edge nothing knows of HTTP: who acts and when are arguments.',
      severity: 'error',
      from: { path: SERVER, pathNot: [...EDGE, TESTS] },
      to: {
        path: '^src/(base|features/access)/server/http/|(^|/)node_modules/(fastify|@fastify)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'files-are-opened-in-their-own-process',
      comment:
        'What clients send is opened by inspection/inspector.ts, which start-inspector.ts starts: never here.',
      severity: 'error',
      from: {
        path: SERVER,
        pathNot: [
          '^src/features/documents/server/inspection/',
          '^src/features/signing/server/sealing/run-sealer',
          '^src/base/server/tables/(run-)?table-reader',
          TESTS,
        ],
      },
      to: {
        path: '^src/features/documents/server/inspection/(?!inspect-file|finding|run-drawer|run-logo-redrawer|drawing)|(^|/)node_modules/(sharp|libheif-js|file-type|pdfjs-dist)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'tables-are-read-in-their-own-process',
      comment:
        'Uploaded workbooks are read by tables/table-reader.ts, which run-table-reader.ts starts. Sanctions lists are streamed.',
      severity: 'error',
      from: {
        path: SERVER,
        pathNot: ['^src/(base/server/tables|features/screening/server/parse)/', TESTS],
      },
      to: {
        path: '^src/base/server/tables/(?!run-table-reader|table\\.ts)|(^|/)node_modules/(yauzl|saxes|csv-parse)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'seals-are-made-in-their-own-process',
      comment:
        'PDFs are sealed, and seals looked at, by signing/sealing/sealer.ts, which run-sealer.ts starts: never here.',
      severity: 'error',
      from: {
        path: SERVER,
        pathNot: [
          '^src/features/signing/server/sealing/(?!run-sealer)',
          // Opens and creates the operator's own certificate: no file from outside.
          '^src/base/server/seal/(open-seal|create-certificate)',
          TESTS,
        ],
      },
      to: {
        path: '^src/features/signing/server/sealing/(?!run-sealer|task)|(^|/)node_modules/(pkijs|asn1js|@libpdf)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pdfs-are-laid-out-in-their-own-thread',
      comment:
        'PDFs are laid out by pdf/layout-worker.ts, which pdf/lay-out.ts starts: on the main thread every request would wait.',
      severity: 'error',
      from: {
        path: SERVER,
        pathNot: ['^src/base/server/pdf/(?!lay-out)', '^src/features/signing/server/sealing/', TESTS],
      },
      to: { path: '^src/base/server/pdf/(?!lay-out)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'inspection-itself-opens-nothing',
      comment: 'The side of the server sends files to the process, and knows none of its libraries.',
      severity: 'error',
      from: {
        path: '^src/features/documents/server/inspection/(inspect-file|run-drawer|process-pool|start-inspector)\\.ts$',
      },
      to: {
        path: '^src/features/documents/server/inspection/(?!inspect-file|run-drawer|process-pool|start-inspector|finding|drawing)|(^|/)node_modules/(sharp|libheif-js|file-type|pdfjs-dist|@cantoo)(/|$)',
      },
    },
    ...WIZARD_PARTS.map((part, index) => ({
      name: `wizard-${part}-imports-no-higher-part`,
      comment: `The parts of the wizard, each importing only from those after it: ${WIZARD_PARTS.join(', ')} (docs/decisions/0031).`,
      severity: 'error',
      from: { path: `^src/features/wizard/client/${part}/` },
      to: {
        path: `^src/features/wizard/client/(${WIZARD_PARTS.slice(0, index).join('|') || 'nowhere'})/`,
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
        'Everything that is logged passes src/base/server/logging, which leaves out the values that errors carry.',
      severity: 'error',
      from: { pathNot: '^src/base/server/logging/' },
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
      from: { path: `${SERVER}|${PURE}`, pathNot: TESTS },
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
