import { defineConfig, devices, type PlaywrightTestConfig } from '@playwright/test'
import { quickBrowser } from './test/support/e2e/browser.ts'

// Node strips types without moving a letter: stacks need no source maps, and Playwright reads one at each of its steps and messages.
Reflect.deleteProperty(Error, 'prepareStackTrace')

/** Two more than the smallest machine has cores: a browser often waits, for the server, for a timer, for a rest. */
const WORKERS = 4

/** Run where test/environments/s3-server.mjs has an S3 server up, and alone. */
const BUCKET = 'bucket/*.e2e.ts'
const usesBuckets = Boolean(process.env['TEST_S3_ENDPOINT'])

/** A client's journey in browsers of other makers, run where scripts/test.mjs finds one, and alone. */
const IN_OTHERS = 'other-browsers/*.e2e.ts'
const usesOthers = Boolean(process.env['TEST_IN_FIREFOX'] ?? process.env['TEST_IN_WEBKIT'])

const desktop = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1440, height: 900 },
  // Frames that are drawn on the way to the next screen cost more than the screen. On phones things move.
  contextOptions: { reducedMotion: 'reduce' as const },
}

const bucketProject = { name: 'bucket', testMatch: BUCKET, use: desktop }

/** Firefox and WebKit, by WebDriver, which the journeys speak themselves (test/support/e2e/web-driver.ts). */
const otherProject = { name: 'others', testMatch: IN_OTHERS }

/**
 * They ask for a browser of their own, or something else that a worker is made with. In a project with others Playwright would begin
 * with them last, when the other workers have nothing left to do.
 */
const APART = ['keyboard-only.e2e.ts', 'one-number.e2e.ts', 'outbox.e2e.ts', 'staff-journey.e2e.ts']
const ELSEWHERE = [BUCKET, IN_OTHERS, ...APART]

/**
 * Each project starts its workers again, with all modules, a browser and a server: tests on phones and screenshots are
 * in one with the others (`onPhone` in test/support/e2e/devices.ts).
 */
const projects: PlaywrightTestConfig['projects'] = [
  { name: 'apart', testMatch: APART, use: desktop },
  { name: 'desktop', testIgnore: ELSEWHERE, use: desktop },
]

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/support/e2e/postgres.setup.ts',
  testMatch: '*.e2e.ts',
  outputDir: outputOfThisRun(),
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  workers: WORKERS,
  // A machine that does something else for a moment is no fault of the product; the report names what was repeated.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 120_000,
  // What a busy machine takes; a test that passes never waits for it.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: process.env['E2E_RESULTS'] ?? '.tmp/test-results/e2e.json' }]],
  use: {
    // What a trace keeps of each step costs more than the step: only where a test is looked at again.
    trace: 'on-first-retry',
    locale: 'en-ZA',
    timezoneId: 'Africa/Johannesburg',
    launchOptions: quickBrowser,
  },
  projects: projectsOfThisRun(),
})

/** A folder of its own for each: one run clears what the last one left. */
function outputOfThisRun() {
  if (usesBuckets) return '.tmp/playwright-s3'
  return usesOthers ? '.tmp/playwright-others' : '.tmp/playwright'
}

function projectsOfThisRun() {
  if (usesBuckets) return [bucketProject]
  return usesOthers ? [otherProject] : projects
}
