import type { Page } from '@playwright/test'
import { findViolations } from '#test/support/e2e/axe.ts'
import { phone } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addManager } from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { addToBook, dialog, handInPictures, openAsManager, openTopic, part } from '#test/support/e2e/staff.ts'

/** Its last digit is wrong. */
const oddAnswers = { idNumber: '8001015009088' }
const FOUND = 'This is not a valid South African ID number.'

async function makeManager(product: Product) {
  return addManager(product.context, { letter: false, fullName: 'Naledi Mokoena' })
}

/** Checks a screen in both colour schemes, on desktop and phone. */
async function expectAccessible(page: Page): Promise<void> {
  const desktop = page.viewportSize()
  for (const viewport of [{ width: 1440, height: 900 }, phone.viewport]) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page)).toEqual([])
    }
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(isWide, `scrolls sideways at ${viewport.width}`).toBe(false)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (desktop) await page.setViewportSize(desktop)
}

test('a document that the page shows counts as opened once its reader looks at it', async ({
  page,
  product,
}) => {
  const manager = await makeManager(product)
  const client = await addToBook(product, {
    manager,
    status: 'submitted',
    fullName: 'Zanele Dube',
    username: 'zanele.opened@people.example',
  })
  await handInPictures(product, client)
  // Time in a hidden window does not count.
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', {
      get: () => (document.documentElement.dataset['seen'] === undefined ? 'hidden' : 'visible'),
    })
  })
  await openAsManager(page, manager, `/wealth-manager/review?application=${client.applicationId}`)
  const shown = part(page, 'Document preview').getByRole('img')
  await expect(shown).toHaveAccessibleName('Uploaded file Payslip March.png')
  const expectUnopened = async (count: number) => {
    await button(page, 'Approve').click()
    const question = dialog(page, 'Approve')
    await expect(question).toContainText(`You haven’t opened ${count} of 3 documents`)
    await button(question, 'Cancel').click()
  }
  await expectUnopened(3)
  await page.reload()
  await expectUnopened(3)

  await test.step('pressing it counts, on the server too', async () => {
    const recorded = page.waitForResponse(/\/api\/documents\/.+\/opened$/u)
    await shown.click()
    expect((await recorded).status()).toBe(204)
    await expectUnopened(2)
    await page.reload()
    await expectUnopened(2)
  })

  await test.step('so does being displayed in its topic', async () => {
    const recorded = page.waitForResponse(/\/api\/documents\/.+\/opened$/u)
    await openTopic(page, 'Pension and provident')
    expect((await recorded).status()).toBe(204)
    await expectUnopened(1)
  })
})

test('a document that stays in view for a while counts as opened', async ({ page, product }) => {
  const manager = await makeManager(product)
  const client = await addToBook(product, {
    manager,
    status: 'submitted',
    fullName: 'Yusuf Adams',
    username: 'yusuf.opened@people.example',
  })
  await handInPictures(product, client)
  await openAsManager(page, manager, `/wealth-manager/review?application=${client.applicationId}`)
  const recorded = await page.waitForResponse(/\/api\/documents\/.+\/opened$/u, { timeout: 30_000 })
  expect(recorded.status()).toBe(204)
})

test('a check is marked as checked by the keyboard, with a reason and a name, and is reopened', async ({
  page,
  product,
}) => {
  const manager = await makeManager(product)
  const client = await addToBook(product, {
    manager,
    status: 'under_review',
    fullName: 'Thabo Nkosi',
    username: 'thabo.checks@people.example',
    answers: oddAnswers,
  })
  await openAsManager(page, manager, `/wealth-manager/review?application=${client.applicationId}`)
  const checks = part(page, 'To check')
  await expect(checks.getByText(FOUND)).toBeVisible()
  await expect(button(page, 'Still to do 1')).toBeVisible()
  await button(page, 'Approve').click()
  await expect(dialog(page, 'Approve')).toContainText(`ID Number: ${FOUND}`)
  await expectAccessible(page)
  await button(dialog(page, 'Approve'), 'Cancel').click()

  const reason = page.getByLabel('Reason: ID Number')
  await reason.fill('Seen on the smart card at the branch.')
  await page.reload()
  await expect(reason).toHaveValue('Seen on the smart card at the branch.')
  await button(checks, 'Mark as checked: ID Number').press('Enter')
  const checked = part(page, 'Checked')
  await expect(checked).toContainText(/Accepted as is by Naledi Mokoena, .+: Seen on the smart card/u)
  await expect(page.getByText('All checked')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Approve').click()
  await expect(dialog(page, 'Approve')).toContainText('no checks are open')
  await button(dialog(page, 'Approve'), 'Cancel').click()

  await reason.fill('The card was another client’s.')
  await button(checked, 'Reopen: ID Number').click()
  await expect(checks).toContainText(/Reopened by Naledi Mokoena, .+: The card was/u)
  await button(checks, 'Mark as checked: ID Number').click()
  await expect(checked).toContainText(/: Checked: the answer stays as it is\./u)
  await openTopic(page, 'All answers')
  await expect(part(page, 'Personal Information')).toContainText('Accepted as is')
})

test('bulk approval lists unchecked items, and can skip those applications', async ({ page, product }) => {
  const manager = await makeManager(product)
  const add = (fullName: string, answers: object = {}) =>
    addToBook(product, {
      manager,
      status: 'under_review',
      fullName,
      username: `${fullName.toLowerCase().replace(' ', '.')}.bulk@people.example`,
      answers,
    })
  await add('Amahle Odd', oddAnswers)
  await handInPictures(product, await add('Bongani Unopened'))
  await add('Chris Clean')
  await openAsManager(page, manager, '/wealth-manager?status=under_review')
  await page.getByRole('checkbox', { name: 'Select all 3' }).click()
  await button(page, 'Approve').click()
  const question = dialog(page, 'Approve 3 applications')
  const left = question.getByRole('region', { name: '2 applications not fully checked' })
  await expect(left.getByRole('listitem')).toHaveText([
    'Amahle OddOpen checks: ID Number.',
    'Bongani Unopened3 documents not opened.',
  ])
  await expectAccessible(page)
  await question.getByLabel('Skip these 2 applications').check()
  await button(question, 'Approve 3 applications').click()
  await expect(page.getByText('Approved: 1.')).toBeVisible({ timeout: 60_000 })
  await expect(
    page.getByText('Skipped: documents not opened, checks open, or answers to be corrected: 2.'),
  ).toBeVisible()
})
