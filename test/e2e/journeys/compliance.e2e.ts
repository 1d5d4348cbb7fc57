import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { ApplicationScreening, Hit } from '#features/screening/api/screening.ts'
import { taskNames } from '#features/due-diligence/rules/tasks.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { screenListChanges } from '#features/screening/server/screen-list-changes.ts'
import { users } from '#features/access/schema/tables.ts'
import { completeDrafts, completePack, rateRisk } from '#test/support/due-diligence.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { addUnderReview, type UnderReview } from '#test/support/e2e/corrections.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addStaff, signIn, type Person } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { openTopic, part } from '#test/support/e2e/staff.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { bringInForce, fictitious, setSecondPerson, unList } from '#test/support/screening/list-files.ts'
import { masked, disclosuresIn } from '#test/support/twins.ts'

test.use({ variables: { FICA_PACK: 'on' } })

test('a compliance user signs in, reads a client and their papers, and can change nothing', async ({
  page,
  product,
  elsewhere,
}) => {
  const { client, review } = await addUnderReview(product, { fullName: 'Nomsa Dlamini' })
  await signIn(elsewhere, client)
  await elsewhere.request.put('/api/application/pack/tax', { data: completeDrafts.tax })
  await elsewhere.request.post('/api/application/pack/tax/hand-in', { data: { accurate: true } })
  const reader = await addStaff(product.context, 'admin', 'Farah Davids')
  await product.context.database.db
    .update(users)
    .set({ complianceSince: new Date() })
    .where(eq(users.id, reader.id))

  await page.goto('/')
  await page.getByLabel('Email Address').fill(reader.username)
  await page.getByLabel('Password', { exact: true }).fill(reader.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Client Applications' })).toBeVisible()
  await expect(page.getByText('Read only')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Nomsa Dlamini' })).toBeVisible()
  await expect(button(page, 'New Client Invitation')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])

  await page.goto(review.replace('/wealth-manager/', '/admin/'))
  await openTopic(page, 'Tax residency')
  await expect(part(page, 'Tax residency')).toContainText(/South Africa\s*0001339050/u)
  expect(await findViolations(page)).toEqual([])
  for (const act of [/^Accept/u, /^Approve/u, /^Reject/u, /^Mark /u, /^Ask the client/u]) {
    await expect(page.getByRole('button', { name: act })).toHaveCount(0)
  }
})

const LISTED = 'Baobab Testperson'
const CLEAR = 'Marula Fictionary'

/** Clients and managers see the same screens of two clients, of whom one is a match (FICA, section 29). */
test('no screen of a client or their manager tells who is on a sanctions list', async ({
  page,
  product,
  openBrowser,
}) => {
  const as = (person: Person) => openSession(product, person)
  const admin = await as(await addStaff(product.context, 'admin'))
  const second = await as(await addStaff(product.context, 'admin'))
  const system = await as(await addStaff(product.context, 'system_administrator'))
  setSecondPerson(system, admin)
  await bringInForce(system, unList(fictitious, new Date().toISOString().slice(0, 10)))
  const twins = []
  for (const name of [LISTED, CLEAR]) {
    const answers = { fullName: name, dateOfBirth: '1970-03-12', idNumber: 'A0000000' } as const
    const whose = await addUnderReview(product, {
      fullName: name,
      status: 'approved',
      answers: { ...answers, idDocumentType: 'passport' },
    })
    const path = `/api/admin/applications/${whose.applicationId}`
    const people = {
      session: await as(whose.client),
      manager: await as(whose.manager),
      path,
      context: product.context,
    }
    await completePack(people, {
      identity: { ...completeDrafts.identity, citizenships: ['Zambia'], countryOfBirth: 'Zambia' },
    })
    twins.push({ ...whose, name, path })
  }
  await screenClients(product.context)
  const [listed, clear] = twins
  if (listed === undefined || clear === undefined) throw new Error('There are two.')
  await confirmMatch(admin, second, listed.path)
  await rateRisk(admin, clear.path)

  const { page: other } = await openBrowser()
  const [ofListed, ofClear] = await Promise.all([screensOf(page, listed), screensOf(other, clear)])
  expect(Object.keys(ofListed)).toHaveLength(13)
  expect(ofListed).toEqual(ofClear)

  // The same page of an admin does tell.
  await signIn(page.context(), await addStaff(product.context, 'admin'))
  await page.goto(`/admin/review?application=${listed.applicationId}`)
  await expect(page.getByText('This relationship is prohibited', { exact: true })).toBeVisible()

  await test.step('a member of staff is compared at once, with a file for the inspector', async () => {
    await addStaff(product.context, 'wealth_manager', 'Acacia Plainname')
    await page.goto('/admin/compliance?item=staff')
    await page.getByText(/^(?:All|Other) staff \(/u).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Acacia Plainname' })
    await row.getByRole('button', { name: 'Screen again: Acacia Plainname' }).click()
    await expect(row).toContainText('Last compared on')
    await expect(row).toContainText('Clear')
    const downloading = page.waitForEvent('download')
    await row.getByRole('button', { name: 'Inspector’s file: Acacia Plainname' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^inspector-file-.+\.zip$/u)
    expect(await findViolations(page)).toEqual([])
  })
})

test('a match is decided by keyboard alone, and a withdrawn proposal says why', async ({ page, product }) => {
  const today = new Date().toISOString().slice(0, 10)
  const system = await openSession(product, await addStaff(product.context, 'system_administrator'))
  setSecondPerson(system, await openSession(product, await addStaff(product.context, 'system_administrator')))
  await bringInForce(system, unList(fictitious, today))
  const fullName = 'Korhaan Mostert-Fictie'
  const answers = { fullName, dateOfBirth: '1962-05-05' } as const
  await addUnderReview(product, { fullName, status: 'approved', answers })
  await screenClients(product.context)
  await signIn(page.context(), await addStaff(product.context, 'admin', 'Farah Jacobs'))
  await page.goto('/admin/compliance')
  const all = page.getByRole('navigation', { name: 'To decide' }).getByRole('link')
  const row = all.filter({ hasText: fullName })
  await expect(row).toBeVisible()
  const position = (await all.allTextContents()).findIndex((text) => text.includes(fullName))
  await expect(all.first()).toHaveAttribute('aria-current', 'true')
  for (let before = 0; before < position; before += 1) await page.keyboard.press('j')
  await expect(row).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('d')
  await expect(page.getByLabel('Reason', { exact: true })).toBeFocused()
  await page.keyboard.type('Born')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Born on another day, by the passport.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('You said: different person')
  expect(await findViolations(page)).toEqual([])

  const changed = fictitious.map((one) => (one.uid === '690002' ? { ...one, birth: '1964' } : one))
  await bringInForce(system, unList(changed, today))
  await screenListChanges(product.context)
  await page.reload()
  await row.click()
  await expect(part(page, 'Possible match')).toContainText(
    /Farah Jacobs had proposed a decision.*since the entry on the list has changed/u,
  )
  expect(await findViolations(page)).toEqual([])
})

/** Every screen of a client and their manager as HTML, without what differs between any two clients. */
async function screensOf(
  page: Page,
  twin: UnderReview & { name: string },
): Promise<Record<string, string[]>> {
  const seen: Record<string, string[]> = {}
  const tasks = taskNames.map((task) => `/pack?task=${task}`)
  for (const [person, addresses] of [
    [twin.client, ['/', '/pack', ...tasks, '/account']],
    [twin.manager, ['/wealth-manager', twin.review, '/wealth-manager/annual-reviews', '/figures']],
  ] as const) {
    await signIn(page.context(), person)
    for (const address of addresses) {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(disclosuresIn(await page.locator('body').innerText())).toEqual([])
      const html = await page.locator('#root').innerHTML()
      // React numbers ids by the order of rendering.
      const same = masked(html, twin)
        .replaceAll(/_r_\w+_/gu, '<id>')
        .replaceAll(/\b(?:\d{1,3}\.){3}\d{1,3}\b|client\.[0-9a-f]{12}/gu, '<address>')
      seen[masked(address, twin)] = same.split(/(?<=>)(?=<)/u)
    }
  }
  return seen
}

/** Two admins confirm that a client is the listed person, and one rates the client. */
async function confirmMatch(admin: HttpSession, second: HttpSession, path: string): Promise<void> {
  const { hits } = (await admin.get(`${path}/screening`)).body as ApplicationScreening
  const ids = hits.map(({ id }) => id)
  const asked = await admin.put('/api/admin/hits/verdict', { ids, verdict: 'match', words: 'It is them.' })
  const approvals = (asked.body as Hit[]).map(({ approvalId }) => approvalId)
  expect(approvals).toHaveLength(1)
  const confirmed = { ids: approvals, decision: 'granted', words: 'I agree.' }
  expect((await second.put('/api/admin/approvals', confirmed)).body).toMatchObject([{ decided: true }])
  expect((await rateRisk(admin, path)).status).toBe(200)
}

async function openSession({ url }: Product, { username, password }: Person): Promise<HttpSession> {
  const session = openHttpSession(url, {
    'x-forwarded-for': [10, 1, randomInt(256), randomInt(256)].join('.'),
  })
  expect((await session.post('/api/login', { username, password })).status).toBe(200)
  return session
}
