import type { Page } from '@playwright/test'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { taskNames } from '#features/due-diligence/rules/tasks.ts'
import { doTask } from '#test/support/due-diligence.ts'
import { findViolations } from '#test/support/e2e/axe.ts'
import { addUnderReview, type UnderReview } from '#test/support/e2e/corrections.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addStaff, signIn } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { fullAnswers } from '#test/support/e2e/sitter.ts'
import { openTopic, part } from '#test/support/e2e/staff.ts'
import { openHttpSession } from '#test/support/http.ts'
import { bringInForce, fictitious, setSecondPerson, unList } from '#test/support/screening/list-files.ts'

// The review by topics as measured in quiet screens, section 7, rows 10 to 13.
test.use({ variables: { FICA_PACK: 'on' } })

const DESKTOP = { width: 1366, height: 768 }
const PHONE = { width: 390, height: 844 }

/** The topics that a complete client has to be checked for, in order. */
const TOPICS = [
  'Identity',
  'Address',
  'Income and tax',
  'Bank account',
  'Source of funds',
  'Political exposure',
  'Tax residency',
]

/** Puts a list in use, without which no one can be approved. */
async function useList(product: Product): Promise<void> {
  const open = async (address: string) => {
    const { username, password } = await addStaff(product.context, 'system_administrator')
    const session = openHttpSession(product.url, { 'x-forwarded-for': address })
    expect((await session.post('/api/login', { username, password })).status).toBe(200)
    return session
  }
  const system = await open('10.7.0.8')
  setSecondPerson(system, await open('10.7.0.9'))
  await bringInForce(system, unList(fictitious, new Date().toISOString().slice(0, 10)))
}

/** A client who has sent everything. */
async function addComplete(product: Product, address: string): Promise<UnderReview> {
  const whose = await addUnderReview(product, {
    fullName: 'Tarryn Louw',
    status: 'under_review',
    answers: { ...fullAnswers, idNumber: '8001015009087', dateOfBirth: '1980-01-01' },
  })
  const session = openHttpSession(product.url, { 'x-forwarded-for': address })
  const { username, password } = whose.client
  expect((await session.post('/api/login', { username, password })).status).toBe(200)
  for (const task of taskNames) await doTask(session, task)
  await screenClients(product.context)
  return whose
}

/** How many elements are whole in the window. */
function countWhole(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluateAll(
    (all) =>
      all.filter((one) => {
        const { top, bottom, height } = one.getBoundingClientRect()
        return height > 0 && top >= 0 && bottom <= window.innerHeight
      }).length,
  )
}

const countControls = (page: Page) =>
  page
    .locator('a, button, input, select, textarea, summary')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true })).length)

const pageHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

/** How much of the height of the document's pages is in the window. */
const shownOfDocument = (page: Page) =>
  page
    .getByRole('region', { name: 'Pages' })
    .evaluate(
      (pages) =>
        Math.min(pages.getBoundingClientRect().bottom, innerHeight) - pages.getBoundingClientRect().top,
    )

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('the first screen holds answers, a document and the decision', async ({ page, product }) => {
  await page.setViewportSize(DESKTOP)
  await useList(product)
  const whose = await addComplete(product, '10.7.0.1')
  await signIn(page.context(), whose.manager)
  await page.goto(whose.review)
  await expect(
    page
      .getByRole('img')
      .or(page.getByRole('group', { name: /^Page 1/u }))
      .first(),
  ).toBeVisible()
  await expect.poll(() => countWhole(page, '[aria-label="Key answers"] > div')).toBeGreaterThanOrEqual(14)
  await expect.poll(() => shownOfDocument(page)).toBeGreaterThanOrEqual(560)
  expect(await pageHeight(page)).toBeLessThanOrEqual(DESKTOP.height + 60)
  expect(await countControls(page)).toBeLessThanOrEqual(50)
  for (const name of ['Approve', 'Reject', 'Still to do 7', 'Next to check: Identity']) {
    await expect(button(page, name)).toBeInViewport({ ratio: 1 })
  }
  await expectAccessible(page)
})

