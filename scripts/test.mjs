import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureBrowser, otherBrowsers, quickestBrowser } from './browser.mjs'
import { buildIfNeeded } from './build.mjs'
import { withImage } from './image/image.mjs'
import { packagesMissing } from './cluster/packages.mjs'
import { runChecks } from './checks.mjs'
import { SetupError, ensure, main } from './ensure.mjs'
import { readFaults } from './fault-arguments.mjs'
import { longRounds } from './long-rounds.mjs'
import { unpackReleaseBefore } from './release-before.mjs'
import { commandOf, inRoot, readJson } from './project.mjs'
import { run } from './run.mjs'
import { missingForS3, withS3Server } from './s3-server.mjs'
import { keepPrints } from './screens.mjs'
import { withSystemPostgres } from './system-postgres.mjs'
import { lineOf, report, screensOf, sumOf } from './tell-results.mjs'
import { playwrightResults, vitestResults } from './test-results.mjs'
import { besideEachOther, turnsOf } from './turns.mjs'

/**
 * `npm test`: everything that shows the product works. `npm test -- --only unit` runs one part; what follows goes to
 * that part's own command, for instance `npm test -- --only e2e sign-in`. `npm run test:long` (`--long`) plays more
 * rounds of what chance decides, and looks at every screen in each size and scheme. `npm run screens` (`--screens`) takes
 * the photographs of docs/screens anew; every other run of the browser tests names those that are older than their screen.
 *
 * The last line printed is the total, "N passed, N failed".
 */
const PARTS = {
  check: runChecks,
  unit: (node, rest) => runVitest(node, 'unit', rest),
  crash: runCrashes,
  system: runOnSystemPostgres,
  build: runBuild,
  e2e: runBrowserTests,
  others: runInOtherBrowsers,
  release: runReleaseBefore,
  s3: runOnS3,
}
/** In a container of the image that the Dockerfile makes. */
const runInImage = (node, rest) => withImage(node, (found) => runVitest(node, 'image', rest, found))
/** What a part of its own is asked for, and the long rounds play. */
const ON_DEMAND = { faults: runFaults, crowd: runCrowd, cluster: runOnCluster, image: runInImage }
const ALL_PARTS = { ...PARTS, ...ON_DEMAND }
/** What each part does, for whoever watches it. */
const MEANINGS = {
  check: 'types, lint, format, unused code, structure, duplicates',
  unit: 'rules, and the server on a PostgreSQL of its own',
  crash: 'servers killed, and calls to database and store failing in turn',
  system: "what leans on the database, on this machine's own PostgreSQL",
  release: 'the release before this one on the new schema, and a rolling upgrade under load',
  build: 'the client and the server',
  e2e: 'journeys in a real browser',
  others: "a client's journey in browsers of other makers",
  s3: 'files in a bucket on a real S3 server',
  image: 'the container image, built and run as the manifests say',
  cluster:
    'the database that leads killed and frozen, on a cluster of three; what came of it goes into docs/reliability.md',
  crowd: 'a thousand clients saving for ten minutes; what came of it goes into docs/reliability.md',
  faults: 'several servers at work through bad days; what came of it goes into docs/reliability.md',
}
const MINUTE_MS = 60_000
/** What opens the built client in a browser. */
const NEED_BUILD = new Set(['e2e', 'others', 's3'])
const FEW_ROUNDS = '3'
const MANY_ROUNDS = '28'
const FAULT_ROUNDS = '5'
const RESULTS = inRoot('.tmp', 'test-results')

await main(async () => {
  const { names, rest, isLong = false, takesScreens = false } = readArguments(process.argv.slice(2))
  const node = await ensure()
  if (isLong) playLongRounds()
  if (takesScreens) process.env.PHOTOGRAPHS = '1'
  rmSync(RESULTS, { recursive: true, force: true })
  mkdirSync(RESULTS, { recursive: true })
  const begun = performance.now()
  const totals = []
  for (const together of turnsOf(names)) {
    for (const name of together) {
      console.log(`\n━━ ${name} (part ${names.indexOf(name) + 1} of ${names.length}): ${MEANINGS[name]} ━━`)
    }
    totals.push(...(await besideEachOther(together, (name) => runPart(name, node, rest))))
  }
  const exitCode = report(totals, minutesSince(begun))
  if (takesScreens && exitCode === 0) keepPrints(screensOf(totals))
  return exitCode
})

function readArguments(args) {
  if (args[0] === '--long' && args.length === 1)
    return { names: Object.keys(ALL_PARTS), rest: [], isLong: true }
  if (args[0] === '--screens' && args.length === 1) {
    return { names: ['build', 'e2e'], rest: ['photographs/'], takesScreens: true }
  }
  if (args[0] !== '--only') {
    if (args.length > 0) throw usage()
    return { names: Object.keys(PARTS), rest: [] }
  }
  const [, name, ...rest] = args
  if (!Object.hasOwn(ALL_PARTS, name ?? '')) throw usage()
  return { names: NEED_BUILD.has(name) ? ['build', name] : [name], rest }
}

function usage() {
  return new SetupError(
    `Usage: npm test [-- --long | -- --screens | -- --only ${Object.keys(ALL_PARTS).join('|')} [arguments of that part]]`,
  )
}

function playLongRounds() {
  const variables = longRounds()
  Object.assign(process.env, variables)
  console.log(`The long rounds, with FUZZ_SEED=${variables.FUZZ_SEED}`)
}

