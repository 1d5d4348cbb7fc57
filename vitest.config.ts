import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

const SERVER_TESTS = ['src/**/{server,commands,demo}/**/*.test.ts', 'test/support/**/*.test.ts']

/** Run on a real S3 server, by the part of `npm test` that starts one. */
const COMPONENT_TESTS = ['src/**/client/**/*.component.test.tsx']
const BUCKET_TESTS = 'src/**/server/**/*.s3.test.ts'
/** Run on the local disk, and there once more. */
const STORE_TESTS = 'src/features/documents/server/{uploads,delete-orphaned-objects,reading}.test.ts'

/** They put other modules in place of Node's, which the files that share a process with them would meet. */
const EXCHANGE_MODULES = ['src/base/server/storage/disk-store.test.ts']

/**
 * Node loads modules of the server natively, as in production: Vite is asked for none of them, and what Node compiled
 * once is kept. No test of these projects exchanges a module.
 */
const natively = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', fileURLToPath(new URL('test/support/native-modules.ts', import.meta.url))],
}

const onServer = {
  ...natively,
  globalSetup: './test/support/postgres.setup.ts',
  // A machine that does something else for a moment is no fault of the product; the report names what was repeated.
  retry: process.env['CI'] ? 1 : 0,
}

const projects = [
  {
    name: 'rules',
    include: [
      'src/**/{rules,client,api}/**/*.test.{ts,tsx}',
      'src/app/*.test.ts',
      'test/scripts/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...COMPONENT_TESTS],
  },
  {
    name: 'server',
    ...onServer,
    include: SERVER_TESTS,
    exclude: [...configDefaults.exclude, BUCKET_TESTS, ...EXCHANGE_MODULES],
  },
  { name: 'modules', include: EXCHANGE_MODULES, isolate: true },
]

/** Components in a real browser, without a server: CHROMIUM_PATH names it (scripts/browser.mjs finds it). */
const componentProject = {
  extends: true as const,
  plugins: [tailwindcss()],
  optimizeDeps: { include: ['react', 'react-dom/client', 'react/jsx-dev-runtime', 'vitest-browser-react'] },
  test: {
    name: 'components',
    include: COMPONENT_TESTS,
    // The library removes what a test rendered before the next one, once a module instance.
    isolate: true,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' },
        contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
      }),
      viewport: { width: 1440, height: 900 },
      instances: [{ browser: 'chromium' as const }],
    },
  },
}

/** The code that leans on the database most: it is tried on the machine's own PostgreSQL too. */
const LEAN_ON_POSTGRES = [
  'app/server/jobs',
  'base/server/db',
  'features/{access,accounts,applications,audit,review,sign-in,wizard}/server',
  'features/records/server/download',
]

/** To these it is one which PostgreSQL there is: they ask none, or compare answers, or start commands that do what others do. */
const ASK_NO_POSTGRES = [
  'src/features/sign-in/server/{attacks,enumeration,passwords}.test.ts',
  'src/features/records/server/download/{archive-names,make-summary,write-zip}.test.ts',
  'src/base/server/files/libreoffice.test.ts',
  'src/features/accounts/server/create-admin.test.ts',
]

const systemProjects = [
  {
    name: 'system',
    ...onServer,
    include: LEAN_ON_POSTGRES.map((folder) => `src/${folder}/**/*.test.ts`),
    exclude: [...configDefaults.exclude, BUCKET_TESTS, ...ASK_NO_POSTGRES],
  },
]

const bucketProjects = [{ name: 's3', ...onServer, include: [BUCKET_TESTS, STORE_TESTS] }]

/** Kills servers and lets calls fail, each part of an operation in turn: too slow for those who run tests as they write. */
const crashProjects = [{ name: 'crash', ...onServer, include: ['test/{crash,faults}/**/*.test.ts'] }]

/** On the release before this one, unpacked (test/environments/release-before.mjs). */
const releaseProjects = [{ name: 'release', ...onServer, include: ['test/release-before/**/*.test.ts'] }]

/** A thousand people at work for minutes. */
const crowdProjects = [{ name: 'crowd', ...natively, include: ['test/crowd/**/*.test.ts'] }]

/** On Patroni, etcd, HAProxy and an S3 server (test/environments/cluster/). */
const clusterProjects = [{ name: 'cluster', ...natively, include: ['test/cluster/**/*.test.ts'] }]

/** In a container of the image (test/environments/image.mjs). */
const imageProjects = [{ name: 'image', ...onServer, include: ['test/image/**/*.test.ts'] }]

/** An installed release (test/environments/first-server.mjs). */
const firstServerProjects = [
  { name: 'first-server', ...natively, include: ['test/first-server/**/*.test.ts'] },
]

/** Test files that run instead of the default ones, by the variable that selects them. */
const onDemand = {
  RELEASE_BEFORE: releaseProjects,
  CLUSTER_ROUNDS: clusterProjects,
  BUILT_IMAGE: imageProjects,
  FIRST_SERVER: firstServerProjects,
  CROWD_MINUTES: crowdProjects,
  CRASH_ROUNDS: crashProjects,
  TEST_S3_ENDPOINT: bucketProjects,
  ON_SYSTEM_POSTGRES: systemProjects,
}
const asked = Object.entries(onDemand).find(([variable]) => Boolean(process.env[variable]))

export default defineConfig({
  test: {
    // Loading the server's modules again for each file took two fifths of the time; what a test puts in another's way goes.
    isolate: false,
    // What a busy machine takes, not the second that is usual; a test that passes never waits for it.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // Two more than there are cores: a test waits for its database, another process or a timer as long as it works itself.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects: process.env['COMPONENT_TESTS']
      ? [componentProject]
      : (asked?.[1] ?? projects).map((test) => ({ extends: true, test })),
  },
})
