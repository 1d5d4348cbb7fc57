import { randomInt } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { packagesMissing } from '../test/environments/cluster/packages.mjs'
import { withFirstServer } from '../test/environments/first-server.mjs'
import { withImage } from '../test/environments/image.mjs'
import { unpackReleaseBefore } from '../test/environments/release-before.mjs'
import { missingForS3, packagesForS3, withS3Server } from '../test/environments/s3-server.mjs'
import { withSystemPostgres } from '../test/environments/system-postgres.mjs'
import { ensureBrowser, otherBrowsers, quickestBrowser } from './browser.mjs'
import { buildIfNeeded } from './build.mjs'
import { runChecks } from './checks.mjs'
import { SetupError, ensure, main } from './ensure.mjs'
import { commandOf, inRoot, readJson } from './project.mjs'
import { run } from './run.mjs'
import { lineOf, report, sumOf } from './report-results.mjs'
import { playwrightResults, vitestResults } from './test-results.mjs'

/**
 * Runs the tests, part by part; the last line printed is the total, "N passed, N failed". docs/testing.md explains the parts.
 *
 *   npm test                             the parts of QUICK: what a change has to pass
 *   npm test -- --only e2e sign-in       one part; the rest goes to its test runner (Vitest or Playwright)
 *   npm run test:all                     QUICK and SLOW; with `-- --skip-quick` SLOW alone
 *   npm run test:long                    every part, with more random cases
 *   npm run screens [-- FILE]            takes screenshots of all screens, or of a file (docs/screens, .tmp/screens)
 */
const QUICK = {
  check: runChecks,
  unit: (node, rest) => runVitest(node, 'unit', rest),
  components: (node, rest) => runComponents(node, rest),
  build: runBuild,
  e2e: (node, rest) => runPlaywright(node, 'e2e', rest.length > 0 ? rest : ['e2e/journeys/']),
}
const SLOW = {
  browser: (node, rest) => runPlaywright(node, 'browser', rest.length > 0 ? rest : ['e2e/(?!journeys/)']),
  crash: runCrashes,
  system: runOnSystemPostgres,
  others: runInOtherBrowsers,
  release: runReleaseBefore,
  s3: runOnS3,
}
const ON_DEMAND = {
  // One file at a time: the faults are timed.
  faults: (node, [rounds = '5', ...rest]) =>
    runVitest(node, 'faults', ['--no-file-parallelism', 'test/faults/', ...rest], {
      CRASH_ROUNDS: MANY_ROUNDS,
      FAULT_ROUNDS: rounds,
    }),
  crowd: (node, [minutes = '10', ...rest]) => runVitest(node, 'crowd', rest, { CROWD_MINUTES: minutes }),
  cluster: runOnCluster,
  image: (node, rest) => withImage(node, (found) => runVitest(node, 'image', rest, found)),
  'first-server': runFirstServer,
}
const PARTS = { ...QUICK, ...SLOW, ...ON_DEMAND }
const NEED_BUILD = new Set(['e2e', 'browser', 'others', 's3'])
const MINUTE_MS = 60_000
const FEW_ROUNDS = '3'
const MANY_ROUNDS = '28'
const RESULTS = inRoot('.tmp', 'test-results')

await main(
  async () => {
    requireLinux()
    const { names, rest = [], isLong = false, takesScreens = false } = readArguments(process.argv.slice(2))
    const node = await ensure()
    if (isLong) playLongRounds()
    if (takesScreens) process.env.SCREENSHOTS = '1'
    rmSync(RESULTS, { recursive: true, force: true })
    mkdirSync(RESULTS, { recursive: true })
    const begun = performance.now()
    const totals = []
    for (const name of names) {
      console.log(`\n━━ ${name} (part ${totals.length + 1} of ${names.length}) ━━`)
      totals.push(await runPart(name, node, rest))
    }
    return report(totals, minutesSince(begun))
  },
  { readsArguments: true },
)

/** The tests read /proc, signal processes and start programs of Debian. */
function requireLinux() {
  if (process.platform === 'linux') return
  throw new SetupError(
    'The tests run on Linux: use WSL 2 on Windows, or a Linux container or virtual machine on macOS. There, ' +
      '"npm start" and "npx vitest run --project rules" work as they are.',
  )
}

function readArguments([option, ...rest]) {
  if (option === undefined) return { names: Object.keys(QUICK) }
  if (option === '--all' && rest.length === 0) return { names: Object.keys({ ...QUICK, ...SLOW }) }
  if (option === '--all' && rest[0] === '--skip-quick') return { names: ['build', ...Object.keys(SLOW)] }
  if (option === '--long') return { names: Object.keys(PARTS), isLong: true }
  if (option === '--screens') {
    const files = rest.length > 0 ? rest.map((name) => `screenshots/${name}`) : ['screenshots/']
    return { names: ['build', 'e2e'], rest: files, takesScreens: true }
  }
  const [name = '', ...args] = rest
  if (option !== '--only' || !Object.hasOwn(PARTS, name)) {
    throw new SetupError(
      `Usage: npm test [-- --only ${Object.keys(PARTS).join('|')} [arguments of that part]]`,
    )
  }
  return { names: NEED_BUILD.has(name) ? ['build', name] : [name], rest: args }
}

/** More random cases; the seed is printed so that a failure can be repeated. */
function playLongRounds() {
  const { FUZZ_SEED = String(randomInt(2 ** 31)) } = process.env
  Object.assign(process.env, { LONG_ROUNDS: '1', FUZZ_RUNS: '20000', FUZZ_SEED })
  console.log(`Long rounds with FUZZ_SEED=${FUZZ_SEED}`)
}

