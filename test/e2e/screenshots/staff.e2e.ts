import { eq } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { temporaryPasswords } from '#features/access/schema/sign-in-schema.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { photoOfPayslip } from '#test/support/e2e/camera.ts'
import { addUnderReview } from '#test/support/e2e/corrections.ts'
import { openConsole } from '#test/support/e2e/console.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import { button } from '#test/support/e2e/forms.ts'
import { addClient, addManager, signIn, type Manager } from '#test/support/e2e/people.ts'
import { look } from '#test/support/e2e/screenshot.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { fullAnswers } from '#test/support/e2e/sitter.ts'
import {
  addToBook,
  dialog,
  openAsAdmin,
  openAsManager,
  openTopic,
  part,
  rowOf,
} from '#test/support/e2e/staff.ts'

// Lists show the whole firm, so this file has its own server.
test.use({ variables: { SELF_REGISTRATION: '0' } })

/** Applications by age in days, and status or step. */
const book: readonly [fullName: string | null, daysAgo: number, ApplicationStatus, StepId?][] = [
  ['Thabo Molefe', 2, 'draft', 'assets'],
  [null, 4, 'draft'],
  ['Anneke van der Merwe', 6, 'submitted'],
  ['Priya Naidoo', 9, 'under_review'],
  ['Johan Pretorius', 16, 'submitted'],
  ['Nomvula Dlamini', 20, 'approved'],
  ['Zoe Abrahams', 27, 'draft', 'documents'],
  ['Sibusiso Ngcobo', 33, 'rejected'],
  ['Christiaan Oosthuizen', 41, 'onboarded'],
  ['Fatima Davids', 48, 'onboarded'],
  ['Michael Jacobs', 55, 'cancelled'],
]

async function fillBook(product: Product, manager: Manager): Promise<void> {
  for (const [index, [fullName, daysAgo, status, currentStep]] of book.entries()) {
    const createdAt = new Date(Date.now() - daysAgo * DAY_MS)
    await addToBook(product, {
      fullName,
      username: `${(fullName ?? 'new.client').toLowerCase().replaceAll(/[^a-z]+/gu, '.')}@people.example`,
      manager,
      status,
      createdAt,
      ...(currentStep && { currentStep }),
      answers: {
        ...(fullName !== null && { mobileNumber: `+278255501${String(index).padStart(2, '0')}` }),
        assets: { primaryResidence: 1_000_000 + index * 437_250 },
      },
    })
  }
}

/** The shown application: complete, with one invalid answer and documents. */
async function addLerato(product: Product, manager: Manager, payslip: Buffer) {
  const fullName = 'Lerato Mokoena'
  const client = await addToBook(product, {
    fullName,
    username: 'lerato.mokoena@people.example',
    manager,
    status: 'submitted',
    createdAt: new Date(Date.now() - DAY_MS),
    answers: { ...fullAnswers, idNumber: '9202204720082' },
  })
  const paper = { ownerId: client.id, applicationId: client.applicationId }
  await makeDocument(product.context, {
    ...paper,
    kind: 'payslip',
    name: 'Payslip August 2026.png',
    contentType: 'image/png',
    bytes: payslip,
  })
  await makeDocument(product.context, {
    ...paper,
    kind: 'pensionBenefits',
    name: 'Pension fund statement.pdf',
  })
  await makeDocument(product.context, { ...paper, kind: 'signedFais', name: 'FAIS letter, signed.pdf' })
  return client
}

