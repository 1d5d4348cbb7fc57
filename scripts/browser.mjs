import { existsSync } from 'node:fs'
import path from 'node:path'
import { SetupError } from './ensure.mjs'
import { inRoot } from './project.mjs'
import { capture, run } from './run.mjs'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

/** Chromium without its windows: the same pages in two thirds of the time, but no PDF viewer. */
const HEADLESS_COMMAND = 'chromium-headless-shell'

const USUAL_PATHS = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
  ],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
    process.env[name] ? [path.join(process.env[name], 'Google', 'Chrome', 'Application', 'chrome.exe')] : [],
  ),
}

const FIREFOX_COMMANDS = ['firefox-esr', 'firefox']
const FIREFOX_ON_A_MAC = '/Applications/Firefox.app/Contents/MacOS/firefox'

/** Debian's browser, and a font for what the pages do not bring along. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-liberation']

/** Newer Debians have it as a package of its own. */
const DEBIAN_HEADLESS = 'chromium-headless-shell'

/**
 * The path of a Chromium that runs: the one of CHROMIUM_PATH, the system's, Playwright's, or else Debian's, which is
 * installed where this user may.
 */
export async function ensureBrowser(node) {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (await runs(given)) return given
    throw new SetupError(`CHROMIUM_PATH names ${given}, and no browser runs there.`)
  }
  const found = (await findBrowser(node)) ?? ((await installBrowser()) ? await findBrowser(node) : undefined)
  if (found) return found
  throw new SetupError(
    'The browser tests need Chromium, and none was found. Install it:\n' +
      '  Debian:            sudo apt-get install chromium\n' +
      '  any other system:  npx playwright install --with-deps chromium\n' +
      'or set CHROMIUM_PATH to the program of a Chromium or Chrome.',
  )
}

async function findBrowser(node) {
  const usual = USUAL_PATHS[process.platform] ?? []
  return findRunning([...pathsFromEnvironment(COMMANDS), ...usual, await playwrightsOwn(node)])
}

/** The path of a Firefox that runs: the one of FIREFOX_PATH, or the system's; none on Windows, whose shell starts no script. */
async function findFirefox() {
  if (process.platform === 'win32') return undefined
  const paths = process.env.FIREFOX_PATH
    ? [process.env.FIREFOX_PATH]
    : [...pathsFromEnvironment(FIREFOX_COMMANDS), FIREFOX_ON_A_MAC]
  return findRunning(paths, (version) => /firefox \d/i.test(version))
}

/** The path of the driver of Debian's WebKit, where that and a virtual screen (Xvfb) are installed. */
function findWebKit() {
  const [driver, screen] = ['WebKitWebDriver', 'Xvfb'].map((command) =>
    pathsFromEnvironment([command]).find(existsSync),
  )
  return screen === undefined ? undefined : driver
}

/** Whose journeys `npm test -- --only others` plays, beside Chromium's; `variable` says to them where it is. */
export const otherBrowsers = [
  {
    name: 'Firefox',
    needs: 'Firefox',
    install: 'firefox-esr',
    variable: 'TEST_IN_FIREFOX',
    find: findFirefox,
  },
  {
    name: 'WebKit',
    needs: 'WebKit’s driver and Xvfb',
    install: 'webkit2gtk-driver xvfb',
    variable: 'TEST_IN_WEBKIT',
    find: findWebKit,
  },
]

function pathsFromEnvironment(commands) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.flatMap((folder) => commands.map((command) => path.join(folder, command)))
}

async function findRunning(paths, fits) {
  for (const file of paths) if (file && existsSync(file) && (await runs(file, fits))) return file
  return undefined
}

async function playwrightsOwn(node) {
  const core = JSON.stringify(inRoot('node_modules', 'playwright-core'))
  const { code, output } = await capture(node, ['-p', `require(${core}).chromium.executablePath()`])
  return code === 0 ? output.trim() : undefined
}

/**
 * The path of the browser that is quickest at tests: Chromium without windows where there is one, or may be installed;
 * the given one elsewhere, or where CHROMIUM_PATH asks for it.
 */
export async function quickestBrowser(whole) {
  if (process.env.CHROMIUM_PATH) return whole
  return (await findHeadless()) ?? ((await installHeadless()) ? await findHeadless() : undefined) ?? whole
}

function findHeadless() {
  return findRunning([...pathsFromEnvironment([HEADLESS_COMMAND]), path.join('/usr/bin', HEADLESS_COMMAND)])
}

/** Whether it is a browser that starts and prints a version that fits: on some systems the command only says how to install one. */
async function runs(file, fits = (version) => /chrom/i.test(version)) {
  // Chrome on Windows opens a window instead of telling its version
  if (process.platform === 'win32') return existsSync(file)
  const { code, output } = await capture(file, ['--version'], { timeout: 30_000 })
  return code === 0 && fits(output)
}

function installBrowser() {
  console.log('Chromium is needed for the browser tests.')
  return installPackages(DEBIAN_PACKAGES)
}

/** Only where the list of packages is here already and names it: the tests run without it too. */
async function installHeadless() {
  const { code, output } = await capture('apt-cache', ['policy', DEBIAN_HEADLESS])
  return code === 0 && /Candidate: \d/u.test(output)
    ? installPackages([DEBIAN_HEADLESS], { update: false })
    : false
}

/** Answers whether they are installed now. */
async function installPackages(packages, { update = true } = {}) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false
  const prefix = await rootPrefix()
  if (!prefix) return false
  console.log(`Installing ${packages.join(', ')} with apt-get …`)
  const apt = (...args) => runAs(prefix, ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args])
  if (update) await apt('update')
  return (await apt('install', '-y', '--no-install-recommends', ...packages)) === 0
}

/** How to run something as root: as it is, through sudo when that asks nothing, or not at all. */
async function rootPrefix() {
  if (process.getuid() === 0) return []
  const { code } = await capture('sudo', ['-n', 'true'])
  return code === 0 ? ['sudo', '-n'] : undefined
}

function runAs(prefix, line) {
  const [command, ...args] = [...prefix, ...line]
  return run(command, args).catch(() => 1)
}
