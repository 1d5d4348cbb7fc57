import type { Page } from '@playwright/test'
import { openConsole, usersTable } from '#test/support/e2e/console.ts'
import { onPhone } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button, expectNotification } from '#test/support/e2e/forms.ts'
import { completeAddress } from '#test/support/e2e/journey/address.ts'
import { completeAssets } from '#test/support/e2e/journey/assets.ts'
import { completeDocuments } from '#test/support/e2e/journey/documents.ts'
import { completeEmployment } from '#test/support/e2e/journey/employment.ts'
import type { Journey } from '#test/support/e2e/journey/journey.ts'
import { completeLiabilities } from '#test/support/e2e/journey/liabilities.ts'
import { completeNetWorthIntro } from '#test/support/e2e/journey/net-worth-intro.ts'
import { choosePassword } from '#test/support/e2e/journey/password.ts'
import { completePersonal } from '#test/support/e2e/journey/personal.ts'
import { completeReview } from '#test/support/e2e/journey/review.ts'
import { readSuccess } from '#test/support/e2e/journey/success.ts'
import { addManager, inviteClient } from '#test/support/e2e/people.ts'
import {
  expectSigned,
  fillInSignature,
  sealOfTheFirm,
  shownLetter,
  sitAtLetter,
} from '#test/support/e2e/signing.ts'
import {
  addToBook,
  applicationsTable,
  dialog,
  handInPictures,
  openAsAdmin,
  openAsManager,
  openTopic,
  part,
  rowOf,
} from '#test/support/e2e/staff.ts'
import { readStored } from '#test/support/e2e/stored-application.ts'

/** The main screens of every role in a browser that translates them (docs/decisions/0135). */

test.describe.configure({ mode: 'parallel' })
test.use({ translated: true, variables: { ...(await sealOfTheFirm()), UNDO_SECONDS: '0' } })
test.setTimeout(600_000)

/** The page was translated and still works, without the error page. */
async function expectTranslated(page: Page): Promise<void> {
  await expect(page.locator('main font > font').first()).toBeAttached()
  await expect(page.getByText('This page could not be shown')).toHaveCount(0)
}

onPhone(() => {
  test('a client signs in, answers all nine steps, uploads and submits', async ({
    page,
    product,
    watch,
    openBrowser,
  }) => {
    const manager = await addManager(product.context)
    const client = await inviteClient(product.context, manager)
    const journey: Journey = { page, watch, openBrowser, client, manager }
    const steps = {
      'choosing a password': choosePassword,
      'Personal Details': completePersonal,
      Address: completeAddress,
      Employment: completeEmployment,
      'Net Worth': completeNetWorthIntro,
      Assets: completeAssets,
      Liabilities: completeLiabilities,
      Documents: completeDocuments,
      Review: completeReview,
    }
    for (const [name, complete] of Object.entries(steps)) {
      await test.step(name, async () => {
        await complete(journey)
        await expectTranslated(page)
      })
    }
    const application = await readStored(product.context, client.id)
    await test.step('Complete', () => readSuccess(journey, application))
    expect(application.status).toBe('submitted')
  })
})

test('a client reads the letter and signs it on the screen', async ({ page, product }) => {
  await sitAtLetter(page, product)
  await button(page, 'Read the letter').click()
  await expect(shownLetter(page).getByRole('group', { name: /^Page 1 of/u })).toBeVisible()
  await fillInSignature(page)
  const signed = page.waitForResponse('**/api/signables/fais-letter/signature')
  await button(page, 'Sign the letter').click()
  expect((await signed).ok()).toBe(true)
  await expectSigned(page)
  await expectTranslated(page)
})

test('an admin searches, filters, opens an application, and changes its status', async ({
  page,
  product,
}) => {
  const manager = await addManager(product.context)
  const client = await addToBook(product, {
    fullName: 'Sipho Translated',
    username: 'sipho@translated.example',
    manager,
    status: 'approved',
  })
  await handInPictures(product, client)
  await openAsAdmin(page, product)
  await page.getByRole('searchbox').fill('Translated')
  await expect(applicationsTable(page).locator('tbody tr')).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: '1 application' })).toBeVisible()
  await page.getByRole('searchbox').fill('No such client')
  await expect(applicationsTable(page)).toHaveCount(0)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('checkbox', { name: 'Select Sipho Translated' }).check()
  await page.getByRole('checkbox', { name: 'Select Sipho Translated' }).uncheck()
  await button(page, 'View Sipho Translated').click()
  const summary = dialog(page, 'Application Summary')
  await button(summary, 'Mark Onboarded').click()
  await button(dialog(page, 'Mark Onboarded'), 'Mark Onboarded').click()
  await expectNotification(page, 'Status Updated', 'Application status has been successfully updated.')
  await expect(part(summary, 'Application Status')).toContainText('Onboarded Date')
  await button(summary, 'Close').click()
  await expect(rowOf(page, 'Sipho Translated')).toContainText('Onboarded')
  await expectTranslated(page)
  for (const [path, heading] of [
    ['/admin/annual-reviews', 'Annual Reviews'],
    ['/admin/security', 'Security'],
    ['/account', 'You'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
    await expectTranslated(page)
  }
})

test('a wealth manager reviews an application beside its documents, and approves it', async ({
  page,
  product,
}) => {
  const manager = await addManager(product.context)
  const client = await addToBook(product, {
    fullName: 'Lerato Translated',
    username: 'lerato@translated.example',
    manager,
    status: 'submitted',
  })
  await handInPictures(product, client)
  await openAsManager(page, manager)
  await page.getByRole('link', { name: 'Review Lerato Translated' }).click()
  await expect(page.getByText('1 of 3')).toBeVisible()
  await page.keyboard.press('o')
  await expect(page.getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('n')
  await expect(button(page, 'Accept')).toBeVisible()
  await button(page, 'Start Review').click()
  await openTopic(page, 'All answers')
  await expect(part(page, 'Application Status')).toContainText('Under Review')
  await button(page, 'Approve').click()
  await button(dialog(page, 'Approve'), 'Approve').click()
  await expect(part(page, 'Application Status')).toContainText('Approved')
  await expectTranslated(page)
})

test('a system administrator finds a user, sees errors of a new one, and reads each tab', async ({
  page,
  product,
}) => {
  await openConsole(page, product, 'users')
  await page.getByRole('searchbox').fill('fortuin')
  await expect(usersTable(page)).toContainText('Carmen Fortuin')
  await button(page, 'Create User').click()
  const form = page.getByRole('dialog')
  await button(form, 'Create User').click()
  await expect(form.getByText('Error: ').first()).toBeAttached()
  await button(form, 'Cancel').click()
  await expectTranslated(page)
  for (const tab of ['System', 'Security', 'Audit Logs', 'Overview']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel')).not.toBeEmpty()
    await expectTranslated(page)
  }
})