test('screens of admins and wealth managers', async ({ page, product, watch, openBrowser }) => {
  test.slow()
  const manager = await addManager(product.context, { letter: false })
  const elsewhere = await openBrowser()
  const { buffer } = await photoOfPayslip(elsewhere.page)

  await test.step('before there are any users', async () => {
    await openAsManager(elsewhere.page, manager)
    await expect(elsewhere.page.getByText('No clients yet. Invite your first one.')).toBeVisible()
    await look(elsewhere.page, 'manager-empty')
  })

  await fillBook(product, manager)
  const { applicationId } = await addLerato(product, manager, buffer)

  await test.step('an admin', async () => {
    await openAsAdmin(page, product)
    await expect(rowOf(page, 'Lerato Mokoena')).toBeVisible()
    await look(page, 'admin', { dark: true })
    await page.getByRole('link', { name: 'Waiting for us' }).click()
    await expect(rowOf(page, 'Thabo Molefe')).toHaveCount(0)
    await look(page, 'admin-queue')
    await page.getByRole('checkbox', { name: 'Select Lerato Mokoena' }).check()
    await expect(button(page, 'Download documents')).toBeVisible()
    await look(page, 'ticked')
    await button(page, 'Clear').click()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('lerato')
    await expect(dialog(page, 'Find').getByRole('option', { name: 'Lerato Mokoena' })).toBeVisible()
    await look(page, 'palette', { dark: true })
    await page.keyboard.press('Escape')

    await page.goto('/admin?status=draft')
    await button(page, 'Save this view').click()
    await expect(dialog(page, 'Save this view')).toBeVisible()
    await look(page, 'save-view')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Waiting for us' }).click()

    await button(page, 'New Client Invitation').click()
    const form = dialog(page, 'Create New Client User')
    await expect(form.getByRole('option', { name: manager.fullName })).toBeAttached()
    await look(page, 'invite-client')
    await form.getByLabel('Assign Wealth Manager').selectOption({ index: 1 })
    await form.getByLabel('Email Address').fill('lerato.mokoena@people.example')
    watch.expect(409, '/api/send-invitation')
    await button(form, 'Create User').click()
    await expect(form.getByRole('link', { name: 'Open the application' })).toBeVisible()
    await look(page, 'invite-client-exists')
    await form.getByLabel('Email Address').fill('gugu.mkhize@people.example')
    await form.getByLabel('Full Name').fill('Gugu Mkhize')
    await button(form, 'Create User').click()
    await expect(dialog(page, 'The account is ready')).toBeVisible()
    await look(page, 'credentials')

    await page.goto(`/admin?application=${applicationId}`)
    const summary = dialog(page, 'Application Summary')
    await expect(part(summary, 'Application Status')).toContainText('Created')
    await look(page, 'summary', { dark: true })
    await button(summary, 'Show All Details').click()
    await look(page, 'summary-all')
    await button(summary, 'Mark Onboarded').click()
    await expect(dialog(page, 'Mark Onboarded')).toBeVisible()
    await look(page, 'reason')
  })

  await test.step('processing times', async () => {
    await page.goto('/figures')
    await expect(page.getByRole('table', { name: 'Turnaround times by month' })).toBeVisible()
    await look(page, 'figures', { dark: true })
  })

  await test.step('a wealth manager', async () => {
    await elsewhere.page.reload()
    await expect(rowOf(elsewhere.page, 'Lerato Mokoena')).toBeVisible()
    await look(elsewhere.page, 'manager', { dark: true })
    await elsewhere.page.getByRole('link', { name: 'Review Lerato Mokoena' }).click()
    await expect(part(elsewhere.page, 'Document preview').getByRole('img')).toBeVisible()
    await look(elsewhere.page, 'manager-review', { dark: true })
    await elsewhere.page.keyboard.press('n')
    await expect(button(elsewhere.page, 'Accept')).toBeEnabled()
    await look(elsewhere.page, 'manager-review-topic', { dark: true })
  })
})