async function runPart(name, node, rest) {
  const begun = performance.now()
  const results = await attempt(() => PARTS[name](node, rest))
  const total = { name, ...results, minutes: minutesSince(begun) }
  console.log(lineOf(total))
  return total
}

function minutesSince(begun) {
  return (performance.now() - begun) / MINUTE_MS
}

/** A part that cannot run counts as one failure, and the others still run. */
async function attempt(part) {
  try {
    return await part()
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

async function runBuild(node) {
  await buildIfNeeded(node)
  console.log('Client and server are built.')
  return { passed: 1, failed: 0 }
}

/** The features that use the database most, on the PostgreSQL that the machine has, whichever version that is. */
async function runOnSystemPostgres(node, rest) {
  const [args, variables] =
    rest.length > 0 ? [['--project', 'server', ...rest], {}] : [[], { ON_SYSTEM_POSTGRES: '1' }]
  const totals = await withSystemPostgres((url) =>
    runVitest(node, 'system', args, { TEST_DATABASE_URL: url, ...variables }),
  )
  return totals ?? notRun('No PostgreSQL (14 or newer) is installed on this machine.')
}

/** The previous release against this schema. */
async function runReleaseBefore(node, rest) {
  const { folder, reason } = await unpackReleaseBefore()
  if (folder === undefined) return notRun(`The previous release is not here (${reason}).`)
  return runVitest(node, 'release', rest, { RELEASE_BEFORE: folder })
}

/** From a release to an upgrade under load, behind nginx. Each step needs the one before it. */
async function runFirstServer(node, rest) {
  const totals = await withFirstServer(node, (prepared) =>
    runVitest(node, 'first-server', ['--bail=1', ...rest], prepared),
  )
  return totals.missing ? notRun(`Not installed: ${totals.missing.join(', ')}.`) : totals
}

function notRun(reason) {
  console.log(`${reason} Not run.`)
  return { passed: 0, failed: 0 }
}

/** A cluster of databases and servers: `npm test -- --only cluster 5` harms it five times in each way. */
function runOnCluster(node, [rounds = '1', ...rest]) {
  const missing = packagesMissing()
  if (missing.length === 0) return runVitest(node, 'cluster', rest, { CLUSTER_ROUNDS: rounds })
  return notRun(`No cluster: ${missing.join(', ')} not installed (npm run cluster says how).`)
}

/** Files on a real S3 server: the server's tests, then those in a browser. */
async function runOnS3(node, rest) {
  const missing = missingForS3()
  if (missing.length > 0) {
    return notRun(
      `No S3 server: ${missing.join(', ')} not installed. On Debian, the following installs one:\n` +
        `  apt-get install --no-install-recommends ${packagesForS3.join(' ')}\n`,
    )
  }
  return withS3Server(async (endpoint) => {
    const variables = { TEST_S3_ENDPOINT: endpoint }
    const totals = await runVitest(node, 's3', rest, variables)
    return rest.length > 0 ? totals : sumOf([totals, await runPlaywright(node, 's3-e2e', [], variables)])
  })
}

/** Kills the server, and makes calls to database and store fail: `npm test -- --only crash 28 FILE` kills it 28 times. */
function runCrashes(node, [rounds = process.env.LONG_ROUNDS ? MANY_ROUNDS : FEW_ROUNDS, ...rest]) {
  if (!/^\d+$/u.test(rounds)) throw new SetupError('Usage: npm test -- --only crash ROUNDS [FILE]')
  const inTurn = rounds === FEW_ROUNDS ? [] : ['--no-file-parallelism']
  return runVitest(node, 'crash', [...inTurn, ...rest], { CRASH_ROUNDS: rounds })
}

async function runVitest(node, name, rest, variables = {}) {
  const file = `${RESULTS}/${name}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run(node, [commandOf('vitest'), 'run', ...reporters, ...rest], {
    env: { ...testEnvironment(node), ...variables },
  })
  return resultOf(code, vitestResults(readJson(file)))
}

/** React components in Chromium, without a server. */
async function runComponents(node, rest) {
  const chromium = await quickestBrowser(await ensureBrowser(node))
  return runVitest(node, 'components', rest, { COMPONENT_TESTS: '1', CHROMIUM_PATH: chromium })
}

async function runInOtherBrowsers(node, rest) {
  const totals = []
  for (const browser of otherBrowsers) totals.push(await runInOther(browser, node, rest))
  return sumOf(totals)
}

async function runInOther({ name, needs, install, variable, find }, node, rest) {
  const found = await find()
  if (found !== undefined) return runPlaywright(node, `others-${name}`, rest, { [variable]: found })
  console.log(
    `${needs}: not found, so that its tests are not run. On Debian, the following installs it:\n  apt-get install ${install}`,
  )
  return { passed: 0, failed: 0, skipped: 1 }
}

async function runPlaywright(node, name, rest, variables = {}) {
  const file = `${RESULTS}/${name}.json`
  const whole = await ensureBrowser(node)
  const env = {
    ...testEnvironment(node),
    // Node strips types itself.
    PW_DISABLE_TS_ESM: '1',
    CHROMIUM_PATH: await quickestBrowser(whole),
    WHOLE_CHROMIUM_PATH: whole,
    E2E_RESULTS: file,
    ...variables,
  }
  const code = await run(node, [commandOf('@playwright/test', 'playwright'), 'test', ...rest], { env })
  return resultOf(code, playwrightResults(readJson(file)))
}

/** A command that failed is a failure, also where it counts none. */
function resultOf(code, results) {
  return code !== 0 && results.failed === 0 ? { ...results, failed: 1 } : results
}

/** Child processes of the tests use this Node, and share its compile cache. */
function testEnvironment(node) {
  return {
    NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'compiled'),
    ...process.env,
    PATH: [path.dirname(node), process.env.PATH].filter(Boolean).join(path.delimiter),
  }
}
