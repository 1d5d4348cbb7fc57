import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { users } from '#features/access/schema/tables.ts'
import { completePack } from '#test/support/due-diligence.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { addUnderReview } from '#test/support/e2e/corrections.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addStaff, signIn, type Person } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { part } from '#test/support/e2e/staff.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { bringInForce, fictitious, setSecondPerson, unList } from '#test/support/screening/list-files.ts'

test.use({ variables: { FICA_PACK: 'on' } })

const DESKTOP = { width: 1366, height: 768 }
const PHONE = { width: 390, height: 844 }

const list = (page: Page) => page.getByRole('navigation', { name: 'To decide' })
const rows = (page: Page, group: string) => part(list(page), group).getByRole('link')
const bar = (page: Page) => page.getByRole('group', { name: 'Decision' })
const opened = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).last()
const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? Number.NaN

async function openSession({ url }: Product, { username, password }: Person): Promise<HttpSession> {
  const address = [10, 1, randomInt(256), randomInt(256)].join('.')
  const session = openHttpSession(url, { 'x-forwarded-for': address })
  expect((await session.post('/api/login', { username, password })).status).toBe(200)
  return session
}

/** Nothing covers the page, and nothing of the old queues is left. */
async function expectNoDialog(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('tablist')).toHaveCount(0)
}

/** axe finds nothing, in light and in dark. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
  }
}

async function openCompliance(page: Page, person: Person, size = DESKTOP): Promise<void> {
  await page.setViewportSize(size)
  await signIn(page.context(), person)
  await page.goto('/admin/compliance')
  await expect(page.getByRole('heading', { level: 1, name: 'Compliance' })).toBeVisible()
}

/** Both outcomes are in sight, in a bar of at most 104 px on a desk. */
async function expectOutcomes(page: Page, outcomes: readonly string[]): Promise<void> {
  for (const name of outcomes) await expect(button(bar(page), name)).toBeInViewport({ ratio: 1 })
  const box = await bar(page).boundingBox()
  const size = page.viewportSize() ?? DESKTOP
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height)
  if (size.width === DESKTOP.width) expect(box?.height).toBeLessThanOrEqual(104)
}