test('clients without a manager, and clients who never signed in', async ({ page, product, openBrowser }) => {
  const { context } = product
  const manager = await addManager(context, { fullName: 'Naledi Dube' })
  await addManager(context, { fullName: 'Pieter van Wyk', letter: false })
  await addToBook(product, {
    fullName: 'Thandi Nkosi',
    username: 'thandi.nkosi@people.example',
    status: 'submitted',
  })
  const { id: userId } = await makeClient(context, {
    fullName: 'Bongani Xaba',
    username: 'bongani.xaba@people.example',
    invited: true,
    wealthManagerId: manager.id,
  })
  await context.database.db
    .update(temporaryPasswords)
    .set({ expiresAt: new Date(Date.now() - 3 * DAY_MS) })
    .where(eq(temporaryPasswords.userId, userId))

  await openAsAdmin(page, product, '/admin?wealthManager=none')
  await expect(rowOf(page, 'Thandi Nkosi')).toBeVisible()
  await look(page, 'admin-unassigned')
  await button(page, 'View Thandi Nkosi').click()
  await button(page, 'Assign Wealth Manager').click()
  const assign = dialog(page, 'Assign Wealth Manager')
  await button(assign, 'Assign').click()
  await expect(assign.getByLabel('Wealth Manager')).toHaveAccessibleDescription(
    /Please select a wealth manager/u,
  )
  await look(page, 'assign-manager-errors')
  const withoutLetter = assign.getByRole('option', { name: /Pieter van Wyk/u })
  await assign.getByLabel('Wealth Manager').selectOption({ label: await withoutLetter.innerText() })
  await look(page, 'assign-manager')

  await page.goto('/admin?invitation=expired')
  await button(page, 'View Bongani Xaba').click()
  await expect(button(page, 'Resend Invitation')).toBeVisible()
  await look(page, 'invitation-ran-out')

  const { page: console } = await openBrowser()
  await openConsole(console, product, 'users')
  await button(console, 'Hand over the clients of Naledi Dube').click()
  await look(console, 'system-hand-over')
  const handOver = dialog(console, 'Hand over the clients of Naledi Dube')
  await button(handOver, 'Hand Over').click()
  const successor = handOver.getByLabel('New Wealth Manager')
  await expect(successor).toHaveAccessibleDescription(/Please select a wealth manager/u)
  await look(console, 'system-hand-over-errors')
})

test('notes, a mention, many at once, and an account that is corrected', async ({
  page,
  product,
  openBrowser,
}) => {
  test.slow()
  const whose = await addUnderReview(product, { fullName: 'Thandiwe Nkosi' })
  await openAsAdmin(page, product)
  const { page: staffPage } = await openBrowser()
  await openAsManager(staffPage, whose.manager, whose.review)

  await test.step('a note that mentions a colleague', async () => {
    await openTopic(staffPage, 'Notes')
    await staffPage.getByLabel('About').selectOption({ label: 'Tax Income Number' })
    await staffPage.getByLabel('New note about Tax Income Number').focus()
    await staffPage.keyboard.type('SARS has another number: can you ask? @')
    await expect(staffPage.getByRole('option').first()).toBeVisible()
    await look(staffPage, 'note-mention')
    await staffPage.keyboard.press('Enter')
    await staffPage.keyboard.press('Control+Enter')
    await expect(staffPage.getByRole('region', { name: 'Notes (1)' })).toContainText(
      'SARS has another number',
    )
    await look(staffPage, 'notes', { dark: true })
  })

  await test.step('a mentioned user is notified', async () => {
    await page.getByRole('link', { name: /^Today/u }).click()
    await expect(page.getByRole('link', { name: /^You were mentioned Thandiwe Nkosi/u })).toBeVisible()
    await page.goto('/admin')
    await expect(button(page, 'View Bongani Xaba')).toBeVisible()
  })

  await test.step('bulk actions', async () => {
    await page.getByRole('checkbox', { name: 'Select Thandiwe Nkosi' }).check()
    await look(page, 'many-chosen')
    await button(page, 'Remind').click()
    await expect(dialog(page, 'Remind 1 application')).toBeVisible()
    await look(page, 'many-remind')
    await page.keyboard.press('Escape')
  })

  await test.step('a name and an address', async () => {
    await button(page, 'View Thandiwe Nkosi').click()
    await button(dialog(page, 'Application Summary'), 'Correct Name or Address').click()
    await expect(dialog(page, 'Correct name or address')).toBeVisible()
    await look(page, 'correct-client')
    await dialog(page, 'Correct name or address').getByLabel('Email Address').fill('nobody')
    await button(dialog(page, 'Correct name or address'), 'Save').click()
    await expect(dialog(page, 'Correct name or address').getByRole('alert')).toBeVisible()
    await look(page, 'correct-client-errors')
    const { page: theirs } = await openBrowser()
    await theirs.goto('/keep-address#not-a-link-that-was-mailed')
    await expect(button(theirs, 'Stop the change')).toBeVisible()
    await look(theirs, 'keep-address')
    await theirs.goto('/new-address#not-a-link-that-was-mailed')
    await expect(button(theirs, 'Sign In')).toBeVisible()
    await look(theirs, 'new-address-sign-in')
    await signIn(theirs.context(), await addClient(product.context))
    await theirs.reload()
    await expect(button(theirs, 'Use the new address')).toBeVisible()
    await look(theirs, 'new-address', { dark: true })
  })
})
