import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { wizardSteps } from '#features/applications/rules/wizard/steps.ts'
import { roles, type Role } from '#features/access/rules/roles.ts'
import {
  assetSections,
  liabilitySections,
  namesOf,
  type AmountSection,
} from '#features/applications/rules/net-worth/names.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser, type FactoryContext } from '#app/demo/factories/users.ts'
import type { Measurement, Row } from './measurement.ts'
import { alternate, median, medianRatio } from './support/alternate.ts'
import { startReactPage } from './support/react-page.ts'
import { atMost } from './support/rows.ts'
import {
  firstPaint,
  fromAnswerToScreen,
  noteScreens,
  scriptsUntilUsable,
  usableAfter,
} from './support/screen-times.ts'
import { startBenchServer } from './support/server.ts'
import { openBrowser, openSlowPage, type Slowness } from './support/slow-browser.ts'

const SLOW: Slowness = { network: true, processor: true }
const SCRIPT_LIMIT_KB = 90
const OF_REACT = 0.7
const NEXT_STEP_MS = 150
const TYPING_MS = 100
const VERY_SLOW: Slowness = { network: 'very', processor: 'very' }
const FORM_MS = 4_000
const FIRST_STEP_MS = 4_000
const PASSWORD = 'four quiet herons wading'

/** Lets the browser use plain HTTP; in production the server requires HTTPS. */
const PLAIN_HTTP = { NODE_ENV: 'development', BASE_URL: '', DEMO: '0' }

async function withContext<Result>(
  browser: Browser,
  run: (context: BrowserContext) => Promise<Result>,
  options?: BrowserContextOptions,
) {
  const context = await browser.newContext(options)
  try {
    return await run(context)
  } finally {
    await context.close()
  }
}

/**
 * First contentful paint of an address that was never visited, in ms, for a user who follows a link on another site,
 * such as a webmail. The browser starts a new process for such a navigation, but not from an empty tab.
 */
function coldPaint(browser: Browser, elsewhere: string, address: string): Promise<number> {
  return withContext(browser, async (context) => {
    const page = await openSlowPage(context, SLOW)
    await page.goto(elsewhere)
    await page.goto(address, { waitUntil: 'commit' })
    return firstPaint(page)
  })
}

async function measurePaint(browser: Browser, signIn: string, rounds: number): Promise<Row[]> {
  const react = await startReactPage()
  try {
    const readings = await alternate(rounds, {
      product: () => coldPaint(browser, react.elsewhere, signIn),
      react: () => coldPaint(browser, react.elsewhere, react.url),
    })
    const times = `${median(readings.product).toFixed(0)} of ${median(readings.react).toFixed(0)} ms`
    const ratio = medianRatio(readings.product, readings.react)
    return [
      {
        what: 'First paint of /auth, of that of a page with nothing but React',
        measured: `${ratio.toFixed(2)} (${times})`,
        promised: `at most ${OF_REACT}`,
        met: ratio <= OF_REACT,
      },
    ]
  } finally {
    react.stop()
  }
}

/** Size of a file compressed with gzip, in bytes. */
async function gzippedSize(address: string): Promise<number> {
  const answer = await fetch(address, { headers: { 'accept-encoding': 'gzip' } })
  await answer.arrayBuffer()
  return Number(answer.headers.get('content-length') ?? Number.NaN)
}

function measureScript(browser: Browser, signIn: string): Promise<Row[]> {
  return withContext(browser, async (context) => {
    const page = await openSlowPage(context, { network: false, processor: true })
    await noteScreens(page)
    await page.goto(signIn)
    const sizes = await Promise.all((await scriptsUntilUsable(page)).map(gzippedSize))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    return [
      atMost('JavaScript before the form of /auth can be used, gzip', bytes / 1000, SCRIPT_LIMIT_KB, 'kB'),
    ]
  })
}

const SIGNED_IN = () => !document.querySelector('h1')?.textContent?.includes('Sign In')

async function fillIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email Address').pressSequentially(username, { delay: TYPING_MS })
  await page.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD, { delay: TYPING_MS })
}

/** Fills the form as a password manager does, without time that the page could use. */
async function fillAtOnce(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email Address').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
}

async function sendSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForFunction(SIGNED_IN)
}

/** A phone, with a slow network and processor. */
const TELEPHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}
/** Opens the sign-in page on a phone with a slow network. */
function byTelephone<Result>(
  browser: Browser,
  signIn: string,
  run: (page: Page) => Promise<Result>,
  slow = SLOW,
): Promise<Result> {
  return withContext(
    browser,
    async (context) => {
      const page = await openSlowPage(context, slow)
      await noteScreens(page)
      await page.goto(signIn)
      return run(page)
    },
    TELEPHONE,
  )
}

/** No user is faster than this, so the page has that long to become idle. */
const AT_A_STEP_MS = 1_500
/** Time from finding a button to touching it, so that the page has painted what was scrolled into view. */
const REACHING_MS = 500

/** Touches an element without querying the page while it is busy. */
async function touch(page: Page, target: Locator): Promise<void> {
  const { x, y } = await target.evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
    const box = element.getBoundingClientRect()
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  })
  await page.waitForTimeout(REACHING_MS)
  await page.touchscreen.tap(x, y)
}

/** Moves a user to another screen. */
type Go = <Result>(go: () => Promise<Result>) => Promise<Result>

