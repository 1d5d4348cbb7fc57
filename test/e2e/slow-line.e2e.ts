import type { Page, Request } from '@playwright/test'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { holdCall } from '#test/support/e2e/hold.ts'
import { addClient, addStaff, type Person } from '#test/support/e2e/people.ts'
import { heading } from '#test/support/e2e/wizard.ts'

/**
 * Requests before a user signs in and those they wait for afterwards: on a slow connection each file and each call
 * costs a round trip (docs/decisions/0009).
 */

/** The browser's network information. */
type Line = { saveData: boolean; effectiveType: '3g' | '4g' }

async function openOn(page: Page, line: Line): Promise<void> {
  await page.addInitScript((connection) => {
    Object.defineProperty(navigator, 'connection', { value: connection })
  }, line)
  await page.goto('/auth')
  await expect(button(page, 'Sign In')).toBeEnabled()
}

/** Records requested scripts and data from now on, as "GET /api/user". */
function noteRequests(page: Page): string[] {
  const noted: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/|\.js$/u.test(pathname)) noted.push(`${request.method()} ${pathname}`)
  })
  return noted
}

/** Script names without hashes. */
const scriptsIn = (noted: readonly string[]) =>
  noted.flatMap((each) => /\/assets\/(.+)-[\w-]{8}\.js$/u.exec(each)?.[1] ?? [])

async function fillIn(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel('Email Address').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

test('Sign In opens a usable first step in two round trips, without waiting for scripts', async ({
  page,
  product,
}) => {
  const client = await addClient(product.context)
  const arrived: string[] = []
  page.on('requestfinished', (request) => arrived.push(request.url()))
  await openOn(page, { saveData: false, effectiveType: '3g' })
  await fillIn(page, client)
  const ahead = ['pages', 'wizard', 'steps', 'session-problem-page', 'access-denied-page']
  await expect.poll(() => scriptsIn(arrived)).toEqual(expect.arrayContaining(ahead))
  const noted = noteRequests(page)
  // Prefetching from here on is optional.
  await holdCall(page, '**/assets/*.js')
  await button(page, 'Sign In').click()
  await expect(heading(page, 'personal')).toBeVisible()
  await page.getByLabel('Full Name').fill('Thandiwe Nkosi')
  const data = noted.filter((each) => each.includes('/api/') && !each.startsWith('PUT'))
  expect(data).toEqual(['POST /api/login', 'GET /api/application'])
})

for (const role of ['admin', 'wealth_manager', 'system_administrator'] as const) {
  test(`the first screen of ${role.replace('_', ' ')} asks for at most four calls`, async ({
    page,
    product,
  }) => {
    const member = await addStaff(product.context, role)
    await openOn(page, { saveData: false, effectiveType: '4g' })
    await fillIn(page, member)
    const noted = noteRequests(page)
    await button(page, 'Sign In').click()
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const calls = noted.filter((each) => each.startsWith('GET /api/'))
    expect(calls).not.toEqual([])
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(4)
  })
}

test('a slow connection loads the client’s scripts at once, in few files, and no staff scripts', async ({
  page,
}) => {
  // Without idle time, everything loaded was asked for before.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const noted = noteRequests(page)
  await openOn(page, { saveData: false, effectiveType: '3g' })
  await expect.poll(() => scriptsIn(noted).toSorted()).toEqual(['index', 'pages', 'steps', 'wizard'])
})

test('a fast connection loads the client’s scripts when the form is focused', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const noted = noteRequests(page)
  await openOn(page, { saveData: false, effectiveType: '4g' })
  expect(scriptsIn(noted)).toEqual(['index'])
  await page.getByLabel('Email Address').focus()
  await expect.poll(() => scriptsIn(noted).toSorted()).toEqual(['index', 'pages', 'steps', 'wizard'])
})

test('Sign In pressed at once asks for the application while the code of its page is still on its way', async ({
  page,
  product,
}) => {
  const client = await addClient(product.context)
  const release = await holdCall(page, '**/assets/{pages,wizard}-*.js')
  await openOn(page, { saveData: false, effectiveType: '3g' })
  await fillIn(page, client)
  const asked = page.waitForResponse('**/api/application')
  await button(page, 'Sign In').click()
  await asked
  const noted = noteRequests(page)
  release()
  await expect(heading(page, 'personal')).toBeVisible()
  expect(noted).not.toContain('GET /api/application')
})

test('in data-saving mode nothing is prefetched, and signing in works all the same', async ({
  page,
  product,
}) => {
  const admin = await addStaff(product.context, 'admin')
  const noted = noteRequests(page)
  await openOn(page, { saveData: true, effectiveType: '4g' })
  await fillIn(page, admin)
  // Idle time passes.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(scriptsIn(noted)).toEqual(['index'])
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/admin')
  expect(scriptsIn(noted)).not.toContain('wizard')
})