test('without a list no one has been compared, and never is there nothing to decide', async ({
  page,
  product,
}) => {
  await openCompliance(page, await addStaff(product.context, 'admin', 'Carmen Fortuin'))
  const line = 'No sanctions list in use: no one has been compared'
  await expect(page.getByText(line, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Load the list' })).toHaveAttribute('href', '/sanctions-lists')
  await expect(page.getByText('Nothing to decide')).toHaveCount(0)
  await expectAccessible(page)
})

/** Two listed clients, one to rate, and one for whom an exception is asked. */
async function makeWork(product: Product, colleague: Person): Promise<void> {
  const system = await openSession(product, await addStaff(product.context, 'system_administrator'))
  setSecondPerson(system, await openSession(product, await addStaff(product.context, 'system_administrator')))
  const listed = [
    { uid: '700001', name: 'SIPHO DLAMINI', birth: '1949-02-01', country: 'Zambia' },
    { uid: '700002', name: 'TARRYN LOUW', birth: '1974-07-07', country: 'South Africa' },
  ]
  const today = new Date().toISOString().slice(0, 10)
  await bringInForce(system, unList([...fictitious, ...listed], today))
  const clients = [
    ['Sipho Dlamini', '1987-12-08'],
    ['Tarryn Louw', '1974-07-07'],
    ['Naledi Molefe', '1990-03-03'],
    ['Lerato Khumalo', '1985-05-05'],
  ] as const
  const asColleague = await openSession(product, colleague)
  for (const [fullName, dateOfBirth] of clients) {
    const answers = { fullName, dateOfBirth, nationality: 'za' } as const
    const whose = await addUnderReview(product, { fullName, status: 'approved', answers })
    const path = `/api/admin/applications/${whose.applicationId}`
    if (fullName === 'Naledi Molefe') {
      const session = await openSession(product, whose.client)
      const manager = await openSession(product, whose.manager)
      await completePack({ session, manager, path, context: product.context })
    }
    if (fullName === 'Lerato Khumalo') {
      const reason = 'Signed at the branch, documents follow by courier.'
      expect((await asColleague.post(`${path}/gate-override`, { reason })).status).toBe(200)
    }
  }
  await screenClients(product.context)
}

test('everything is decided in one list, without a dialog', async ({ page, product, openBrowser }) => {
  const senior = await addStaff(product.context, 'admin', 'Carmen Fortuin')
  const { db } = product.context.database
  await db.update(users).set({ seniorManagerSince: new Date() }).where(eq(users.id, senior.id))
  const colleague = await addStaff(product.context, 'admin', 'Priya Pillay')
  await makeWork(product, colleague)
  await openCompliance(page, senior)

  await test.step('first rows, outcomes and controls are in sight', async () => {
    await expect(rows(page, 'Possible sanctions matches')).toHaveCount(2)
    for (const group of ['Sign-offs', 'To rate']) await expect(rows(page, group)).toHaveCount(1)
    await expect(list(page).getByText('Waiting for a colleague')).toHaveCount(0)
    // A header of 56 px, and 104 px below it.
    const header = await page.getByRole('banner').boundingBox()
    const first = await topOf(rows(page, 'Possible sanctions matches').first())
    expect(first - (header?.height ?? 0)).toBeLessThanOrEqual(160 - 56)
    const [one, next] = await Promise.all(
      [0, 1].map((at) => topOf(rows(page, 'Possible sanctions matches').nth(at))),
    )
    // Eleven rows, and the heads of two groups.
    expect(((next ?? 0) - (one ?? 0)) * 11 + 2 * 34).toBeLessThanOrEqual(DESKTOP.height - 112)
    const controls = page.getByRole('main').locator('a, button, input, select, summary')
    expect(await controls.filter({ visible: true }).count()).toBeLessThanOrEqual(28)
    await expectOutcomes(page, ['Different person', 'Same person'])
    await expectNoDialog(page)
    await expectAccessible(page)
  })

  await test.step('a strong match is proposed with a reason and a sentence of one’s own', async () => {
    await expect(opened(page)).toHaveText('Tarryn Louw')
    await page.keyboard.press('d')
    await expect(bar(page).getByRole('alert')).toHaveText('Choose why it is a different person')
    await expect(bar(page).getByLabel('In your words')).toHaveValue('')
    await bar(page).getByLabel('Reason').selectOption('Another person by their documents')
    await bar(page).getByLabel('In your words').fill('The passport has another number.')
    await button(bar(page), 'Different person').click()
    await expect(rows(page, 'Waiting for a colleague')).toContainText('You said: different person')
    await expectNoDialog(page)
  })

  await test.step('a possible match is decided with one key', async () => {
    await expect(opened(page)).toHaveText('Sipho Dlamini')
    await expect(bar(page).getByLabel('In your words')).toHaveValue(
      'Born 38 years apart, and another country.',
    )
    const facts = part(page, 'Possible match').getByRole('table')
    await expect(facts).toContainText('38 years apart')
    await expect(facts).toContainText('Different')
    const address = page.url()
    await page.keyboard.press('d')
    await expect(opened(page)).toHaveText('Lerato Khumalo')
    await expect(list(page)).not.toContainText('Sipho Dlamini')
    // Only the next one is in the address.
    expect(page.url()).not.toBe(address)
    await expectNoDialog(page)
  })

  await test.step('a sign-off shows who asked and their words, and needs a reason', async () => {
    const item = part(page, 'Sign-off')
    await expect(item).toContainText('Asked by Priya Pillay')
    await expect(item).toContainText('documents follow by courier')
    await expectOutcomes(page, ['Sign off', 'Refuse'])
    await button(bar(page), 'Sign off').click()
    await expect(bar(page).getByRole('alert')).toHaveText('Please give a reason')
    await expectAccessible(page)
    await bar(page).getByLabel('Reason').fill('Known to the firm for years.')
    await button(bar(page), 'Sign off').click()
    await expect(opened(page)).toHaveText('Naledi Molefe')
    await expectNoDialog(page)
  })

  await test.step('a client is rated at the computed level with one press', async () => {
    const [rateAs, another] = [/^Rate as (?:low|medium|high)$/u, 'Another level']
    await expect(bar(page).getByRole('button', { name: rateAs })).toBeInViewport({ ratio: 1 })
    await button(bar(page), another).click()
    await expectOutcomes(page, ['As computed'])
    await expectAccessible(page)
    await button(bar(page), 'As computed').click()
    await bar(page).getByRole('button', { name: rateAs }).click()
    await expect(list(page).getByText('To rate')).toHaveCount(0)
    await expect(page.getByText(/^Nothing to decide\. 4 of 4 clients compared at \d\d:\d\d/u)).toBeVisible()
    await expect(rows(page, 'Waiting for a colleague')).toBeVisible()
    await expectNoDialog(page)
  })

  await test.step('a colleague reads the first words above the same bar, and confirms', async () => {
    const { page: theirs } = await openBrowser()
    await openCompliance(theirs, colleague)
    await expect(opened(theirs)).toHaveText('Tarryn Louw')
    await expect(part(theirs, 'Possible match')).toContainText(
      'Carmen Fortuin said: different person, another person by their documents. “The passport has another number.”',
    )
    await expectOutcomes(theirs, ['Different person', 'Same person'])
    await theirs.keyboard.press('d')
    await expect(bar(theirs).getByRole('alert')).toHaveText('Say why it is a different person')
    await theirs.keyboard.type('I compared both passports.')
    await button(bar(theirs), 'Different person').click()
    await expect(theirs.getByText(/^Nothing to decide\. 4 of 4 clients compared at \d\d:\d\d/u)).toBeVisible()
    await expectNoDialog(theirs)
    await expectAccessible(theirs)
  })
})

test('on a phone the list leads to one item, and back', async ({ page, product }) => {
  const { context } = product
  const today = new Date().toISOString().slice(0, 10)
  const system = await openSession(product, await addStaff(context, 'system_administrator'))
  setSecondPerson(system, await openSession(product, await addStaff(context, 'system_administrator')))
  const listed = { uid: '700003', name: 'IMRAAN VAWDA', birth: '1958', country: 'Zambia' }
  await bringInForce(system, unList([...fictitious, listed], today))
  const answers = { fullName: 'Imraan Vawda', dateOfBirth: '1988-02-02', nationality: 'za' } as const
  await addUnderReview(product, { fullName: 'Imraan Vawda', status: 'approved', answers })
  await screenClients(context)
  await openCompliance(page, await addStaff(context, 'admin'), PHONE)
  const row = rows(page, 'Possible sanctions matches')
  await expect(row).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)

  await row.click()
  await expect(list(page)).toHaveCount(0)
  await expect(opened(page)).toHaveText('Imraan Vawda')
  await expectOutcomes(page, ['Different person', 'Same person'])
  for (const control of await bar(page).locator('button, input, select').all())
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(PHONE.width)
  await expectAccessible(page)
  await page.goBack()
  await expect(row).toBeVisible()
  await row.click()
  await page.getByRole('link', { name: 'Back to Compliance' }).click()
  await expect(row).toBeVisible()
})