test('A accepts topic after topic, none before its document was displayed', async ({ page, product }) => {
  await page.setViewportSize(DESKTOP)
  const whose = await addComplete(product, '10.7.0.2')
  await signIn(page.context(), whose.manager)
  const verdicts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && /\/(?:verdict|proofs)$/u.test(request.url()))
      verdicts.push(request.url())
  })
  // A document that does not come is not displayed.
  let release: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/objects/uploads/**', async (route) => {
    await waiting
    await route.fallback()
  })
  await page.goto(whose.review)
  await expect(button(page, 'Next to check: Identity')).toBeVisible()
  await page.keyboard.press('n')
  const accept = page.getByRole('button', { name: /^Accept/u })
  await expect(accept).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('a')
  await accept.click({ force: true })
  expect(verdicts).toEqual([])
  release()

  for (const [index, name] of TOPICS.entries()) {
    await test.step(name, async () => {
      const facts = part(page, name)
      await expect(facts).toBeVisible()
      await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
      await expect(accept).toBeInViewport({ ratio: 1 })
      if (name === 'Identity') {
        for (const fact of ['Full Name', 'ID Number', 'Date of Birth']) {
          await expect(facts.getByText(fact, { exact: true })).toBeInViewport({ ratio: 1 })
        }
        await expect(facts).toContainText('check digit fits')
        await expect(part(page, 'Document preview')).toContainText('Smart ID card, both sides')
        await expect.poll(() => shownOfDocument(page)).toBeGreaterThanOrEqual(560)
        await expectAccessible(page)
      }
      // What staff read on a payslip, and why something implausible is accepted, no key can say.
      for (const [field, text] of [
        [facts.getByLabel(/^Amount in rand on/u), '860000'],
        [facts.getByLabel('Note'), 'Asked, and explained.'],
      ] as const) {
        if (!(await field.isVisible())) continue
        await field.fill(text)
        await field.blur()
      }
      await page.keyboard.press('a')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      const left = TOPICS.length - index - 1
      await expect(page.getByText(left === 0 ? 'All checked' : `Still to do ${left}`)).toBeVisible()
    })
  }
  await expect(button(page, 'Approve')).toHaveClass(/bg-primary/u)
  const { tasks } = (await (
    await page.request.get(`/api/admin/applications/${whose.applicationId}/pack`)
  ).json()) as { tasks: { state: string }[] }
  expect(tasks.map(({ state }) => state)).toEqual(taskNames.map(() => 'accepted'))
})

test('two things are asked in place, and sent as one request', async ({ page, product }) => {
  await page.setViewportSize(DESKTOP)
  const whose = await addUnderReview(product, { fullName: 'Tarryn Louw', status: 'under_review' })
  await signIn(page.context(), whose.manager)
  await page.goto(`${whose.review}&topic=income`)
  const ask = page.getByRole('button', { name: /^Ask the client/u })
  await expect(ask).toBeVisible()
  await page.keyboard.press('r')
  await expect(ask).toHaveCount(0)
  await page.keyboard.press('1')
  await expect(page.getByLabel('Comment')).toBeFocused()
  // Typing presses none of the page's keys.
  await page.keyboard.type('Please send a clearer photo.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await expect(page.getByLabel('Comment')).toHaveValue('Please send a clearer photo.')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(part(page, 'Request to the client')).toContainText('1 thing')
  await expect(page.getByRole('link', { name: /^Income and tax/u })).toContainText('asked')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('on a phone each topic is about two screens, with its acts in sight', async ({ page, product }) => {
  await page.setViewportSize(PHONE)
  const whose = await addComplete(product, '10.7.0.3')
  await signIn(page.context(), whose.manager)
  await page.goto(whose.review)
  const topics = page.getByRole('navigation', { name: 'Topics' })
  await expect(topics.getByRole('link', { name: /^Identity/u })).toBeVisible()
  await expect.poll(() => pageHeight(page)).toBeLessThanOrEqual(1780)
  for (const name of ['Still to do 7', 'Approve', 'Reject']) {
    await expect(button(page, name)).toBeInViewport({ ratio: 1 })
  }
  await expectAccessible(page)
  for (const name of TOPICS) {
    await test.step(name, async () => {
      await openTopic(page, name)
      await expect(part(page, name)).toBeVisible()
      for (const act of [/^Accept/u, /^Ask the client/u, /^Next/u]) {
        await expect(
          page.getByRole('group', { name: 'Decision' }).getByRole('button', { name: act }),
        ).toBeInViewport({ ratio: 1 })
      }
      await expect.poll(() => pageHeight(page)).toBeLessThanOrEqual(1780)
    })
  }
  await expectAccessible(page)
})
