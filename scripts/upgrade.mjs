import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { parseArguments, UsageError } from '#app/commands/command-arguments.ts'
import { commandCall } from '#base/server/command-call.ts'

/**
 * Replaces the release that runs by another one, without a failed request (docs/install.md): unpacks it beside, checks,
 * migrates (the expand part), switches `current`, renews the workers, and goes back where they do not become healthy.
 *
 *   HOME/current -> releases/VERSION, HOME/releases/VERSION, HOME/.env
 */
const USAGE = `Usage: ${commandCall('upgrade', 'FILE.tar.gz [--reload COMMAND] [--wait SECONDS] [--skip-doctor]')}`
const RELOAD = 'systemctl reload client-onboarding'
const MAX_RELEASES = 3
const POLL_MS = 500

const own = fileURLToPath(new URL('..', import.meta.url))
const releases = path.dirname(realpathSync(own))
const home = path.dirname(releases)
const current = path.join(home, 'current')

/** An error that an operator can correct. */
class UpgradeError extends Error {}

try {
  const options = {
    reload: { type: 'string', default: RELOAD },
    wait: { type: 'string', default: '120' },
    'skip-doctor': { type: 'boolean', default: false },
  }
  const { values, files, help } = parseArguments(process.argv.slice(2), options, { min: 1, max: 1 })
  if (help) console.log(USAGE)
  else await upgrade(files[0], values)
} catch (error) {
  const isExpected = error instanceof UpgradeError || error instanceof UsageError
  console.error(`\n${isExpected ? error.message : error.stack}\n`)
  if (error instanceof UsageError) console.error(USAGE)
  process.exitCode = 1
}

async function upgrade(file, options) {
  if (path.basename(releases) !== 'releases' || !existsSync(current)) {
    throw new UpgradeError(
      'Run this from an installed release: /opt/client-onboarding/current/bin/onboarding upgrade …',
    )
  }
  const former = path.basename(realpathSync(current))
  const name = await step('unpack', () => unpack(file))
  if (name === former) throw new UpgradeError(`Release ${name} is the one that runs.`)
  // Problems end the doctor with 1, warnings with 0.
  if (!options['skip-doctor']) {
    await step('check', () =>
      runOf(name, 'doctor', 'Nothing was changed. Correct each problem above, or pass --skip-doctor.'),
    )
  }
  await step('migrate', () => runOf(name, 'migrate', `Release ${former} continues to serve.`))
  await step('switch', () => switchTo(name, options))
  prune([name, former])
  console.log(`Release ${name} serves. The one before it is ${former}.`)
}

/** Runs a step and prints its time. */
async function step(title, work) {
  const begun = performance.now()
  const result = await work()
  console.log(`${title.padEnd(8)} ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  return result
}

/** Answers the release's name. One that is there already, from an attempt before, is replaced. */
async function unpack(file) {
  const draft = mkdtempSync(path.join(releases, '.new-'))
  try {
    await run('tar', ['-xf', file, '-C', draft], `${file} could not be unpacked.`)
    const [name] = readdirSync(draft)
    const { platform } = readJson(path.join(draft, name, 'release.json'))
    if (platform !== `${process.platform}-${process.arch}`) {
      throw new UpgradeError(
        `This release is for ${platform}; the machine is ${process.platform}-${process.arch}.`,
      )
    }
    const folder = path.join(releases, name)
    if (realpathSync(current) !== folder) {
      rmSync(folder, { recursive: true, force: true })
      renameSync(path.join(draft, name), folder)
    }
    return name
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

async function switchTo(name, options) {
  const former = path.basename(realpathSync(current))
  point(name)
  try {
    await run('/bin/sh', ['-c', options.reload], `"${options.reload}" failed.`)
    await untilServing(name, Number(options.wait))
  } catch (error) {
    point(former)
    await run('/bin/sh', ['-c', options.reload], '').catch(() => undefined)
    const isBack = await untilServing(former, Number(options.wait)).then(
      () => true,
      () => false,
    )
    throw new UpgradeError(
      `${error.message}\nRelease ${former} is current again${isBack ? ' and serves' : ', AND IS NOT HEALTHY EITHER'}. ` +
        `The log says why: journalctl -u client-onboarding`,
    )
  }
}

/** Points `current` to a release, in one rename. */
function point(name) {
  const draft = `${current}.new`
  rmSync(draft, { force: true })
  symlinkSync(path.join('releases', name), draft)
  renameSync(draft, current)
}

/** Waits until the servers of this machine are all of one release, and ready. */
async function untilServing(name, seconds) {
  const deadline = Date.now() + seconds * 1000
  let versions = []
  while (Date.now() < deadline) {
    versions = (await ask('/healthz?verbose'))?.versions ?? []
    if (versions.length === 1 && versions[0] === name && (await ask('/readyz')) !== undefined) return
    await wait(POLL_MS)
  }
  throw new UpgradeError(
    `Release ${name} was not healthy within ${seconds} seconds (serving: ${versions.join(', ') || 'nothing'}). ` +
      `Workers are renewed where WORKERS is 2 or more; with one, pass --reload "systemctl restart client-onboarding".`,
  )
}

/** The JSON of an address that answers 200. */
async function ask(address) {
  const { HOST, PORT } = parseEnv(readFileSync(path.join(home, '.env'), 'utf8'))
  const host = !HOST || HOST === '0.0.0.0' ? '127.0.0.1' : HOST
  try {
    const response = await fetch(`http://${host}:${PORT || 3000}${address}`, {
      headers: { connection: 'close' },
    })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

/** Runs a command of another release. */
function runOf(name, command, advice) {
  const program = path.join(releases, name, 'bin', 'onboarding')
  return run(program, [command], `"${command}" of release ${name} failed. ${advice}`)
}

/** Removes old releases. Pages of those that stay can still load their files. */
function prune(needed) {
  const byAge = readdirSync(releases)
    .filter((name) => !name.startsWith('.'))
    .toSorted((a, b) => statSync(path.join(releases, b)).ctimeMs - statSync(path.join(releases, a)).ctimeMs)
  const retained = new Set([...new Set([...needed, ...byAge])].slice(0, MAX_RELEASES))
  const removed = byAge.filter((name) => !retained.has(name))
  for (const name of removed) rmSync(path.join(releases, name), { recursive: true, force: true })
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function run(command, args, complaint) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new UpgradeError(complaint))))
  })
}