/** Completes the wizard up to the first required file; returns ms from each save's response to the next screen. */
async function traverse(page: Page, onWay: Go = (go) => go()): Promise<number[]> {
  const times: number[] = []
  const next = page.getByRole('button', { name: /^(?:Next: |Let's Get Started)/u })
  const steps = wizardSteps.findIndex(({ id }) => id === 'documents')
  await next.waitFor()
  while (times.length < steps) {
    await page.waitForTimeout(AT_A_STEP_MS)
    times.push(await onWay(() => fromAnswerToScreen(page, '/api/application', () => touch(page, next))))
  }
  return times
}

/** Enters zero in each group without an amount. */
function zeroInOpenGroups(sections: readonly AmountSection[], amounts: object): Record<string, number> {
  const open = sections.filter((section) => namesOf(section).every((name) => !(name in amounts)))
  return Object.fromEntries(open.flatMap(namesOf).map((name) => [name, 0]))
}

async function createUser(factories: FactoryContext, role: Role): Promise<string> {
  if (role !== 'client') return (await makeUser(factories, { role, password: PASSWORD })).username
  const complete = completeAnswers('client@test.example')
  // Next asks about groups without an answer.
  const answers = {
    ...complete,
    assets: { ...complete.assets, ...zeroInOpenGroups(assetSections, complete.assets) },
    liabilities: { ...complete.liabilities, ...zeroInOpenGroups(liabilitySections, complete.liabilities) },
  }
  return (await makeClient(factories, { password: PASSWORD, application: { answers } })).username
}

/** Records scripts that a user waits for: those requested between two screens. */
function noteLateCode(page: Page): { late: string[]; onWay: Go } {
  const late: string[] = []
  let isOnWay = false
  page.on('request', (request) => {
    if (isOnWay && request.url().endsWith('.js')) late.push(new URL(request.url()).pathname)
  })
  return {
    late,
    onWay: async (go) => {
      isOnWay = true
      try {
        return await go()
      } finally {
        isOnWay = false
      }
    },
  }
}

/** Scripts that arrived too late for a role, from the sign-in page on a slow network. */
function lateCode(browser: Browser, signIn: string, role: Role, username: string): Promise<string[]> {
  return byTelephone(browser, signIn, async (page) => {
    const { late, onWay } = noteLateCode(page)
    await fillIn(page, username)
    await onWay(() => sendSignIn(page))
    if (role === 'client') await traverse(page, onWay)
    return late
  })
}

async function measureSteps(
  browser: Browser,
  signIn: string,
  rounds: number,
  makeUsername: () => Promise<string>,
): Promise<Row[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const username = await makeUsername()
    times.push(
      ...(await byTelephone(browser, signIn, async (page) => {
        await fillIn(page, username)
        await sendSignIn(page)
        return traverse(page)
      })),
    )
  }
  const worst = `the slowest of ${times.length}: ${Math.max(...times).toFixed(0)} ms`
  return [
    atMost("From a save's answer to the next step on the screen", median(times), NEXT_STEP_MS, 'ms', worst),
  ]
}

const VERY_SLOWLY = 'at 400 kbit/s, 400 ms and a sixth of the processor'

/** Time from opening the sign-in page until its form can be used, in ms, on a slow network. */
async function measureForm(browser: Browser, signIn: string, rounds: number): Promise<Row> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    times.push(await byTelephone(browser, signIn, usableAfter, VERY_SLOW))
  }
  const worst = `the slowest of ${times.length}: ${Math.max(...times).toFixed(0)} ms`
  return atMost(`Until the form of /auth can be used, ${VERY_SLOWLY}`, median(times), FORM_MS, 'ms', worst)
}

/** Time from Sign In until a client's first step is usable, in ms, on a slow network. */
async function measureFirstStep(
  what: string,
  fill: typeof fillIn,
  browser: Browser,
  signIn: string,
  rounds: number,
  makeUsername: () => Promise<string>,
): Promise<Row> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const username = await makeUsername()
    times.push(
      await byTelephone(
        browser,
        signIn,
        async (page) => {
          await page.locator('form button[type=submit]:enabled').waitFor({ timeout: 60_000 })
          await fill(page, username)
          const pressed = performance.now()
          await page.getByRole('button', { name: 'Sign In', exact: true }).click()
          await page.getByRole('button', { name: /^Next: /u }).waitFor({ timeout: 60_000 })
          return performance.now() - pressed
        },
        VERY_SLOW,
      ),
    )
  }
  const worst = `the slowest of ${times.length}: ${Math.max(...times).toFixed(0)} ms`
  return atMost(what, median(times), FIRST_STEP_MS, 'ms', worst)
}

export default {
  name: 'Client',
  about:
    'The built client in Chromium, a quarter of the processor, 1.6 Mbit/s and 150 ms, against a page with nothing but React.',
  async measure({ rounds }) {
    const server = await startBenchServer({ env: PLAIN_HTTP })
    const browser = await openBrowser()
    const signIn = `${server.url}/auth`
    const makeClientUser = () => createUser(server.factories, 'client')
    try {
      const late: string[] = []
      for (const role of roles) {
        const username = await createUser(server.factories, role)
        late.push(...(await lateCode(browser, signIn, role, username)))
      }
      return [
        ...(await measureScript(browser, signIn)),
        ...(await measurePaint(browser, signIn, rounds)),
        ...(await measureSteps(browser, signIn, rounds, makeClientUser)),
        await measureForm(browser, signIn, rounds),
        await measureFirstStep(
          `From Sign In to the first step, ${VERY_SLOWLY}`,
          fillIn,
          browser,
          signIn,
          rounds,
          makeClientUser,
        ),
        await measureFirstStep(
          'The same, pressed as soon as the form can be used',
          fillAtOnce,
          browser,
          signIn,
          rounds,
          makeClientUser,
        ),
        {
          what: 'Files of code that a user waits for: signing in as each role, through the wizard',
          measured: late.length === 0 ? '0' : `${late.length} (${[...new Set(late)].join(', ')})`,
          promised: '0',
          met: late.length === 0,
        },
      ]
    } finally {
      await browser.close()
      await server.stop()
    }
  },
} satisfies Measurement