async function runPart(name, node, rest) {
  const begun = performance.now()
  const results = await attempt(() => ALL_PARTS[name](node, rest))
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

/** The features that lean on the database most, on the PostgreSQL that the machine has, whichever version that is. */
async function runOnSystemPostgres(node, rest) {
  const asked = rest.length > 0 ? ['--project', 'server', ...rest] : []
  const leaning = rest.length > 0 ? {} : { ON_SYSTEM_POSTGRES: '1' }
  const totals = await withSystemPostgres((url) =>
    runVitest(node, 'system', asked, { TEST_DATABASE_URL: url, ...leaning }),
  )
  return totals ?? notRun('No PostgreSQL (14 or newer) is installed on this machine.')
}

/** The release before this one, beside it. */
async function runReleaseBefore(node, rest) {
  const { folder, reason } = await unpackReleaseBefore()
  if (folder === undefined) return notRun(`The release before is not here (${reason}).`)
  return runVitest(node, 'release', rest, { RELEASE_BEFORE: folder })
}

/** A part for which something is missing here. @param why says what */
function notRun(why) {
  console.log(`${why} Not run.`)
  return { passed: 0, failed: 0 }
}

/** On a cluster of databases, with everything that stands around it. `npm test -- --only cluster 5` plays its harms five times. */
function runOnCluster(node, [rounds = '1', ...rest]) {
  const missing = packagesMissing()
  if (missing.length === 0) return runVitest(node, 'cluster', rest, { CLUSTER_ROUNDS: rounds })
  return notRun(`No cluster: ${missing.join(', ')} not installed (npm run cluster says how).`)
}

/**
 * What has to do with files, on a real S3 server: the tests without a browser (those that the arguments name), then
 * those in one.
 */
async function runOnS3(node, rest) {
  const missing = missingForS3()
  if (missing.length > 0) {
    return notRun(
      `No S3 server: ${missing.join(', ')} not installed. On Debian, the following installs one:\n` +
        '  apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-common\n',
    )
  }
  return withS3Server(async (endpoint) => {
    const variables = { TEST_S3_ENDPOINT: endpoint }
    const totals = await runVitest(node, 's3', rest, variables)
    return rest.length > 0 ? totals : sumOf([totals, await runPlaywright(node, 's3-e2e', [], variables)])
  })
}

/**
 * Kills the server and lets calls to database and store fail. `npm test -- --only crash 28` kills it 28 times, one file
 * after another, and asks for quick starts.
 */
function runCrashes(node, [rounds = process.env.LONG_ROUNDS ? MANY_ROUNDS : FEW_ROUNDS, ...rest]) {
  const inTurn = rounds === FEW_ROUNDS ? [] : ['--no-file-parallelism']
  return runVitest(node, 'crash', [...inTurn, ...rest], { CRASH_ROUNDS: rounds })
}

/** Plays every fault, one after another: what runs beside one takes of its time. `npm test -- --only faults 1 -t 'frozen'` plays one of them once, `… 1 day-of-jobs` one file. */
function runFaults(node, args) {
  const { rounds = FAULT_ROUNDS, rest } = readFaults(args)
  const variables = { CRASH_ROUNDS: MANY_ROUNDS, FAULT_ROUNDS: rounds }
  return runVitest(node, 'faults', ['--no-file-parallelism', ...rest], variables)
}

/** Lets a thousand people work. `npm test -- --only crowd 1` does for a minute. */
function runCrowd(node, [minutes = '10', ...rest]) {
  return runVitest(node, 'crowd', rest, { CROWD_MINUTES: minutes })
}

async function runVitest(node, name, rest, variables = {}) {
  const file = `${RESULTS}/${name}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run(node, [commandOf('vitest'), 'run', ...reporters, ...rest], {
    env: { ...testEnvironment(node), ...variables },
  })
  return resultOf(code, vitestResults(readJson(file)))
}

function runBrowserTests(node, rest) {
  return runPlaywright(node, 'e2e', rest)
}

/** A client's journey in each of them, beside each other: each waits for its browser half of its time. */
async function runInOtherBrowsers(node, rest) {
  const byName = new Map(otherBrowsers.map((browser) => [browser.name, browser]))
  return sumOf(await besideEachOther([...byName.keys()], (name) => runInOther(byName.get(name), node, rest)))
}

async function runInOther({ name, install, variable, find }, node, rest) {
  const found = await find()
  if (found !== undefined) return runPlaywright(node, `others-${name}`, rest, { [variable]: found })
  console.log(`No ${name}: not run. On Debian, the following installs it:\n  apt-get install ${install}`)
  return { passed: 0, failed: 0, skipped: 1 }
}

async function runPlaywright(node, name, rest, variables = {}) {
  const file = `${RESULTS}/${name}.json`
  const whole = await ensureBrowser(node)
  const env = {
    ...testEnvironment(node),
    // Node strips the types itself, and keeps what it made of a module for the next process.
    PW_DISABLE_TS_ESM: '1',
    CHROMIUM_PATH: await quickestBrowser(whole),
    WHOLE_CHROMIUM_PATH: whole,
    E2E_RESULTS: file,
    ...variables,
  }
  const code = await run(node, [commandOf('@playwright/test', 'playwright'), 'test', ...rest], { env })
  return resultOf(code, playwrightResults(readJson(file)))
}

/** Whatever the counts say, a command that failed is a failure. */
function resultOf(code, results) {
  return code !== 0 && results.failed === 0 ? { ...results, failed: 1 } : results
}

/** The tests' own child processes find this Node first; what it makes of packages is kept from one process to the next. */
function testEnvironment(node) {
  return {
    NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'compiled'),
    ...process.env,
    PATH: [path.dirname(node), process.env.PATH].filter(Boolean).join(path.delimiter),
  }
}
